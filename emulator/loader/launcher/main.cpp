// simt [options] ./prog [args]: runs a CUDA program on the emulator, as compute-sanitizer or ncu would run it on a GPU.
// simt view TRACE: writes what --trace has recorded as a page (view_command.hpp).
//
// Options before the program's name are simt's (loader/option_table.cpp), arguments after it are the program's. The
// exit code is the program's. If an option is wrong or the program cannot run, simt says so and exits with 2.
#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "emulator/loader/launcher/options.hpp"
#include "emulator/loader/launcher/program.hpp"
#include "emulator/loader/launcher/run_program.hpp"
#include "emulator/loader/launcher/view_command.hpp"

namespace {

using namespace simt::launcher;

constexpr int kCannotRun = 2;

// Whether findings are neither printed nor told in another way.
bool hides_findings(const CommandLine& line) {
    const auto is_given = [&](const char* variable) {
        const auto found = line.variables.find(variable);
        return found != line.variables.end() && !found->second.empty();
    };
    return line.variables.at("SIMT_QUIET") == "1" && line.error_exitcode == 0 && !is_given("SIMT_JSON") &&
           !is_given("SIMT_SARIF");
}

int run(const CommandLine& line) {
    const Program program = find_program(line.command.front());
    if (line.variables.at("SIMT_QUIET") == "0")
        for (const std::string& note : program.notes) fmt::print(stderr, "simt: {}\n", note);
    const std::vector<std::string> arguments(line.command.begin() + 1, line.command.end());
    const Outcome outcome = run_program(program, arguments, line.variables);
    if (outcome.report_lost)
        fmt::print(stderr, "simt: the program ended without its report: {} leaves no time for one\n",
                   outcome.signal != 0
                       ? fmt::format("signal {} ({})", outcome.signal, strsignal(outcome.signal))
                       : "exec or a system call");
    if (outcome.findings && hides_findings(line))
        fmt::print(stderr,
                   "simt: the checks found something that --quiet does not show: leave --quiet out, or add "
                   "--sarif FILE, --json FILE or --error-exitcode N\n");
    if (outcome.findings && line.error_exitcode != 0) return line.error_exitcode;
    end_like(outcome);
    return outcome.exit_code;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        if (argc > 1 && std::strcmp(argv[1], "view") == 0) return view(argc, argv);
        const CommandLine line = read_command_line(argc, argv);
        if (line.answer.empty()) return run(line);
        fmt::print("{}", line.answer);
        return 0;
    } catch (const Refused& refused) {
        fmt::print(stderr, "simt: {}\n", refused.sentence);
        return kCannotRun;
    }
}
