// Loads, stores, atomics, matrices, fences. Form in isa.hpp explains the columns.
#pragma once

#include "emulator/isa/isa.hpp"

namespace simt::isa {

constexpr Form load_store_forms[] = {
    {"{ld,ldu}", "v=a", {Kind::Load, Memory::Load, Effect::Load}},
    {"st", "=av", {Kind::Store, Memory::Store, Effect::Store}},
    {"st.bulk", "=av", {Kind::Unsupported, Memory::Copy, Effect::Use}},
    // The type in memory, then the register's width.
    {"~ld.{global,shared,local,param,generic}.{u8,s8,u16}.{16,32,64}"},
    {"~ld.{global,shared,local,param,generic}.{s16.32,s16.64,u32.32,u32.64,s32.64,u64.64}"},
    {"~st.{global,shared,local,generic}.{8,16}.{16,32,64}"},
    {"~st.{global,shared,local,generic}.{32.32,32.64,64.64}"},
};

// A load that reuses the addresses of another one in its basic block, the same as the first op of a stretch, and the op that
// provides check::enter_kept (check/races).
constexpr Form load_beside_forms[] = {
    {"~ld.shared.{beside,stretch}.{32,64}"},
    {"~enter_kept"},
};

constexpr Form atomic_forms[] = {
    {"atom", "v=av", {Kind::Atomic, Memory::Atomic, Effect::Use}},
    {"red", "=av", {Kind::Atomic, Memory::Reduction, Effect::Use}},
    {"~atom.{global,shared,generic}.add.{u32,s32,u64,s64,f32,f64}"},
    {"~atom.{global,shared,generic}.{min,max}.{u32,s32,u64,s64}"},
    {"~atom.{global,shared,generic}.{and,or,xor,exch,cas}.{b32,b64}"},
    {"~atom.{global,shared,generic}.{inc,dec}.u32"},
};

// Atomics on vectors and on the other types, which use the table of reductions.
constexpr Form atomic_reduction_forms[] = {
    {"~reduce.{global,shared,generic}"},
};

constexpr Form matrix_forms[] = {
    {"ldmatrix", "v=a", {Kind::MatrixLoad, Memory::Matrix, Effect::Use}, "~ldmatrix"},
    {"stmatrix", "=av", {Kind::MatrixStore, Memory::Matrix, Effect::Use}, "~stmatrix"},
    {"movmatrix", "n=n", {Kind::MatrixTranspose, Memory::None, Effect::Use}, "~movmatrix"},
    {"~{ldmatrix,stmatrix,movmatrix}"},
};

constexpr Form fence_forms[] = {
    {"{fence,membar}", "=", {Kind::Fence}, "~fence"},
    {"{fence,membar}.proxy", "=", {Kind::Operation}, "~nothing"},
    {"fence.proxy.{async,async::generic}", "=", {Kind::Operation}, "~proxy_fence"},
    {"fence.proxy.async.global", "=", {Kind::Operation}, "~nothing"},
    {"fence.mbarrier_init", "=", {Kind::Operation}, "~nothing"},
    {"{prefetch,prefetchu,applypriority,discard}", "=a", {Kind::Operation}, "~nothing"},
    {"createpolicy", "l=", {Kind::CachePolicy}},
    {"~fence"},
    // Marks the padding of a structure that is stored member by member.
    {"~padding"},
    // Watch a register that may be read before it is written.
    {"~watch.{read,write}"},
};

}  // namespace simt::isa
