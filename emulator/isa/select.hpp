// Moves and choices: whole values, pieces of registers, addresses from one space to another.
// Form in isa.hpp explains the columns.
#pragma once

#include "emulator/isa/isa.hpp"

namespace simt::isa {

constexpr Form select_forms[] = {
    {"mov.{b16,b32,b64,s16,s32,s64,u16,u32,u64,f32,f64,pred}",
     "t=t",
     {Kind::Move, Memory::None, Effect::Move}},
    {"mov", "v=v", {Kind::Move}},  // b128
    {"selp.{b16,b32,b64,s16,s32,s64,u16,u32,u64,f32,f64}", "t=ttp", {.effect = Effect::Select}},
    {"slct.{b16,b32,b64,s16,s32,s64,u16,u32,u64,f32,f64}.{s32,f32}", "d=ddt"},
    {"slct.ftz.{b16,b32,b64,s16,s32,s64,u16,u32,u64,f32,f64}.f32", "d=ddt"},
};

constexpr Form move_forms[] = {
    {"isspacep.{shared,shared::cta,shared::cluster,local,param,param::entry,param::func,global}",
     "p=l",
     {Kind::SpaceTest}},
    {"cvta", "v=v", {Kind::ConvertAddress}},
    // The source's bits, the result's bits.
    {"~{zext,sext}.{16.32,16.64,32.64}"},
    {"~trunc.{32.16,64.16,64.32}"},
    // The number of pieces, the bits of each.
    {"~pack.{2.8,4.8,2.16,4.16,2.32}"},
    // The bits of the whole, the bits of a piece, the piece's number.
    {"~piece.{16.8.0,16.8.1,32.8.0,32.8.1,32.8.2,32.8.3}"},
    {"~piece.{32.16.0,32.16.1,64.32.0,64.32.1,64.16.0,64.16.1,64.16.2,64.16.3}"},
};

}  // namespace simt::isa
