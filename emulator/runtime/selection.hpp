// Which launches are reported: --kernel and --launch-range. The others run all the same, and are counted by none.
#pragma once

#include <string_view>

namespace simt::runtime {

// Whether the launch that begins now is among those asked for. To be asked once for each launch, in order: it counts.
bool select_launch(std::string_view demangled, std::string_view mangled);

}  // namespace simt::runtime
