// See view_command.hpp.
#include "emulator/loader/launcher/view_command.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <CLI/CLI.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "emulator/error.hpp"
#include "emulator/loader/launcher/program.hpp"
#include "emulator/trace/trace.hpp"
#include "emulator/view/page.hpp"

namespace simt::launcher {
namespace {

struct Asked {
    std::vector<std::string> traces, folders;
    std::string out, help;  // help: print this and stop
};

Asked read_words(int argc, const char* const* argv) {
    Asked asked;
    CLI::App app(
        "Writes a trace (simt --trace FILE ./program) as one HTML file that any browser\n"
        "shows, without a network: memory as sectors and banks, the lanes at each source\n"
        "line, step by step.");
    app.name("simt view");
    std::string first, second;
    app.add_option("TRACE", first, "What --trace has written")->required()->type_name("");
    app.add_option("SECOND", second, "Another trace, shown beside it")->type_name("");
    app.add_option("-o,--out", asked.out, "The file to write (default: the first trace's name and .html)")
        ->type_name("FILE");
    app.add_option("--source", asked.folders,
                   "Look there for source files that are not at their path; may be given several times")
        ->type_name("FOLDER")
        ->allow_extra_args(false);
    try {
        app.parse(argc - 1, argv + 1);
    } catch (const CLI::CallForHelp&) {
        asked.help = app.help();
    } catch (const CLI::ParseError& error) {
        refuse("view: {} (simt view --help says more)", error.what());
    }
    asked.traces.push_back(first);
    if (!second.empty()) asked.traces.push_back(second);
    return asked;
}

// As one would type it.
std::string command_line(int argc, const char* const* argv) {
    std::string line = "simt";
    for (int k = 1; k < argc; ++k) {
        const std::string word = argv[k];
        const bool plain =
            word.find_first_of(" \t\n'\"\\$&;|<>()*?#~`") == std::string::npos && !word.empty();
        line += plain ? " " + word : fmt::format(" '{}'", word);
    }
    return line;
}

void say_what_is_missing(const std::string& path, const trace::Trace& heads) {
    if (heads.cut_after)
        fmt::print(stderr,
                   "simt: {} was cut: it holds the first {} accesses (simt --trace-limit N records more)\n",
                   path, *heads.cut_after);
    else if (!heads.complete)
        fmt::print(stderr, "simt: {} has no end: the program was killed, or is still running\n", path);
}

}  // namespace

int view(int argc, const char* const* argv) {
    const Asked asked = read_words(argc, argv);
    if (!asked.help.empty()) {
        fmt::print("{}", asked.help);
        return 0;
    }
    std::vector<view::Shown> shown;
    std::vector<std::string> missing;
    try {
        for (const std::string& path : asked.traces) {
            trace::Trace heads;
            const std::string text = view::read_trace(path, heads);
            say_what_is_missing(path, heads);
            shown.push_back(
                view::shown(std::filesystem::path(path).filename(), text, heads, asked.folders, missing));
        }
    } catch (const Error& error) {
        refuse("{}", error.what());
    }
    for (const std::string& file : missing)
        fmt::print(stderr,
                   "simt: {} was not found, so its lines are not shown: --source FOLDER says where it is\n",
                   file);
    const std::string path = asked.out.empty() ? asked.traces[0] + ".html" : asked.out;
    std::ofstream out(path, std::ios::binary);
    out << view::page(shown, command_line(argc, argv));
    out.close();
    if (!out) refuse("{} cannot be written: {}", path, std::strerror(errno));
    fmt::print("{}\n", path);
    return 0;
}

}  // namespace simt::launcher
