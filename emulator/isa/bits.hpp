// Bits: counting, fields, permutations, logic, shifts. Form in isa.hpp explains the columns.
#pragma once

#include "emulator/isa/isa.hpp"

namespace simt::isa {

constexpr Form bits_forms[] = {
    {"{popc,clz}.{b32,b64}", "n=t"},
    {"bfind{,.shiftamt}.{s32,s64,u32,u64}", "n=t"},
    {"fns.b32", "n=nnn"},
    {"brev.{b32,b64}", "t=t"},
    {"bfe.{s32,s64,u32,u64}", "t=tnn", {.effect = Effect::Extract}},
    {"bfi.{b32,b64}", "t=ttnn", {.effect = Effect::Insert}},
    {"bmsk.{clamp,wrap}.b32", "n=nn"},
    {"szext.{clamp,wrap}.{s32,u32}", "t=tn"},
    {"prmt.b32", "n=nnn", {.effect = Effect::Permute}},
    {"prmt.b32.{f4e,b4e,rc8,ecl,ecr,rc16}", "n=nnn"},
};

constexpr Form logic_forms[] = {
    {"and.{b16,b32,b64,pred}", "t=tt", {.effect = Effect::And}},
    {"or.{b16,b32,b64,pred}", "t=tt", {.effect = Effect::Or}},
    {"xor.{b16,b32,b64,pred}", "t=tt", {.effect = Effect::Not}},
    {"not.{b16,b32,b64,pred}", "t=t", {.effect = Effect::Not}},
    {"cnot.{b16,b32,b64}", "t=t"},
    {"shl.{b16,b32,b64}", "t=tn", {.effect = Effect::ShiftLeft}},
    {"shr.{b,s,u}{16,32,64}", "t=tn", {.effect = Effect::ShiftRight}},
    {"shf.l.{clamp,wrap}.b32", "n=nnn", {.effect = Effect::FunnelLeft}},
    {"shf.r.{clamp,wrap}.b32", "n=nnn", {.effect = Effect::FunnelRight}},
    {"lop3.b32", "n=nnnn", {.effect = Effect::Lookup}},
    // With a second result, a predicate: d|p.
    {"lop3.{or,and}.b32", "n=nnnnp", {Kind::Lookup}},
};

}  // namespace simt::isa
