// See device_output.hpp. stdout is the C library's of the program, so the order is that of the calls; it is flushed, so
// that assertions and reports on stderr come behind what was printed before them.
#include "emulator/runtime/device_output.hpp"

#include <cstdio>
#include <string>

namespace simt::runtime {
namespace {

void write_text(std::FILE* stream, std::string& text) {
    if (text.empty()) return;
    std::fwrite(text.data(), 1, text.size(), stream);
    std::fflush(stream);
    text.clear();
    text.shrink_to_fit();
}

}  // namespace

void write_device_output(observe::Launch& launch) {
    write_text(stdout, launch.printed);
    write_text(stderr, launch.assertions);
}

}  // namespace simt::runtime
