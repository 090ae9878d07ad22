// The names of the special registers, to tell them from undeclared names.
#pragma once

#include <string_view>

namespace simt::ptx {

// Whether PTX ISA 9.0 has a special register of this name: "%tid.x", "%laneid", "%envreg2".
bool is_special_register(std::string_view name);

}  // namespace simt::ptx
