// Which names are special registers, so that one that was never declared is told apart from them.
#pragma once

#include <string_view>

namespace simt::ptx {

// Whether PTX ISA 9.0 has a special register of this name: "%tid.x", "%laneid", "%envreg2".
bool is_special_register(std::string_view name);

}  // namespace simt::ptx
