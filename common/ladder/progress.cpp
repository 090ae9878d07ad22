// See progress.hpp.
#include "common/ladder/progress.hpp"

namespace ladder {
namespace {

constexpr const char* kClearLine = "\r\x1b[K";

}  // namespace

Progress::~Progress() {
    if (!terminal_) return;
    std::fputs(kClearLine, to_);
    std::fflush(to_);
}

void Progress::show(const std::string& version, std::size_t number, std::size_t of) {
    if (!terminal_) return;
    std::fprintf(to_, "%s%s (%zu of %zu)", kClearLine, version.c_str(), number, of);
    std::fflush(to_);
}

}  // namespace ladder
