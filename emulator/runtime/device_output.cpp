// See device_output.hpp. Printed text goes to the program's own C stdout, so it keeps the order of the calls. stdout
// is then flushed, so that assertions and reports on stderr appear after it.
#include "emulator/runtime/device_output.hpp"
#include "emulator/exec/launch_record.hpp"

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

void write_device_output(exec::Launch& launch) {
    write_text(stdout, launch.printed);
    write_text(stderr, launch.assertions);
}

}  // namespace simt::runtime
