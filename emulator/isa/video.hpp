// Video instructions: arithmetic on bytes and halves of words. Form in isa.hpp explains the columns.
#pragma once

#include "emulator/isa/isa.hpp"

namespace simt::isa {

constexpr Traits kVideo{Kind::Video};

constexpr Form video_forms[] = {
    {"{vadd,vsub,vabsdiff,vmin,vmax,vshl,vshr,vset}", "n=nn", kVideo, "~video.1"},
    {"{vadd,vsub,vavrg,vabsdiff,vmin,vmax,vset}2", "n=nnn", kVideo, "~video.2"},
    {"{vadd,vsub,vavrg,vabsdiff,vmin,vmax,vset}4", "n=nnn", kVideo, "~video.4"},
    {"vmad", "n=nnn", kVideo, "~video.mad"},
    {"~video.{1,2,4,mad}"},
};

}  // namespace simt::isa
