// Video instructions: arithmetic on bytes and halves of words. Form in isa.hpp explains the columns.
#pragma once

#include "emulator/isa/isa.hpp"

namespace simt::isa {

constexpr Traits kVideo{Kind::Video};

constexpr Form video_forms[] = {
    {"{vadd,vsub,vabsdiff,vmin,vmax,vshl,vshr,vset}", "n=nn", kVideo},
    {"{vadd,vsub,vavrg,vabsdiff,vmin,vmax,vset}{2,4}", "n=nnn", kVideo},
    {"vmad", "n=nnn", kVideo},
    // The elements of a word, the operation.
    {"~video.1.{add,sub,absdiff,min,max,shl,shr,set,mad}"},
    {"~video.{2,4}.{add,sub,avrg,absdiff,min,max,set}"},
};

}  // namespace simt::isa
