// What a program gives to cuModuleLoadData and its kin: PTX text, a fat binary, or the wrapper that nvcc puts around one.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "emulator/driver/call.hpp"
#include "emulator/loader/fatbin.hpp"

namespace simt::driver {

// The images in the bytes, which a 0 ends, or at an address, where the image says itself how long it is. Both throw a Failure
// if there is neither PTX nor a fat binary.
std::vector<loader::Image> images_in(std::span<const std::byte> bytes);
std::vector<loader::Image> images_at(const void* image);

// The bytes of a file, with a 0 behind them. Throws a Failure that names the file and the reason.
std::vector<std::byte> read_file(const char* path);

// Answers what a program asks of the compiler with its options: only the texts of messages have an effect. There are none after
// success, of which `error` is empty.
void answer_options(unsigned count, CUjit_option* options, void** values, std::string_view error);

// The error for images that could not be loaded: of PTX, or because none is for this device.
cudaError_t error_of_image(const std::vector<loader::Image>& images);

}  // namespace simt::driver
