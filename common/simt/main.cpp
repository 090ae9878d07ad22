// simt [options] ./prog [args]: runs a CUDA program on the emulator, as compute-sanitizer or ncu would run it on a GPU.
//
// Options in front of the program are simt's, what follows its name is the program's. The exit code is the program's, or 2
// with a sentence for wrong options and programs that cannot be run.
#include <fmt/format.h>

#include <cerrno>
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "common/simt/launcher/program.hpp"
#include "common/simt/launcher/run_program.hpp"

namespace {

using simt::launcher::Program;
using simt::launcher::Refused;

constexpr int kCannotRun = 2;
constexpr const char* kVersion = "simt 1.0, an emulator of the CUDA 13 runtime for compute capability 9.0";

struct Options {
    std::string json;
    std::string checks = "all";
    int error_exitcode = 0;
    int threads = 0;
    bool quiet = false;
    std::vector<std::string> command;  // the program and its arguments
};

class Help : public CLI::Formatter {
  public:
    std::string make_usage(const CLI::App*, std::string) const override {
        return "Usage: simt [options] ./program [arguments]\n";
    }
};

void declare(CLI::App& app, Options& options) {
    app.description(
        "Runs a CUDA program (built with nvcc --cudart shared) on the CPU, counts what its kernels do and\n"
        "reports what they do wrong.");
    app.formatter(std::make_shared<Help>());
    app.add_option("--json", options.json, "Write the counters of every launch to FILE")->type_name("FILE");
    app.add_option("--checks", options.checks, "Which checks run: all, or none (faster)")
        ->type_name("all|none")
        ->check(CLI::IsMember({"all", "none"}));
    app.add_option("--error-exitcode", options.error_exitcode, "Exit with N when a check reported anything")
        ->type_name("N")
        ->check(CLI::Range(1, 255));
    app.add_option("--threads", options.threads, "Host threads to use (default: all)")
        ->type_name("N")
        ->check(CLI::Range(1, 4096));
    app.add_flag("--quiet", options.quiet, "No table and no reports; --json and the exit code still tell");
    app.set_version_flag("--version", kVersion);
    // From the first word that is no option of ours on, everything belongs to the program.
    app.prefix_command();
}

std::map<std::string, std::string> variables_of(const Options& options) {
    std::map<std::string, std::string> variables;
    variables["SIMT_CHECKS"] = options.checks;
    variables["SIMT_THREADS"] = std::to_string(options.threads);
    variables["SIMT_QUIET"] = options.quiet ? "1" : "0";
    variables["SIMT_TABLE"] = options.quiet || !options.json.empty() ? "0" : "1";
    if (!options.json.empty()) variables["SIMT_JSON"] = options.json;
    return variables;
}

// Reads the command line; a sentence for what is wrong with it.
void parse(int argc, char** argv, CLI::App& app, Options& options) {
    app.parse(argc, argv);
    options.command = app.remaining();
    if (!options.command.empty() && options.command.front() == "--")
        options.command.erase(options.command.begin());
    if (options.command.empty()) throw Refused{"no program was named: simt [options] ./program [arguments]"};
    if (options.command.front().starts_with("-"))
        throw Refused{fmt::format("there is no option {} (simt --help lists them)", options.command.front())};
    if (options.json.empty()) return;
    options.json = std::filesystem::absolute(options.json);  // the program may change its folder
    if (!std::ofstream(options.json))
        throw Refused{fmt::format("--json: {} cannot be written: {}", options.json, std::strerror(errno))};
}

int run(const Options& options) {
    const Program program = simt::launcher::find_program(options.command.front());
    const std::vector<std::string> arguments(options.command.begin() + 1, options.command.end());
    const auto outcome = simt::launcher::run_program(program, arguments, variables_of(options));
    return outcome.findings && options.error_exitcode != 0 ? options.error_exitcode : outcome.exit_code;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app;
    Options options;
    declare(app, options);
    try {
        parse(argc, argv, app, options);
        return run(options);
    } catch (const CLI::Success& help) {
        return app.exit(help);
    } catch (const CLI::ParseError& error) {
        fmt::print(stderr, "simt: {} (simt --help lists the options)\n", error.what());
    } catch (const Refused& refused) {
        fmt::print(stderr, "simt: {}\n", refused.sentence);
    }
    return kCannotRun;
}
