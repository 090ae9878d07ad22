// See measuring_program.hpp.
#include "common/ladder/measuring_program.hpp"

#include <exception>
#include <filesystem>
#include <stdexcept>

#include "common/cuda/counters.hpp"
#include "common/ladder/files.hpp"

namespace ladder {
namespace {

void print(const std::string& text, std::FILE* out) {
    std::fputs(text.c_str(), out);
    std::fflush(out);
}

void run_checked(const MeasuringProgram& program, const std::vector<std::string>& arguments, bool emulated,
                 std::FILE* out) {
    const bool csv = arguments == std::vector<std::string>{"--csv"};
    const bool from = arguments.size() == 2 && arguments[0] == "--from";
    if (!arguments.empty() && !csv && !from)
        throw std::invalid_argument("it takes nothing, or --csv, or --from FILE");
    if (from) {
        const std::string& file = arguments[1];
        const std::string measured = std::filesystem::exists(file) ? read_file(file) : "";
        print(measured.empty() ? "Not measured yet: on a machine with a GPU, " + program.path + " --csv > " +
                                     file + " does it.\n"
                               : program.table(measured),
              out);
        return;
    }
    if (emulated && csv)
        throw std::invalid_argument("--csv measures time, and the emulator has none: it needs a GPU");
    if (emulated) {
        program.on_emulator();
        return;
    }
    std::string measured;
    program.measure([&](const std::string& lines) {
        measured += lines;
        if (csv) print(lines, out);
    });
    if (!csv && !measured.empty()) print(program.table(measured), out);
}

}  // namespace

int run(const MeasuringProgram& program, const std::vector<std::string>& arguments, bool emulated,
        std::FILE* out, std::FILE* errors) {
    const auto complain = [&](const std::exception& error) {
        const std::string name = std::filesystem::path(program.path).filename();
        std::fprintf(errors, "%s: %s\n", name.c_str(), error.what());
    };
    try {
        run_checked(program, arguments, emulated, out);
        return 0;
    } catch (const std::invalid_argument& error) {
        complain(error);
        return 2;
    } catch (const std::exception& error) {
        complain(error);
        return 1;
    }
}

int run(const MeasuringProgram& program, int argc, char** argv) {
    return run(program, {argv + 1, argv + argc}, gpu::emulator::present(), stdout, stderr);
}

}  // namespace ladder
