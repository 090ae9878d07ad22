// Integers: sums, products, quotients, packed halves, sums with carry. Form in isa.hpp explains the columns.
#pragma once

#include "emulator/isa/isa.hpp"

namespace simt::isa {

constexpr Traits kUpwardTraits{.effect = Effect::Upward};
constexpr Traits kCarryTraits{.flags = kCarry};

constexpr Form integer_forms[] = {
    {"{add,sub}.{s16,s32,s64,u16,u32,u64}", "t=tt", kUpwardTraits},
    {"{min,max}.{s16,s32,s64,u16,u32,u64}", "t=tt"},
    {"sad.{s16,s32,s64,u16,u32,u64}", "t=ttt"},
    {"neg.{s16,s32,s64}", "t=t", kUpwardTraits},
    {"abs.{s16,s32,s64}", "t=t"},
    {"{add,sub}.sat.s32", "t=tt"},
    {"{min,max}.relu.s32", "t=tt"},
};

constexpr Form multiply_forms[] = {
    {"mul.lo.{s16,s32,s64,u16,u32,u64}", "t=tt", kUpwardTraits},
    {"mul.hi.{s16,s32,s64,u16,u32,u64}", "t=tt"},
    {"mul.wide.{s16,s32,u16,u32}", "w=tt", kUpwardTraits},
    {"mad.lo.{s16,s32,s64,u16,u32,u64}", "t=ttt", kUpwardTraits},
    {"mad.hi.{s16,s32,s64,u16,u32,u64}", "t=ttt"},
    {"mad.wide.{s16,s32,u16,u32}", "w=ttw", kUpwardTraits},
    {"mul24.{lo,hi}.{s32,u32}", "t=tt"},
    {"mad24.{lo,hi}.{s32,u32}", "t=ttt"},
    {"{mad,mad24}.hi.sat.s32", "t=ttt"},
    {"{dp4a,dp2a.lo,dp2a.hi}.{s32,u32}.{s32,u32}", "n=nnn"},
};

constexpr Form divide_forms[] = {
    {"{div,rem}.{s16,s32,s64,u16,u32,u64}", "t=tt"},
};

constexpr Form packed_forms[] = {
    {"{add,min,max}.{u16x2,s16x2}", "t=tt"},
    {"{min,max}.relu.s16x2", "t=tt"},
};

constexpr Form carry_forms[] = {
    {"{add.cc,addc,addc.cc,sub.cc,subc,subc.cc}.{s32,s64,u32,u64}", "t=tt", kCarryTraits},
    {"{mad.lo.cc,mad.hi.cc,madc.lo,madc.hi,madc.lo.cc,madc.hi.cc}.{s32,s64,u32,u64}", "t=ttt", kCarryTraits},
};

}  // namespace simt::isa
