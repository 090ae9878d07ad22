// cvt: converts from the last type to the one before it. Form in isa.hpp explains the columns.
#pragma once

#include "emulator/isa/isa.hpp"

namespace simt::isa {

constexpr Form convert_integer_forms[] = {
    {"cvt.{s8,s16,s32,s64,u8,u16,u32,u64}.{s8,s16,s32,s64,u8,u16,u32,u64}",
     "d=t",
     {.effect = Effect::Extend}},
    // .sat exists only where the result's type cannot hold every value of the source's.
    {"cvt.sat.{u8,u16,u32,u64}.{s8,s16,s32,s64}", "d=t"},
    {"cvt.sat.u8.{u16,u32,u64}", "d=t"},
    {"cvt.sat.u16.{u32,u64}", "d=t"},
    {"cvt.sat.u32.u64", "d=t"},
    {"cvt.sat.s8.{s16,s32,s64,u8,u16,u32,u64}", "d=t"},
    {"cvt.sat.s16.{s32,s64,u16,u32,u64}", "d=t"},
    {"cvt.sat.s32.{s64,u32,u64}", "d=t"},
    {"cvt.sat.s64.u64", "d=t"},
};

constexpr Form convert_float_forms[] = {
    {"cvt.{rn,rz,rm,rp}{,.ftz}{,.sat}.f32.f64", "d=t"},
    {"cvt.{rni,rzi,rmi,rpi}{,.ftz}{,.sat}.f32.f32", "d=t"},
    {"cvt.{rni,rzi,rmi,rpi}{,.sat}.f64.f64", "d=t"},
    {"cvt{,.ftz}{,.sat}.{f32,f64}.f32", "d=t"},
    {"cvt{,.sat}.f64.f64", "d=t"},
};

constexpr Form convert_float_integer_forms[] = {
    {"cvt.{rni,rzi,rmi,rpi}{,.ftz}{,.sat}.{s8,s16,s32,s64,u8,u16,u32,u64}.f32", "d=t"},
    {"cvt.{rni,rzi,rmi,rpi}{,.sat}.{s8,s16,s32,s64,u8,u16,u32,u64}.f64", "d=t"},
    {"cvt.{rn,rz,rm,rp}{,.ftz}{,.sat}.f32.{s8,s16,s32,s64,u8,u16,u32,u64}", "d=t"},
    {"cvt.{rn,rz,rm,rp}{,.sat}.f64.{s8,s16,s32,s64,u8,u16,u32,u64}", "d=t"},
};

constexpr Form convert_half_forms[] = {
    {"cvt.{rn,rz,rm,rp}{,.ftz}{,.sat}.f16.f32", "d=t"},
    {"cvt.{rn,rz,rm,rp}{,.ftz}.bf16.f32", "d=t"},
    {"cvt.{rn,rz,rm,rp}.{f16,sat.f16,bf16}.f64", "d=t"},
    {"cvt.{rni,rzi,rmi,rpi}{,.sat}.f16.f16", "d=t"},
    {"cvt.{rni,rzi,rmi,rpi}.bf16.bf16", "d=t"},
    {"cvt.{rn,rz,rm,rp}.bf16.f16", "d=t"},
    {"cvt.{rn,rz,rm,rp}.{f16,f32,ftz.f32,f64}.bf16", "d=t"},
    {"cvt.{rn,rz}.{relu,satfinite,relu.satfinite,satfinite.relu}.{f16,bf16}.f32", "d=t"},
    {"cvt.{rn,rz}{,.relu,.satfinite,.relu.satfinite,.satfinite.relu}.{f16x2,bf16x2}.f32", "d=tt"},
    {"cvt{,.ftz}{,.sat}.f32.f16", "d=t"},
    {"cvt{,.sat}.{f64,f16}.f16", "d=t"},
    {"cvt.bf16.f16", "d=t"},
    {"cvt.{f16,bf16,f32,ftz.f32,f64}.bf16", "d=t"},
    {"cvt.rna.tf32.f32", "d=t"},
};

constexpr Form convert_half_integer_forms[] = {
    {"cvt.{rni,rzi,rmi,rpi}{,.sat}.{s8,s16,s32,s64,u8,u16,u32,u64}.f16", "d=t"},
    {"cvt.{rn,rz,rm,rp}{,.sat}.f16.{s8,s16,s32,s64,u8,u16,u32,u64}", "d=t"},
    {"cvt.{rni,rzi,rmi,rpi}.{s16,s32,s64,u16,u32,u64}.bf16", "d=t"},
    {"cvt.{rn,rz,rm,rp}.bf16.{s16,s32,s64,u16,u32,u64}", "d=t"},
};

constexpr Form convert_narrow_forms[] = {
    {"cvt.rn.satfinite{,.relu}.{e4m3x2,e5m2x2}.f32", "d=tt"},
    {"cvt.rn.satfinite{,.relu}.{e4m3x2,e5m2x2}.f16x2", "d=t"},
    {"cvt.rn{,.relu}.f16x2.{e4m3x2,e5m2x2}", "d=t"},
    {"cvt.{rn,rz}{,.relu}.tf32.f32", "d=t"},
    {"cvt.rna.satfinite.tf32.f32", "d=t"},
    {"cvt.pack.sat.{u16,s16}.s32", "n=nn"},
    {"cvt.pack.sat.{u8,s8,u4,s4,u2,s2}.s32.b32", "n=nnn"},
};

}  // namespace simt::isa
