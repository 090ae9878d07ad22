// The file of --trace: what is written is read again, and a damaged file is refused with the number of the line.
#include <doctest/doctest.h>

#include <random>
#include <sstream>
#include <string>

#include "emulator/error.hpp"
#include "emulator/trace/lines.hpp"
#include "emulator/trace/reader.hpp"
#include "emulator/trace/writer.hpp"

using namespace simt;
using namespace simt::trace;

namespace {

Access access(u32 instruction, u32 mask, u64 array, s64 first, s64 step) {
    Access access{.instruction = instruction, .block = 7, .warp = 3, .clock = 99, .mask = mask, .cost = 4};
    access.array = array;
    for (u32 lane = 0; lane < kLanes; ++lane)
        if ((mask >> lane & 1u) != 0) access.at[lane] = first + step * lane;
    return access;
}

Launch launch() {
    Launch launch{.number = 2,
                  .grid = {4, 3, 2},
                  .block = {32, 4, 1},
                  .shared_bytes = 4224,
                  .kernel = "void copy<float, 4>(float*, float const*)"};
    launch.instructions = {{Space::Global, Kind::Load, 4, 18, "ld.global.f32", "a folder/k.cu"},
                           {Space::Shared, Kind::Store, 16, 0, "st.shared.v4.f32", ""},
                           {Space::Block, Kind::Barrier, 0, 20, "bar.sync", "k.cu"}};
    const Shape matrix{
        .rows = 16, .columns = 30, .pitch = 32, .element = 4, .offset = 2048, .name = "lower half"};
    launch.arrays = {{5, 4096, "cudaMalloc (2nd call)", {{1, 1024, 1024, 4, 0, "A"}, matrix}}};
    launch.shared_arrays = {{0, 4224, "tile"}, {4224, 0, "more"}};
    launch.places = {{18, "a folder/k.cu"}, {20, "k.cu"}};
    launch.arrivals = {{0, 7, 3, 98, ~0u}, {1, 7, 3, 120, 0x80000001}};
    Access rows = access(0, ~0u, 5, 0, 4);
    for (u32 lane = 16; lane < kLanes; ++lane) rows.at[lane] += 448;
    Access barrier = access(2, 0xffff, 0, 0, 0);
    barrier.cost = 0;
    barrier.array = 0;
    launch.accesses = {access(0, ~0u, 5, 128, 4),        rows,
                       access(1, 0x80000001, 0, 64, -2), barrier,
                       access(0, 1u << 31, 5, -8, 0),    access(0, ~0u, 0, 0x201000000000, s64{1} << 40)};
    return launch;
}

std::string written(const Launch& launch, u64 limit = 0) {
    std::ostringstream out;
    Writer writer(out, limit);
    writer.begin_launch(launch);
    for (const SharedArray& array : launch.shared_arrays) writer.add(array);
    for (const Instruction& instruction : launch.instructions) writer.add(instruction);
    for (const Array& array : launch.arrays) writer.add(array);
    for (const Place& place : launch.places) writer.add(place);
    Lines lines;
    for (const Arrival& arrival : launch.arrivals) lines.add_arrival(arrival.place, arrival);
    for (const Access& access : launch.accesses)
        lines.add_access(access.instruction, access, launch.instructions[access.instruction].space);
    lines.each([&](Lines::Kind kind, u32 id, std::string_view rest) {
        kind == Lines::Kind::Arrival ? writer.add_arrival(id, rest) : writer.add_access(id, rest);
    });
    writer.end_launch();
    writer.end();
    return out.str();
}

Trace read_text(const std::string& text) {
    std::istringstream in(text);
    return trace::read(in);
}

std::string refusal(const std::string& text) {
    try {
        read_text(text);
    } catch (const Error& error) {
        return error.what();
    }
    return "read";
}

}  // namespace

TEST_CASE("what is written is read again") {
    const Trace trace = read_text(written(launch()));
    CHECK(trace.complete);
    CHECK(trace.cut_after == std::nullopt);
    REQUIRE(trace.launches.size() == 1);
    CHECK(trace.launches[0] == launch());
}

TEST_CASE("an affine access takes few characters, whatever its lanes") {
    const std::string text = written(launch());
    CAPTURE(text);
    CHECK(text.find("\n0 7 3 99 ffffffff 4 5 128 4x31\n") != text.npos);
    CHECK(text.find("\n0 7 3 99 ffffffff 4 5 0 4x15 452 4x15\n") != text.npos);
    CHECK(text.find("\n1 7 3 99 80000001 4 0 64 -62\n") != text.npos);
    CHECK(text.find("\n2 7 3 99 ffff\n") != text.npos);
}

TEST_CASE("equal steps of any number are read again") {
    Launch steps = launch();
    steps.accesses.clear();
    for (u32 length = 1; length < kLanes; ++length) {
        Access one = access(0, ~0u, 5, 0, 4);
        for (u32 lane = length; lane < kLanes; ++lane) one.at[lane] += s64{1} << (lane - length);
        steps.accesses.push_back(one);
    }
    CHECK(read_text(written(steps)).launches.at(0) == steps);
}

TEST_CASE("lines, arrays and their shapes are written as the format says") {
    const std::string text = written(launch());
    CAPTURE(text);
    CHECK(text.find("\nshared 0 4224 tile\nshared 4224 0 more\n") != text.npos);
    CHECK(text.find("\narray 5 4096 cudaMalloc (2nd call)\nshape 5 1 1024 1024 4 0 A\n"
                    "shape 5 16 30 32 4 2048 lower half\n") != text.npos);
    CHECK(text.find("\nplace 18 a folder/k.cu\nplace 20 k.cu\n"
                    "at 0 7 3 98 ffffffff\nat 1 7 3 120 80000001\n") != text.npos);
}

TEST_CASE("at the limit the file is cut, and says so") {
    const Trace trace = read_text(written(launch(), 2));
    CHECK(trace.launches.at(0).accesses.size() == 2);
    CHECK(trace.cut_after == 2);
    CHECK(read_text(written(launch(), launch().accesses.size())).cut_after == std::nullopt);
}

TEST_CASE("too many arrivals cut the accesses, too") {
    Launch many = launch();
    many.arrivals.resize(Writer::kArrivalsAnAccess * many.accesses.size(), many.arrivals[0]);
    CHECK(read_text(written(many, many.accesses.size())).cut_after == std::nullopt);
    many.arrivals.push_back(many.arrivals[0]);
    const std::string text = written(many, many.accesses.size());
    CHECK(read_text(text).cut_after == 0);
    CHECK(read_text(text).launches.at(0).accesses.empty());
}

TEST_CASE("the file of a program that was killed is read as far as it goes") {
    const std::string text = written(launch());
    for (std::size_t length = text.find('\n') + 1; length < text.size(); ++length) {
        const Trace trace = read_text(text.substr(0, length));
        CHECK_FALSE(trace.complete);
    }
}

TEST_CASE("lines of kinds that this reader does not know are skipped") {
    CHECK(read_text("simt-trace 1\nweather fine\nend\n").complete);
}

TEST_CASE("a damaged file is refused with the line") {
    const std::string head =
        "simt-trace 1\nlaunch 1 1 1 1 32 1 1 0 k\ninstruction global load 4 18 ld.global.f32 k.cu\n";
    CHECK(refusal("") == "this is no trace: its first line would begin with 'simt-trace'");
    CHECK(refusal("simt-trace 2\n") == "the trace has version 2; this program reads version 1");
    const auto damage = [](const std::string& what) { return "the trace is damaged: line 4: " + what; };
    CHECK(refusal(head + "1 0 0 1 ffffffff 4 0 0 4x31\n") == damage("no such instruction"));
    CHECK(refusal(head + "0 0 0 1 0 4 0 0\n") == damage("no lane takes part"));
    CHECK(refusal(head + "0 0 0 1 ffffffff 4 3 0 4x31\n") == damage("no such array"));
    CHECK(refusal(head + "0 0 0 1 ffffffff 4 0 0 4x30\n") == damage("a word is missing"));
    CHECK(refusal(head + "0 0 0 1 ffffffff 4 0 0 4x32\n") == damage("there are more addresses than lanes"));
    CHECK(refusal(head + "0 0 0 1 ffffffff 4 0 0 4x0\n") == damage("a step is taken no time"));
    CHECK(refusal(head + "0 0 0 1 ffffffff 4 0 0 4x31 1\n") == damage("there is more than belongs there"));
    CHECK(refusal(head + "0 0 0 1 ffffffff 4 0 x\n") == damage("'x' is no number that could stand here"));
    CHECK(refusal(head + "\n") == damage("it is empty"));
    CHECK(refusal(head + "at 0 0 0 1 ffffffff\n") == damage("no such place"));
    CHECK(refusal(head + "shape 1 1 1 1 4 0 A\n") == damage("no such array"));
    const std::string more = head + "place 1 k.cu\narray 1 64 a\n";
    const auto later = [](const std::string& what) { return "the trace is damaged: line 6: " + what; };
    CHECK(refusal(more + "at 0 0 0 1 0\n") == later("no lane takes part"));
    CHECK(refusal(more + "shape 1 2 8 4 4 0 A\n") == later("a row is longer than its pitch"));
    CHECK(refusal(more + "shape 1 2 8 8 0 0 A\n") == later("an element has no bytes"));
    CHECK(refusal(more + "shared 0 A\n") == later("'A' is no number that could stand here"));
    CHECK(refusal("simt-trace 1\narray 1 1 a\n") ==
          "the trace is damaged: line 2: it stands before the first launch");
}

TEST_CASE("whatever the bytes, the reader either reads them or refuses them in a sentence") {
    std::mt19937 random(1);
    const std::string text = written(launch());
    const std::string letters = "0123456789-x \nlaunchinstructionarrayshapeplacesharedatend\xff";
    int refused = 0;
    for (int round = 0; round < 20000; ++round) {
        std::string changed = text;
        for (u32 k = random() % 4 + 1; k != 0; --k) {
            const std::size_t at = random() % changed.size();
            if (random() % 4 == 0)
                changed.erase(at, random() % 9);
            else if (random() % 3 == 0)
                changed.insert(at, changed.substr(random() % changed.size(), random() % 40));
            else
                changed[at] = letters[random() % letters.size()];
        }
        const std::string answer = refusal(changed);
        CHECK(answer.size() < changed.size() + 200);
        refused += answer != "read";
    }
    CHECK(refused > 5000);
    CHECK(refused < 20000);
}
