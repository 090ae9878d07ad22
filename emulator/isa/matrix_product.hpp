// Products of matrices on tensor cores, mma and wmma, and the loads and stores of wmma's fragments. Form in isa.hpp explains
// the columns.
#pragma once

#include "emulator/isa/isa.hpp"

namespace simt::isa {

constexpr Form matrix_product_forms[] = {
    {"{mma,wmma.mma}", "v=vvv", {Kind::MatrixProduct, Memory::None, Effect::Product}},
    {"wmma.load", "v=an", {Kind::FragmentLoad, Memory::Load, Effect::Use}},
    {"wmma.store", "=avn", {Kind::FragmentStore, Memory::Store, Effect::Use}},
    {"~mma.{float,double,integer,bits}"},
    {"~fragment.address"},
};

constexpr Form sparse_product_forms[] = {
    {"{mma.sp,mma.sp::ordered_metadata}", "v=vvvnn", {Kind::MatrixProduct, Memory::None, Effect::Use}},
    {"~mma.sp.{float,integer}"},
};

// The accumulators, operand 0, are sources too, so the instruction counts as one without a result.
constexpr Form warpgroup_product_forms[] = {
    {"wgmma.mma_async", "=vvvp", {Kind::WarpgroupProduct, Memory::None, Effect::Use, kChangesFlow}},
    {"~wgmma.{float,integer,bits}"},
};

constexpr Form warpgroup_forms[] = {
    {"wgmma.fence", "=", {Kind::Operation}, "~wgmma.fence"},
    {"wgmma.commit_group", "=", {Kind::Operation}, "~wgmma.commit"},
    {"wgmma.wait_group", "=n", {Kind::WarpgroupWait}, "~wgmma.wait"},
    {"~wgmma.{fence,commit,wait}"},
};

}  // namespace simt::isa
