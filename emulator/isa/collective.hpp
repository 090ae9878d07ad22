// The lanes of a warp together: shuffles, votes, matches, reductions. Form in isa.hpp explains the columns.
#pragma once

#include "emulator/isa/isa.hpp"

namespace simt::isa {

constexpr Form collective_forms[] = {
    {"shfl", "n=nnnn", {Kind::Shuffle, Memory::None, Effect::Shuffle}, "~shuffle"},
    {"vote", "v=pn", {Kind::Vote, Memory::None, Effect::Use}, "~vote"},
    {"match", "n=vn", {Kind::Match, Memory::None, Effect::Use}},
    {"redux", "n=nn", {Kind::Redux, Memory::None, Effect::Use}},
    {"elect", "n=n", {Kind::Elect, Memory::None, Effect::Use}, "~elect"},
    {"activemask", "n=", {Kind::ActiveMask}, "~active_mask"},
    {"{bar,barrier}.warp", "=n", {Kind::WarpBarrier, Memory::None, Effect::Use}, "~sync_warp"},
    {"~{shuffle,vote,elect,sync_warp,active_mask}"},
    {"~match.{any,all}.{b32,b64}"},
    {"~redux.{add,min,max}.{u32,s32}"},
    {"~redux.{and,or,xor}.b32"},
};

}  // namespace simt::isa
