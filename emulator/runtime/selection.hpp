// Which launches are reported: --kernel and --launch-range. The others run too, but nothing counts them.
#pragma once

#include <string_view>

namespace simt::runtime {

// Whether the launch that begins now is selected. Call it once for each launch, in order: it counts them.
bool select_launch(std::string_view demangled, std::string_view mangled);

}  // namespace simt::runtime
