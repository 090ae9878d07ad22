// The lines of accesses and arrivals, without their first numbers. Host threads format them side by side (exec/tracer.hpp); the numbers
// follow from the order in which the lines reach the file.
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "emulator/trace/trace.hpp"

namespace simt::trace {

// What follows the number of the place or the instruction, from its blank to the line's end.
void append_rest(fmt::memory_buffer& text, const Arrival& arrival);
void append_rest(fmt::memory_buffer& text, const Access& access, Space space);

class Lines {
  public:
    enum class Kind : u8 { Access, Arrival, Array };

    // id: what the caller calls the instruction, the place or the array until it has its number.
    void add_access(u32 id, const Access& access, Space space) {
        append_rest(text_, access, space);
        end_line(Kind::Access, id);
    }
    void add_arrival(u32 id, const Arrival& arrival) {
        append_rest(text_, arrival);
        end_line(Kind::Arrival, id);
    }
    // The array of the access that comes next.
    void add_array(u32 id) { end_line(Kind::Array, id); }

    bool empty() const { return lines_.empty(); }
    std::size_t bytes() const { return text_.size() + lines_.size() * sizeof(Line); }
    void clear() {
        lines_.clear();
        text_.clear();
        end_ = 0;
    }

    // Calls take(kind, id, rest) for each line, in order.
    template <class Take>
    void each(const Take& take) const {
        std::size_t begin = 0;
        for (const Line& line : lines_) {
            take(line.kind, line.id, std::string_view(text_.data() + begin, line.bytes));
            begin += line.bytes;
        }
    }

  private:
    struct Line {
        u32 id;
        u16 bytes;
        Kind kind;
    };

    void end_line(Kind kind, u32 id) {
        lines_.push_back({id, static_cast<u16>(text_.size() - end_), kind});
        end_ = text_.size();
    }

    std::vector<Line> lines_;
    fmt::memory_buffer text_;
    std::size_t end_ = 0;  // of the last line
};

}  // namespace simt::trace
