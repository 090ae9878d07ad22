// Formats printf's text from arguments in device memory.
#pragma once

#include <functional>
#include <string>

#include "emulator/integers.hpp"

namespace simt::exec {

struct FormatInput {
    // The bytes of the argument that begins at this offset of the argument list; false if they cannot be read.
    std::function<bool(u64 offset, void* to, u32 bytes)> argument;
    // The string at this device address; false if it cannot be read.
    std::function<bool(u64 address, std::string& text)> string;
};

// CUDA's rules, as measured on an H200 (test/hardware/programs/formats.cu): %d %i %u %o %x %X %c take 4 bytes, 8 with l or ll;
// %e %f %g %a take a double; %p and %s take 8 bytes. Each argument lies at a multiple of its size; there are at most 32. Other
// specifiers are printed as they stand.
//
// Appends to text and returns the number of arguments, or -1 if something could not be read.
int format_device_text(const std::string& format, const FormatInput& input, std::string& text);

}  // namespace simt::exec
