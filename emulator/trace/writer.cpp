// See writer.hpp. FORMAT.md has the lines.
#include "emulator/trace/writer.hpp"

#include <iterator>

namespace simt::trace {
namespace {

constexpr std::size_t kBuffered = 1 << 16;

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

void Writer::add_arrival(u32 place, std::string_view rest) {
    if (!has_room(arrivals_, kArrivalsAnAccess * limit_)) return;
    add_line("at ", place, rest);
}

void Writer::add_access(u32 instruction, std::string_view rest) {
    if (!has_room(accesses_, limit_)) return;
    add_line("", instruction, rest);
}

void Writer::add_line(std::string_view word, u32 number, std::string_view rest) {
    text_.append(word);
    const fmt::format_int digits(number);
    text_.append(digits.data(), digits.data() + digits.size());
    text_.append(rest);
    if (text_.size() >= kBuffered) flush();
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
    if (limit_ != 0 && count == most) cut_ = true;
    if (cut_) return false;
    ++count;
    return true;
}

void Writer::flush() {
    out_.write(text_.data(), static_cast<std::streamsize>(text_.size()));
    text_.clear();
}

}  // namespace simt::trace
