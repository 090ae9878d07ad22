// See writer.hpp. FORMAT.md has the lines.
#include "emulator/trace/writer.hpp"

#include <charconv>
#include <iterator>

#include "emulator/bits.hpp"

namespace simt::trace {
namespace {

constexpr std::size_t kBuffered = 1 << 16;

// Numbers of a line, faster than fmt: traces have millions of them. 37 numbers of at most 20 digits, their signs and blanks.
class Numbers {
  public:
    template <class T>
    void add(T number, int base = 10) {
        end_ = std::to_chars(end_, text_ + sizeof text_, number, base).ptr;
    }
    void add(char letter) { *end_++ = letter; }
    // The numbers with a blank between them.
    template <class... Rest>
    void words(u32 first, Rest... rest) {
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

Writer::Writer(std::ostream& out, u64 limit) : out_(out), limit_(limit) { out_ << "simt-trace 1\n"; }

void Writer::begin_launch(const Launch& launch) {
    const Dim3 &grid = launch.grid, &block = launch.block;
    fmt::format_to(std::back_inserter(text_), "launch {} {} {} {} {} {} {} {} {}\n", launch.number, grid.x,
                   grid.y, grid.z, block.x, block.y, block.z, launch.shared_bytes, launch.kernel);
}

void Writer::add(const Instruction& instruction) {
    fmt::format_to(std::back_inserter(text_), "instruction {} {} {} {} {} {}\n",
                   kSpaces[static_cast<int>(instruction.space)], kKinds[static_cast<int>(instruction.kind)],
                   instruction.width, instruction.line, instruction.opcode, instruction.file);
}

void Writer::add(const Array& array) {
    const auto to = std::back_inserter(text_);
    fmt::format_to(to, "array {} {} {}\n", array.number, array.bytes, array.name);
    for (const Shape& shape : array.shapes)
        fmt::format_to(to, "shape {} {} {} {} {} {} {}\n", array.number, shape.rows, shape.columns,
                       shape.pitch, shape.element, shape.offset, shape.name);
}

void Writer::add(const SharedArray& array) {
    fmt::format_to(std::back_inserter(text_), "shared {} {} {}\n", array.offset, array.bytes, array.name);
}

void Writer::add(const Place& place) {
    fmt::format_to(std::back_inserter(text_), "place {} {}\n", place.line, place.file);
}

void Writer::add(const Arrival& arrival) {
    if (!has_room(arrivals_, kArrivalsAnAccess * limit_)) return;
    Numbers line;
    line.add('a');
    line.add('t');
    line.add(' ');
    line.words(arrival.place, arrival.block, arrival.warp, arrival.clock);
    line.add(' ');
    line.add(arrival.mask, 16);
    line.end_line(text_);
    flush_full();
}

void Writer::add(const Access& access, Space space) {
    if (!has_room(accesses_, limit_)) return;
    Numbers line;
    line.words(access.instruction, access.block, access.warp, access.clock);
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
    line.end_line(text_);
    flush_full();
}

void Writer::end_launch() {
    flush();
    out_.flush();
}

void Writer::end() {
    if (cut_) fmt::format_to(std::back_inserter(text_), "cut {}\n", accesses_);
    fmt::format_to(std::back_inserter(text_), "end\n");
    flush();
    out_.flush();
}

bool Writer::has_room(u64& count, u64 most) {
    cut_ |= limit_ != 0 && count == most;
    if (cut_) return false;
    ++count;
    return true;
}

void Writer::flush_full() {
    if (text_.size() >= kBuffered) flush();
}

void Writer::flush() {
    out_.write(text_.data(), static_cast<std::streamsize>(text_.size()));
    text_.clear();
}

}  // namespace simt::trace
