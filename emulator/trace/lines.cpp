// See lines.hpp. FORMAT.md has the lines.
#include "emulator/trace/lines.hpp"

#include <charconv>

#include "emulator/bits.hpp"

namespace simt::trace {
namespace {

// Numbers of a line, faster than fmt: traces have millions of them. 37 numbers of at most 20 digits, their signs and blanks.
class Numbers {
  public:
    template <class T>
    void add(T number, int base = 10) {
        end_ = std::to_chars(end_, text_ + sizeof text_, number, base).ptr;
    }
    void add(char letter) { *end_++ = letter; }
    // The numbers with a blank between them.
    template <class First, class... Rest>
    void words(First first, Rest... rest) {
        add(first);
        ((add(' '), add(rest)), ...);
    }
    void end_line(fmt::memory_buffer& out) {
        add('\n');
        out.append(text_, end_);
    }

  private:
    char text_[2048];
    char* end_ = text_;
};

}  // namespace

void append_rest(fmt::memory_buffer& text, const Arrival& arrival) {
    Numbers line;
    line.add(' ');
    line.words(arrival.block, arrival.warp, arrival.clock);
    line.add(' ');
    line.add(arrival.mask, 16);
    line.end_line(text);
}

void append_rest(fmt::memory_buffer& text, const Access& access, Space space) {
    Numbers line;
    line.add(' ');
    line.words(access.block, access.warp, access.clock);
    line.add(' ');
    line.add(access.mask, 16);
    if (space != Space::Block) {
        const u32 first = static_cast<u32>(__builtin_ctz(access.mask));
        line.add(' ');
        line.words(access.cost, access.array, access.at[first]);
        s64 before = access.at[first], step = 0;
        u32 times = 0;
        const auto put = [&] {
            if (times == 0) return;
            line.add(' ');
            line.add(step);
            if (times == 1) return;
            line.add('x');
            line.add(times);
        };
        for (const u32 lane : Lanes(access.mask & (access.mask - 1))) {
            const s64 here = access.at[lane] - before;
            before = access.at[lane];
            if (times != 0 && here == step) {
                ++times;
                continue;
            }
            put();
            step = here;
            times = 1;
        }
        put();
    }
    line.end_line(text);
}

}  // namespace simt::trace
