// Options before the program's name are simt's, arguments after it are the program's. CLI11 splits the words; the
// table checks each value, so that the library and the launcher use the same rules.
#include "emulator/loader/launcher/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <CLI/CLI.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>

#include "emulator/loader/launcher/manual.hpp"
#include "emulator/loader/launcher/program.hpp"
#include "emulator/loader/option_table.hpp"
#include "emulator/report/names.hpp"

namespace simt::launcher {
namespace {

using loader::Kind;
using loader::Option;

constexpr const char* kVersion =
    "simt 1.0, an emulator of the CUDA 13 runtime and driver for compute capability 9.0";
constexpr const char* kUsage = "simt [options] ./program [arguments]";
constexpr const char* kViewUsage = "simt view TRACE [TRACE] [-o FILE.html] [--source FOLDER]";

// Options of NVIDIA's tools that users may type, and their names here.
struct Foreign {
    const char* name;
    const char* advice;
};
constexpr Foreign kForeign[] = {
    {"--tool", "everything is checked at once: leave it out, or choose with --checks=memcheck, racecheck, …"},
    {"--log-file", "reports go to stderr: write 2>FILE at the end"},
    {"--csv", "--json FILE writes every figure"},
    {"--set", "everything is counted at once: leave it out"},
    {"--section", "everything is counted at once: leave it out"},
    {"--metrics", "everything is counted at once: leave it out, or use --json FILE"},
    {"--kernel-regex", "write --kernel kns=TEXT, or --kernel regex:EXPRESSION"},
    {"--kernel-id", "write --kernel NAME --launch-range NUMBER"},
    {"--export", "--json FILE writes every figure"},
    {"-o", "--json FILE writes every figure"},
};

// Fits a terminal of 80 columns.
class Help : public CLI::Formatter {
  public:
    std::string make_usage(const CLI::App*, std::string) const override {
        return fmt::format("Usage: {}\n       {}\n", kUsage, kViewUsage);
    }
    std::string make_option(const CLI::Option* option, bool is_positional) const override {
        constexpr int kWidth = 80, kColumn = 28;
        std::string names = "  " + option->get_name(is_positional, true);
        if (option->get_type_size() != 0) names += " " + option->get_type_name();
        const std::string text = report::wrapped(option->get_description(), kWidth, kColumn);
        const int length = report::display_width(names);
        if (length + 2 > kColumn) return fmt::format("{}\n{:{}}{}", names, "", kColumn, text);
        return fmt::format("{}{:{}}{}", names, "", kColumn - length, text);
    }
    std::string make_group(std::string group, bool is_positional,
                           std::vector<const CLI::Option*> options) const override {
        std::string text = fmt::format("\n{}:\n", group == "Options" ? "Help" : group);
        for (const CLI::Option* option : options) text += make_option(option, is_positional);
        return text;
    }
};

struct Given {
    bool flag = false;
    std::vector<std::string> values;
};

struct AskedManual {
    bool page = false, completion = false;
};

// Declares the table's options to CLI11, which fills `given`: a place for each row.
void declare(CLI::App& app, std::vector<Given>& given, AskedManual& manual) {
    app.description(
        "Runs a CUDA program (built with nvcc --cudart shared) on the CPU, counts what\n"
        "its kernels do, explains it line by line, and reports what they do wrong.\n"
        "simt view writes what --trace has recorded as a page for a browser.");
    app.formatter(std::make_shared<Help>());
    auto next = given.begin();
    for (const Option& option : loader::table()) {
        Given& here = *next++;
        if (option.names[0] == '\0') continue;
        CLI::Option* made =
            option.kind == Kind::Flag
                ? app.add_flag(option.names, here.flag, option.help)
                : app.add_option(option.names, here.values, option.help)->allow_extra_args(false);
        made->group(option.group);
        if (option.kind != Kind::Flag) made->type_name(option.value);
    }
    app.set_version_flag("--version", kVersion);
    app.add_flag("--man", manual.page, "Print the manual page, for man -l -");
    app.add_flag("--completion", manual.completion, "Print what completes options in bash, for source");
    // From the first word that is not one of our options, everything belongs to the program.
    app.prefix_command();
}

// The edit distance: how many letters to change, add or remove to get from one word to the other.
std::size_t distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t corner = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
        }
    }
    return row.back();
}

std::string unknown(const std::string& word) {
    const std::string name = word.substr(0, word.find('='));
    for (const Foreign& foreign : kForeign)
        if (name == foreign.name) return fmt::format("simt has no option {}: {}", name, foreign.advice);
    std::string nearest;
    std::size_t least = 4;
    for (const Option& option : loader::table()) {
        if (option.names[0] == '\0') continue;
        const std::string candidate = loader::name_of(option);
        if (const std::size_t far = distance(name, candidate); far < least) {
            least = far;
            nearest = candidate;
        }
    }
    if (nearest.empty()) return fmt::format("there is no option {} (simt --help lists them)", name);
    return fmt::format("there is no option {}: did you mean {}?", name, nearest);
}

std::string checked_value(const Option& option, const Given& given) {
    if (option.kind == Kind::Flag) return given.flag ? "1" : "0";
    if (option.kind != Kind::List && given.values.size() > 1)
        refuse("{} is given {} times: once is enough", loader::name_of(option), given.values.size());
    const std::string text = fmt::format("{}", fmt::join(given.values, ","));
    if (const auto expected = loader::must_be(option, text))
        refuse("{} is '{}'; it must be {}", loader::name_of(option), text, *expected);
    if (option.kind != Kind::File) return text;
    const std::string path = std::filesystem::absolute(text);  // the program may change its folder
    if (!std::ofstream(path))
        refuse("{}: {} cannot be written: {}", loader::name_of(option), path, std::strerror(errno));
    return path;
}

// --launch-range combines --launch-skip and --launch-count.
void apply_range(const std::string& text, std::map<std::string, std::string>& variables) {
    if (variables.count("SIMT_LAUNCH_SKIP") + variables.count("SIMT_LAUNCH_COUNT") != 0)
        refuse("--launch-range says the same as --launch-skip and --launch-count: give one or the other");
    const auto range = loader::parse_launch_range(text);
    variables["SIMT_LAUNCH_SKIP"] = std::to_string(range->first - 1);
    if (range->last != ~u64{0})
        variables["SIMT_LAUNCH_COUNT"] = std::to_string(range->last - range->first + 1);
}

std::map<std::string, std::string> variables_of(const std::vector<Given>& given, int& error_exitcode) {
    std::map<std::string, std::string> variables;
    std::string range;
    for (std::size_t k = 0; k < given.size(); ++k) {
        const Option& option = loader::table()[k];
        if (option.names[0] == '\0' || (option.kind != Kind::Flag && given[k].values.empty())) continue;
        const std::string value = checked_value(option, given[k]);
        if (option.variable[0] != '\0')
            variables[option.variable] = value;
        else if (option.kind == Kind::Range)
            range = value;
        else
            error_exitcode = static_cast<int>(*loader::whole_number(value));
    }
    if (!range.empty()) apply_range(range, variables);
    const auto killed = variables.find("SIMT_KILL");
    if (killed != variables.end() && killed->second == "yes" && variables.count("SIMT_LAUNCH_COUNT") == 0)
        refuse(
            "--kill ends the program after the last launch of --launch-range or --launch-count: give one of "
            "them, with an end");
    const bool table =
        variables["SIMT_QUIET"] == "0" && variables.count("SIMT_JSON") + variables.count("SIMT_SARIF") == 0;
    variables["SIMT_TABLE"] = table ? "1" : "0";
    return variables;
}

}  // namespace

CommandLine read_command_line(int argc, const char* const* argv) {
    CLI::App app;
    std::vector<Given> given(loader::table().size());
    AskedManual manual;
    declare(app, given, manual);
    CommandLine result;
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        result.answer = app.help();
        return result;
    } catch (const CLI::CallForVersion&) {
        result.answer = fmt::format("{}\n", kVersion);
        return result;
    } catch (const CLI::ParseError& error) {
        refuse("{} (simt --help lists the options)", error.what());
    }
    if (manual.page || manual.completion) {
        result.answer = manual.page ? man_page() : bash_completion();
        return result;
    }
    result.command = app.remaining();
    if (!result.command.empty() && result.command.front() == "--")
        result.command.erase(result.command.begin());
    else if (!result.command.empty() && result.command.front().starts_with("-"))
        refuse("{}", unknown(result.command.front()));
    if (result.command.empty()) refuse("no program was named: {}", kUsage);
    result.variables = variables_of(given, result.error_exitcode);
    return result;
}

}  // namespace simt::launcher
