// Floating point in 16 bits, single and packed. Form in isa.hpp explains the columns.
#pragma once

#include "emulator/isa/float.hpp"

namespace simt::isa {

constexpr Form half_forms[] = {
    {"add.{f16,f16x2,ftz.f16,ftz.f16x2,bf16,bf16x2}", "t=tt", kSumTraits},
    {"sub.{f16,f16x2,ftz.f16,ftz.f16x2,bf16,bf16x2}", "t=tt", kDifferenceTraits},
    {"mul.{f16,f16x2,ftz.f16,ftz.f16x2,bf16,bf16x2}", "t=tt", kProductTraits},
    {"{add,sub,mul}{,.ftz}.sat.{f16,f16x2}", "t=tt"},
    {"{add,sub,mul}.rn{,.ftz}{,.sat}.{f16,f16x2}", "t=tt"},
    {"{add,sub,mul}.rn.{bf16,bf16x2}", "t=tt"},
    {"fma.rn{,.ftz}{,.sat,.relu}.{f16,f16x2}", "t=ttt"},
    {"fma.rn{,.relu}.{bf16,bf16x2}", "t=ttt"},
    {"fma.rn.oob{,.relu}.{f16,f16x2,bf16,bf16x2}", "t=ttt"},
    {"{abs,neg}{,.ftz}.{f16,f16x2}", "t=t"},
    {"{abs,neg}.{bf16,bf16x2}", "t=t"},
    {"{min,max}{,.ftz}{,.NaN}{,.xorsign.abs}.{f16,f16x2}", "t=tt"},
    {"{min,max}{,.NaN}{,.xorsign.abs}.{bf16,bf16x2}", "t=tt"},
    {"ex2.approx.{f16,f16x2,ftz.bf16,ftz.bf16x2}", "t=t"},
    {"tanh.approx.{f16,f16x2,bf16,bf16x2}", "t=t"},
};

}  // namespace simt::isa
