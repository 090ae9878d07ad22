// See reader.hpp. FORMAT.md has the lines.
#include "emulator/trace/reader.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "emulator/bits.hpp"
#include "emulator/error.hpp"

namespace simt::trace {
namespace {

constexpr std::string_view kName = "simt-trace ";
constexpr std::string_view kVersion = "1";

// The words of a line, one after the other.
class Words {
  public:
    Words(std::string_view line, u64 number) : rest_(line), number_(number) {}

    [[noreturn]] void fail(std::string_view what) const {
        throw Error("the trace is damaged: line " + std::to_string(number_) + ": " + std::string(what));
    }
    bool empty() const { return rest_.empty(); }
    std::string_view rest() { return std::exchange(rest_, {}); }
    std::string_view word() {
        const std::size_t end = std::min(rest_.find(' '), rest_.size());
        const std::string_view found = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        if (found.empty()) fail("a word is missing");
        return found;
    }
    template <class T>
    T number(int base = 10) {
        return parse<T>(word(), base);
    }
    template <class T>
    T parse(std::string_view text, int base = 10) const {
        T value{};
        const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value, base);
        if (failed != std::errc{} || end != text.data() + text.size())
            fail("'" + std::string(text) + "' is no number that could stand here");
        return value;
    }
    Dim3 dimensions() {
        const u32 x = number<u32>(), y = number<u32>(), z = number<u32>();
        return {x, y, z};
    }
    template <class T, std::size_t n>
    T one_of(const char* const (&names)[n]) {
        const std::string_view found = word();
        for (std::size_t k = 0; k < n; ++k)
            if (found == names[k]) return static_cast<T>(k);
        fail("'" + std::string(found) + "' is not known");
    }

  private:
    std::string_view rest_;
    u64 number_;
};

// The sum, modulo 2⁶⁴: a damaged file may hold any numbers.
s64 sum(s64 a, s64 b) { return static_cast<s64>(static_cast<u64>(a) + static_cast<u64>(b)); }

// "4x31": 31 times 4 bytes further. "4" is once.
void read_steps(Words& words, Access& access) {
    s64 at = words.number<s64>();
    u64 times = 1;  // of the first lane, that the address stays as it is
    s64 step = 0;
    for (const u32 lane : Lanes(access.mask)) {
        if (times == 0) {
            const std::string_view word = words.word();
            const std::size_t cross = std::min(word.find('x'), word.size());
            step = words.parse<s64>(word.substr(0, cross));
            times = cross == word.size() ? 1 : words.parse<u32>(word.substr(cross + 1));
            if (times == 0) words.fail("a step is taken no time");
        }
        at = sum(at, step);
        access.at[lane] = at;
        --times;
    }
    if (times != 0) words.fail("there are more addresses than lanes");
}

Access read_access(Words& words, const Launch& launch) {
    Access access;
    access.instruction = words.number<u32>();
    if (access.instruction >= launch.instructions.size()) words.fail("no such instruction");
    access.block = words.number<u64>();
    access.warp = words.number<u32>();
    access.clock = words.number<u64>();
    access.mask = words.number<u32>(16);
    if (access.mask == 0) words.fail("no lane takes part");
    if (launch.instructions[access.instruction].space == Space::Block) return access;
    access.cost = words.number<u32>();
    access.array = words.number<u64>();
    if (access.array != 0 && !std::ranges::count(launch.arrays, access.array, &Array::number))
        words.fail("no such array");
    read_steps(words, access);
    return access;
}

Launch read_launch(Words& words) {
    Launch launch;
    launch.number = words.number<u64>();
    launch.grid = words.dimensions();
    launch.block = words.dimensions();
    launch.shared_bytes = words.number<u32>();
    launch.kernel = words.rest();
    return launch;
}

Array read_array(Words& words) {
    Array array;
    array.number = words.number<u64>();
    if (array.number == 0) words.fail("arrays are numbered from 1");
    array.bytes = words.number<u64>();
    array.name = words.rest();
    return array;
}

void read_shape(Words& words, Launch& launch) {
    const u64 number = words.number<u64>();
    const auto array = std::ranges::find(launch.arrays, number, &Array::number);
    if (array == launch.arrays.end()) words.fail("no such array");
    Shape shape;
    shape.rows = words.number<u64>();
    shape.columns = words.number<u64>();
    shape.pitch = words.number<u64>();
    shape.element = words.number<u32>();
    shape.offset = words.number<u64>();
    shape.name = words.rest();
    if (shape.pitch < shape.columns) words.fail("a row is longer than its pitch");
    if (shape.element == 0) words.fail("an element has no bytes");
    array->shapes.push_back(shape);
}

SharedArray read_shared_array(Words& words) {
    SharedArray array;
    array.offset = words.number<u32>();
    array.bytes = words.number<u32>();
    array.name = words.rest();
    return array;
}

Place read_place(Words& words) {
    Place place;
    place.line = words.number<u32>();
    place.file = words.rest();
    return place;
}

Arrival read_arrival(Words& words, const Launch& launch) {
    Arrival arrival;
    arrival.place = words.number<u32>();
    if (arrival.place >= launch.places.size()) words.fail("no such place");
    arrival.block = words.number<u64>();
    arrival.warp = words.number<u32>();
    arrival.clock = words.number<u64>();
    arrival.mask = words.number<u32>(16);
    if (arrival.mask == 0) words.fail("no lane takes part");
    return arrival;
}

Instruction read_instruction(Words& words) {
    Instruction instruction;
    instruction.space = words.one_of<Space>(kSpaces);
    instruction.kind = words.one_of<Kind>(kKinds);
    instruction.width = words.number<u32>();
    instruction.line = words.number<u32>();
    instruction.opcode = words.word();
    instruction.file = words.rest();
    return instruction;
}

// all: false: accesses and arrivals are checked and not kept.
void read_part(std::string_view first, Words& words, Launch& launch, bool all) {
    if (first == "instruction")
        launch.instructions.push_back(read_instruction(words));
    else if (first == "array")
        launch.arrays.push_back(read_array(words));
    else if (first == "shape")
        read_shape(words, launch);
    else if (first == "shared")
        launch.shared_arrays.push_back(read_shared_array(words));
    else if (first == "place")
        launch.places.push_back(read_place(words));
    else if (first == "at" && all)
        launch.arrivals.push_back(read_arrival(words, launch));
    else if (first == "at")
        read_arrival(words, launch);
    else if (all)
        launch.accesses.push_back(read_access(words, launch));
    else
        read_access(words, launch);
}

void read_line(Words& words, bool is_access, Trace& trace, bool all) {
    constexpr std::string_view kParts[] = {"instruction", "array", "shape", "shared", "place", "at"};
    const std::string_view first = is_access ? std::string_view() : words.word();
    if (is_access || std::ranges::count(kParts, first) != 0) {
        if (trace.launches.empty()) words.fail("it stands before the first launch");
        read_part(first, words, trace.launches.back(), all);
    } else if (first == "launch") {
        trace.launches.push_back(read_launch(words));
    } else if (first == "cut") {
        trace.cut_after = words.number<u64>();
    } else if (first == "end") {
        trace.complete = true;
    } else {
        words.rest();  // later programs may add lines of other kinds
    }
}

Trace read_lines(std::istream& in, bool all) {
    Trace trace;
    std::string line;
    if (!std::getline(in, line) || !line.starts_with(kName))
        throw Error("this is no trace: its first line would begin with 'simt-trace'");
    if (line.substr(kName.size()) != kVersion)
        throw Error("the trace has version " + line.substr(kName.size()) + "; this program reads version " +
                    std::string(kVersion));
    for (u64 number = 2; std::getline(in, line); ++number) {
        // The program may have been killed while it wrote the last line.
        if (in.eof()) break;
        Words words(line, number);
        if (words.empty()) words.fail("it is empty");
        read_line(words, line[0] >= '0' && line[0] <= '9', trace, all);
        if (!words.empty()) words.fail("there is more than belongs there");
    }
    return trace;
}

}  // namespace

Trace read(std::istream& in) { return read_lines(in, true); }

Trace read_heads(std::istream& in) { return read_lines(in, false); }

}  // namespace simt::trace
