// What a program can do instead of a call that the emulator does not support.
#pragma once

#include <string_view>

namespace simt::runtime {

// "share data through the host, …", to follow "cudaIpcGetMemHandle is not supported by the emulator: ".
std::string_view advice_instead_of(std::string_view call);

// The same for a call of cuBLAS: "cublasCgemm".
std::string_view advice_instead_of_library(std::string_view call);

}  // namespace simt::runtime
