// See progress.hpp.
#include "common/terminal/progress.hpp"

#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstring>

#include "common/terminal/terminal.hpp"

namespace terminal {
namespace {

constexpr std::size_t kUsualColumns = 80;

struct Codes {
    const char* before;  // moves to the line and empties it
    const char* after;   // moves back
};

// Below the cursor: ESC D goes down one line and scrolls at the end of the screen, so that after the way up a line is free below. ESC 7
// saves the cursor, and ESC 8 restores it after the text.
constexpr Codes codes_of(Place place) {
    if (place == Place::CursorsLine) return {"\r\x1b[K", ""};
    return {"\x1b\x44\x1b[A\x1b\x37\r\n\x1b[K", "\x1b\x38"};
}

// While a line below the cursor is visible: where it is, or -1.
volatile std::sig_atomic_t visible_in = -1;

void clear_and_end(int number) {
    constexpr Codes codes = codes_of(Place::BelowCursor);
    if (visible_in >= 0) {
        [[maybe_unused]] auto written = write(visible_in, codes.before, std::strlen(codes.before));
        written = write(visible_in, codes.after, std::strlen(codes.after));
    }
    signal(number, SIG_DFL);
    raise(number);
}

// Only if the program has no handler of its own.
void clear_when_interrupted(int file) {
    struct sigaction now {};
    if (sigaction(SIGINT, nullptr, &now) == 0 && now.sa_handler == SIG_DFL) {
        visible_in = file;
        signal(SIGINT, clear_and_end);
    }
}

void forget_interrupts() {
    struct sigaction now {};
    if (sigaction(SIGINT, nullptr, &now) == 0 && now.sa_handler == clear_and_end) signal(SIGINT, SIG_DFL);
    visible_in = -1;
}

void write_all(int file, const std::string& text) {
    std::size_t written = 0;
    while (written < text.size()) {
        const ssize_t more = write(file, text.data() + written, text.size() - written);
        if (more <= 0) return;  // a progress line is not worth an error
        written += static_cast<std::size_t>(more);
    }
}

// The text in at most `width` columns.
std::string shortened(const std::string& text, std::size_t width) {
    if (width_of(text) <= width) return text;
    const std::string dots = writes_utf8() ? "…" : "...";
    std::string kept;
    std::size_t columns = width_of(dots);
    for (const char c : text) {
        if ((static_cast<unsigned char>(c) & 0xc0) != 0x80 && ++columns > width) break;
        kept += c;
    }
    return kept + dots;
}

}  // namespace

Progress::Progress(int file, Place place) : file_(file), place_(place), shown_(understands_escapes(file)) {}

void Progress::show(const std::string& text) {
    if (!shown_) return;
    if (!visible_ && place_ == Place::BelowCursor) clear_when_interrupted(file_);
    const std::size_t width = columns(file_).value_or(kUsualColumns);
    const Codes codes = codes_of(place_);
    write_all(file_, codes.before + shortened(text, width - 1) + codes.after);
    visible_ = true;
}

void Progress::clear() {
    if (!visible_) return;
    const Codes codes = codes_of(place_);
    write_all(file_, std::string(codes.before) + codes.after);
    if (place_ == Place::BelowCursor) forget_interrupts();
    visible_ = false;
}

std::string remaining(double seconds_so_far, double done, double of) {
    constexpr double kFirstSecond = 1, kMinute = 60, kManySeconds = 100;
    if (seconds_so_far < kFirstSecond || done <= 0 || done >= of) return "";
    const double left = seconds_so_far / done * (of - done);
    const bool minutes = left >= kManySeconds;
    const long count = std::lround(std::ceil(minutes ? left / kMinute : left));
    return ", about " + std::to_string(count) + (minutes ? " min left" : " s left");
}

std::string of_all(std::size_t done, std::size_t of) {
    return std::to_string(done) + " of " + std::to_string(of);
}

}  // namespace terminal
