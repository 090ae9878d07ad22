// See options.hpp. Written by hand because chapter programs must build without any library but CUDA's.
#include "common/ladder/options.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "common/ladder/size.hpp"

namespace ladder {
namespace {

constexpr std::size_t kMostDigits = 9;
constexpr std::size_t kWidthOfOptions = 19;  // in --help

std::uint64_t parse_number(const std::string& option, const std::string& text, std::uint64_t lowest) {
    const bool digits =
        !text.empty() && text.size() <= kMostDigits &&
        std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    if (!digits || std::stoull(text) < lowest) {
        throw std::invalid_argument(option + " needs a whole number from " + std::to_string(lowest) +
                                    " to 999999999, not '" + text + "'");
    }
    return std::stoull(text);
}

std::string list(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

// "--size=4" and "--size 4" are the same: one argument becomes two.
std::vector<std::string> split_at_equals(const std::vector<std::string>& arguments) {
    std::vector<std::string> words;
    for (const std::string& argument : arguments) {
        const std::size_t equals = argument.find('=');
        if (argument.rfind("--", 0) == 0 && equals != std::string::npos) {
            words.push_back(argument.substr(0, equals));
            words.push_back(argument.substr(equals + 1));
        } else {
            words.push_back(argument);
        }
    }
    return words;
}

// The names of all versions, each once.
std::vector<std::string> versions_of(const std::vector<Ladder>& ladders) {
    std::vector<std::string> names;
    for (const Ladder& ladder : ladders) {
        for (const Version& version : ladder.versions()) {
            if (std::find(names.begin(), names.end(), version.name) == names.end())
                names.push_back(version.name);
        }
    }
    return names;
}

std::vector<std::string> names_of(const std::vector<Ladder>& ladders) {
    std::vector<std::string> names;
    for (const Ladder& ladder : ladders) names.push_back(ladder.problem().name);
    return names;
}

std::vector<std::string> names_of(const std::vector<Ladder>& ladders, bool on_request) {
    std::vector<std::string> names;
    for (const Ladder& ladder : ladders) {
        if (ladder.problem().on_request == on_request) names.push_back(ladder.problem().name);
    }
    return names;
}

// `kind` is "rung" or "ladder".
const std::string& known(const std::string& name, const std::string& kind,
                         const std::vector<std::string>& names) {
    if (std::find(names.begin(), names.end(), name) != names.end()) return name;
    throw std::invalid_argument("there is no " + kind + " '" + name + "'; there are: " + list(names));
}

}  // namespace

Options parse_options(const std::vector<std::string>& arguments, const std::vector<Ladder>& ladders) {
    const std::vector<std::string> words = split_at_equals(arguments);
    Options options;
    options.list = std::find(words.begin(), words.end(), "--list") != words.end();
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& option = words[i];
        const auto value = [&]() -> const std::string& {
            if (++i == words.size() || words[i].empty())
                throw std::invalid_argument(option + " needs a value after it");
            return words[i];
        };
        if (option == "--help" || option == "-h") {
            options.help = true;
        } else if (option == "--list") {
            // Handled above: with --list, --json takes no file.
        } else if (option == "--json" && options.list) {
            options.list_as_json = true;
        } else if (option == "--size") {
            options.size = value();
        } else if (option == "--ladder" && ladders.size() > 1) {
            options.ladder = known(value(), "ladder", names_of(ladders));
        } else if (option == "--rung") {
            options.rungs.push_back(known(value(), "rung", versions_of(ladders)));
        } else if (option == "--reps") {
            options.repeats = static_cast<int>(parse_number(option, value(), 1));
        } else if (option == "--seed") {
            options.seed = parse_number(option, value(), 0);
        } else if (option == "--json") {
            options.json_file = value();
        } else if (option == "--csv") {
            options.csv_file = value();
        } else if (option == "--tables") {
            options.tables_file = value();
        } else if (option == "--check") {
            options.check_tables = true;
        } else if (option == "--bars" || option == "--no-bars") {
            options.bars = option == "--bars";
        } else if (option == "--loops") {
            options.loops = true;
        } else if (option == "--bench") {
            options.bench = true;
        } else if (option == "--skip-cpu") {
            options.skip_cpu = true;
        } else if (option == "--only-cpu") {
            options.only_cpu = true;
        } else {
            throw std::invalid_argument("unknown option '" + option + "'; --help lists them");
        }
    }
    if (options.check_tables && options.tables_file.empty()) {
        throw std::invalid_argument("--check compares the tables of a page: it needs --tables FILE");
    }
    if (options.bench && (!options.size.empty() || options.loops || !options.json_file.empty() ||
                          !options.tables_file.empty())) {
        throw std::invalid_argument(
            "--bench has its own sizes and loops and writes CSV: leave out --size, --loops, "
            "--json and --tables");
    }
    if (options.skip_cpu && options.only_cpu)
        throw std::invalid_argument("--skip-cpu and --only-cpu leave nothing; take one of them");
    return options;
}

std::string usage(const std::string& program, const std::vector<Ladder>& ladders,
                  const std::string& more_options) {
    const bool several = ladders.size() > 1;
    std::string text = "usage: " + program + " [options]\n";
    if (several) text += "  --ladder NAME    only this ladder: " + list(names_of(ladders, false)) + "\n";
    const std::vector<std::string> on_request = names_of(ladders, true);
    if (!on_request.empty())
        text += "                   which run without it too, or one of: " + list(on_request) + "\n";
    for (const Ladder& ladder : ladders) {
        const Problem& problem = ladder.problem();
        if (problem.on_request) continue;
        std::string option = "  --size " + problem.size_syntax;
        option.resize(std::max(option.size() + 1, kWidthOfOptions), ' ');
        text += option + (several ? "the size of " + problem.name : "the problem's size") + " (" +
                to_string(problem.size_on_gpu) + " on a GPU, " + to_string(problem.size_on_emulator) +
                " on the emulator)\n";
    }
    return text +
           "  --rung NAME      only this version; may be given again\n"
           "  --reps N         timed runs of each version; with --only-cpu at least so many rounds\n"
           "  --seed N         the random input (another one in each run without it)\n"
           "  --list           the rungs: number, name, file, idea; --list --json the same for a program\n"
           "  --json FILE      the results as JSON\n"
           "  --csv FILE       the results as comma-separated rows\n"
           "  --bars           draws rates or counts as bars, as on a terminal; --no-bars there: no bars\n"
           "  --loops          compare a loop over launches with a loop inside the kernel\n"
           "  --bench          measure everything at the sizes of the lesson (needs a GPU, or --only-cpu)\n"
           "  --skip-cpu       leave out the versions for the CPU\n"
           "  --only-cpu       leave out the others\n"
           "  --tables FILE    write the generated tables of a lesson; --check only says whether they are "
           "fresh\n" +
           more_options + "versions: " + list(versions_of(ladders)) + "\n";
}

}  // namespace ladder
