// Comparisons: setp, set, testp. Form in isa.hpp explains the columns.
#pragma once

#include "emulator/isa/pattern.hpp"

namespace simt::isa {

// Comparisons of integers by name, in the order of enum Order.
inline constexpr const char* kOrders = "{eq,ne,lt,le,gt,ge}";
enum class Order : u8 { Equal, Unequal, Less, LessOrEqual, Greater, GreaterOrEqual };

// lo, ls, hi and hs are the unsigned names of lt, le, gt and ge.
constexpr Order order_named(std::string_view name) {
    const int order = match(kOrders, name);
    return static_cast<Order>(order >= 0 ? order : 2 + match("{lo,ls,hi,hs}", name));
}

constexpr Traits kCompareBits{Kind::Compare, Memory::None, Effect::Compare};
constexpr Traits kCompare{Kind::Compare}, kSet{Kind::Set};

constexpr Form compare_forms[] = {
    {"setp", "p=vv", kCompareBits},  // with a third predicate, of packed halves
    {"set", "v=vv", kSet},
    {"setp.{eq,ne}.{b16,b32,b64}", "p=tt", kCompareBits},
    {"setp.{eq,ne,lt,le,gt,ge}.{s16,s32,s64}", "p=tt", kCompareBits},
    {"setp.{eq,ne,lt,le,gt,ge,lo,ls,hi,hs}.{u16,u32,u64}", "p=tt", kCompareBits},
    {"set.{eq,ne}.{u32,s32,f32}.{b16,b32,b64}", "d=tt", kSet},
    {"set.{eq,ne,lt,le,gt,ge}.{u32,s32,f32}.{s16,s32,s64}", "d=tt", kSet},
    {"set.{eq,ne,lt,le,gt,ge,lo,ls,hi,hs}.{u32,s32,f32}.{u16,u32,u64}", "d=tt", kSet},
    {"setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.{f32,ftz.f32,f64}", "p=tt", kCompare},
    {"set.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}{,.ftz}.{u32,s32,f32}.f32", "d=tt", kSet},
    {"set.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.{u32,s32,f32}.f64", "d=tt", kSet},
    {"testp.{finite,infinite,number,notanumber,normal,subnormal}.{f32,f64}", "p=t"},
    {"setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.{f16,ftz.f16,bf16}", "p=tt", kCompare},
};

}  // namespace simt::isa
