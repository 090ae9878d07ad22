// A program that measures, with each of its forms of arguments, with a GPU and without.
#include "common/ladder/measuring_program.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/testing/temporary_folder.hpp"

namespace {

struct Ending {
    int exit_code = -1;
    std::string output, errors;
};

// Collects the text printed to a stream, until the stream is closed.
struct Sink {
    char* text = nullptr;
    std::size_t size = 0;
    std::FILE* stream = open_memstream(&text, &size);

    std::string close() {
        std::fclose(stream);
        const std::string all(text, size);
        std::free(text);
        return all;
    }
};

ladder::MeasuringProgram program() {
    ladder::MeasuringProgram program;
    program.path = "build/04/clock";
    program.measure = [](const auto& add) {
        add("n,ms\n");
        add("1,2\n3,4\n");
    };
    program.table = [](const std::string& csv) { return "table of " + csv; };
    program.on_emulator = [] {};
    return program;
}

Ending run(const ladder::MeasuringProgram& program, const std::vector<std::string>& arguments,
           bool emulated = false) {
    Sink out, errors;
    Ending ending;
    ending.exit_code = ladder::run(program, arguments, emulated, out.stream, errors.stream);
    ending.output = out.close();
    ending.errors = errors.close();
    return ending;
}

}  // namespace

TEST_CASE("on a GPU a program measures, and prints a table or CSV") {
    const Ending table = run(program(), {});
    CHECK(table.exit_code == 0);
    CHECK(table.output == "table of n,ms\n1,2\n3,4\n");
    CHECK(run(program(), {"--csv"}).output == "n,ms\n1,2\n3,4\n");
}

TEST_CASE("on the emulator a program measures nothing") {
    ladder::MeasuringProgram counted = program();
    counted.measure = [](const auto&) { FAIL("measured"); };
    int shown = 0;
    counted.on_emulator = [&] { ++shown; };
    const Ending ending = run(counted, {}, true);
    CHECK(ending.exit_code == 0);
    CHECK(ending.output.empty());
    CHECK(shown == 1);
    const Ending refused = run(counted, {"--csv"}, true);
    CHECK(refused.exit_code == 2);
    CHECK(refused.errors == "clock: --csv measures time, and the emulator has none: it needs a GPU\n");
    CHECK(shown == 1);
}

TEST_CASE("a table is made of a CSV that was measured before, on any machine") {
    const testing::TemporaryFolder folder;
    const std::string file = folder / "measured.csv";
    for (const bool emulated : {false, true}) {
        std::ofstream(file) << "n,ms\n5,6\n";
        CHECK(run(program(), {"--from", file}, emulated).output == "table of n,ms\n5,6\n");
        std::ofstream(file) << "";
        CHECK(run(program(), {"--from", file}, emulated).output ==
              "Not measured yet: on a machine with a GPU, build/04/clock --csv > " + file + " does it.\n");
    }
    std::filesystem::remove(file);
    const Ending missing = run(program(), {"--from", file});
    CHECK(missing.exit_code == 0);
    CHECK(missing.output.find("Not measured yet") == 0);
}

TEST_CASE("where there is nothing to measure, nothing is printed") {
    ladder::MeasuringProgram nothing = program();
    nothing.measure = [](const auto&) {};
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{}, {"--csv"}}) {
        const Ending ending = run(nothing, arguments);
        CHECK(ending.exit_code == 0);
        CHECK(ending.output.empty());
    }
}

TEST_CASE("unknown arguments are wrong usage, and failures are reported") {
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"--fast"}, {"--from"}, {"--csv", "--from"}, {"--from", "a", "b"}}) {
        const Ending ending = run(program(), arguments);
        CHECK(ending.exit_code == 2);
        CHECK(ending.errors == "clock: it takes nothing, or --csv, or --from FILE\n");
        CHECK(ending.output.empty());
    }
    ladder::MeasuringProgram failing = program();
    failing.measure = [](const auto&) { throw std::runtime_error("the device is gone"); };
    const Ending ending = run(failing, {});
    CHECK(ending.exit_code == 1);
    CHECK(ending.errors == "clock: the device is gone\n");
}
