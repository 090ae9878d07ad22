// The text that printf makes of a format, with arguments that lie in a device's memory.
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

// CUDA's rules, as an H200 has them (test/hardware/programs/formats.cu): %d %i %u %o %x %X %c take 4 bytes, 8 with l or ll; %e %f %g
// %a a double; %p and %s 8; each lies at a multiple of its size. At most 32 arguments; other specifiers are printed as they stand.
// Appends to text and returns the number of arguments, or -1 if something could not be read.
int format_device_text(const std::string& format, const FormatInput& input, std::string& text);

}  // namespace simt::exec
