// Floating point in 32 and 64 bits. Form in isa.hpp explains the columns.
#pragma once

#include "emulator/isa/isa.hpp"

namespace simt::isa {

constexpr Traits kSumTraits{.flags = kSum}, kDifferenceTraits{.flags = kDifference},
    kProductTraits{.flags = kProduct};

constexpr Form float32_forms[] = {
    {"add{,.ftz}.f32", "t=tt", kSumTraits},
    {"sub{,.ftz}.f32", "t=tt", kDifferenceTraits},
    {"mul{,.ftz}.f32", "t=tt", kProductTraits},
    {"{add,sub,mul}{,.ftz}.sat.f32", "t=tt"},
    {"{add,sub,mul}.rn{,.ftz}{,.sat}.f32", "t=tt"},
    {"{fma,mad}.rn{,.ftz}{,.sat}.f32", "t=ttt"},
    {"div.rn{,.ftz}.f32", "t=tt"},
    {"{rcp,sqrt}.rn{,.ftz}.f32", "t=t"},
    {"{abs,neg}{,.ftz}.f32", "t=t"},
    {"{min,max}{,.ftz}{,.NaN}{,.xorsign.abs}.f32", "t=tt"},
    {"copysign.f32", "t=tt"},
};

constexpr Form float_rounding_forms[] = {
    {"{add,sub,mul}.{rz,rm,rp}{,.ftz}{,.sat}.f32", "t=tt"},
    {"{fma,mad}.{rz,rm,rp}{,.ftz}{,.sat}.f32", "t=ttt"},
    {"div.{rz,rm,rp}{,.ftz}.f32", "t=tt"},
    {"{rcp,sqrt}.{rz,rm,rp}{,.ftz}.f32", "t=t"},
};

constexpr Form float64_forms[] = {
    {"add.f64", "t=tt", kSumTraits},
    {"sub.f64", "t=tt", kDifferenceTraits},
    {"mul.f64", "t=tt", kProductTraits},
    {"{add,sub,mul,div}.{rn,rz,rm,rp}.f64", "t=tt"},
    {"{fma,mad}.{rn,rz,rm,rp}.f64", "t=ttt"},
    {"{rcp,sqrt}.{rn,rz,rm,rp}.f64", "t=t"},
    {"{abs,neg}.f64", "t=t"},
    {"{min,max,copysign}.f64", "t=tt"},
};

constexpr Form approximate_forms[] = {
    {"{rcp,sqrt,rsqrt,ex2,lg2,sin,cos}.approx{,.ftz}.f32", "t=t"},
    {"div.{approx,full}{,.ftz}.f32", "t=tt"},
    {"tanh.approx.f32", "t=t"},
    {"{rcp,rsqrt}.approx.ftz.f64", "t=t"},
    {"rsqrt.approx.f64", "t=t"},
};

}  // namespace simt::isa
