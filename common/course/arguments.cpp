// See arguments.hpp. Written by hand: CLI11 would take longer to compile than the rest of the program, and the first
// `make check` waits for it.
#include "common/course/arguments.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <stdexcept>
#include <string_view>

namespace course {
namespace {

constexpr std::size_t kAnyNumber = ~std::size_t{0};

struct Command {
    std::string_view name;
    std::size_t most_ids;
    std::vector<std::string_view> options;
    std::string_view usage;
};

const Command kCommands[] = {
    {"start", 0, {}, "course start                         what you have solved, and what comes next\n"},
    {"list",
     0,
     {},
     "course list                          the exercises, those that you have solved marked\n"},
    {"check",
     1,
     {"--answer", "--all", "--built", "--seed"},
     "course check ID [--all]              grade your file; --all shows every failure\n"
     "       course check ID --seed N             grade it with sizes and data drawn from this number\n"
     "       course check ID --answer FILE        grade another file\n"
     "       course check ID --built              grade your file as it is built, without asking make\n"},
    {"watch", 1, {"--all"}, "course watch [ID]                    grade your file whenever you save it\n"},
    {"show",
     1,
     {"--answer", "--html", "--built"},
     "course show ID [--answer FILE]       what a warp of your kernel touches in memory, drawn\n"
     "       course show ID --html                the same as a page for a browser, step by step\n"},
    {"hint", 1, {"--reset"}, "course hint ID [--reset]             the next hint, or begin again\n"},
    {"diff",
     1,
     {"--answer", "--force"},
     "course diff ID [--answer FILE]       how a file differs from the reference solution;\n"
     "                                            --force: also before yours is solved\n"},
    {"reset", 1, {}, "course reset ID                      the stub again; your file is kept beside it\n"},
    {"try",
     1,
     {"--built"},
     "course try FILE [-- ARGUMENT...]     build and run a .cu file; its exit code is the program's\n"},
    {"verify",
     kAnyNumber,
     {"--write-pages", "--built", "--jobs"},
     "course verify [ID...] [--jobs N]     prove that stubs and wrong answers fail, solutions pass\n"
     "       course verify [ID...] --write-pages  write what the stubs print into their pages\n"},
};

const Command* find_command(std::string_view name) {
    const auto found = std::find_if(std::begin(kCommands), std::end(kCommands),
                                    [&](const Command& command) { return command.name == name; });
    return found == std::end(kCommands) ? nullptr : found;
}

// "list, check, …": the names to choose from, for a message.
template <class Range, class Name>
std::string choice(const Range& all, const Name& name_of) {
    std::string text;
    for (const auto& one : all) text += (text.empty() ? "" : ", ") + std::string(name_of(one));
    return text;
}

unsigned number_of_jobs(const std::string& text) {
    unsigned jobs = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), jobs);
    if (failed != std::errc{} || end != text.data() + text.size() || jobs == 0)
        throw std::invalid_argument("--jobs needs a whole number from 1 on, not '" + text + "'");
    return jobs;
}

std::string checked_seed(const std::string& text) {
    std::uint64_t seed = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (failed != std::errc{} || end != text.data() + text.size())
        throw std::invalid_argument("--seed needs a whole number below 2^64, not '" + text + "'");
    return text;
}

// Reads the option at words[i], with its value if it has one. Returns the index of the last word read.
std::size_t take_option(const Command& command, const std::vector<std::string>& words, std::size_t i,
                        Arguments& arguments) {
    const std::string& word = words[i];
    const std::size_t equals = word.find('=');
    const std::string option = word.substr(0, equals);
    if (std::find(command.options.begin(), command.options.end(), option) == command.options.end()) {
        const std::string has = command.options.empty()
                                    ? "it has none"
                                    : "it has " + choice(command.options, [](auto name) { return name; });
        throw std::invalid_argument(std::string(command.name) + " has no option '" + option + "'; " + has);
    }
    const bool takes_value = option == "--answer" || option == "--jobs" || option == "--seed";
    if (!takes_value) {
        if (equals != std::string::npos) throw std::invalid_argument(option + " takes no value");
        (option == "--reset"   ? arguments.reset
         : option == "--built" ? arguments.built
         : option == "--all"   ? arguments.all
         : option == "--force" ? arguments.force
         : option == "--html"  ? arguments.html
                               : arguments.write_pages) = true;
        return i;
    }
    const bool in_the_next_word = equals == std::string::npos;
    const std::string value = !in_the_next_word      ? word.substr(equals + 1)
                              : i + 1 < words.size() ? words[i + 1]
                                                     : "";
    if (value.empty()) throw std::invalid_argument(option + " needs a value after it");
    if (option == "--answer")
        arguments.answer = value;
    else if (option == "--seed")
        arguments.seed = checked_seed(value);
    else
        arguments.jobs = number_of_jobs(value);
    return in_the_next_word ? i + 1 : i;
}

}  // namespace

Arguments parse_arguments(const std::vector<std::string>& words) {
    const auto asks_for_help = [](const std::string& word) { return word == "--help" || word == "-h"; };
    Arguments arguments;
    const auto end = std::find(words.begin(), words.end(), "--");  // what follows is for the program of try
    arguments.help = std::any_of(words.begin(), end, asks_for_help);
    const Command* const command = find_command(words.empty() ? "start" : words[0]);
    if (command) arguments.command = command->name;
    if (arguments.help) return arguments;
    if (!command) {
        const std::string commands = choice(kCommands, [](const Command& one) { return one.name; });
        throw std::invalid_argument("there is no command '" + words[0] + "'; there are " + commands);
    }
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (arguments.command == "try" && words[i] == "--") break;
        if (words[i].starts_with("-"))
            i = take_option(*command, words, i, arguments);
        else if (arguments.ids.size() < command->most_ids)
            arguments.ids.push_back(words[i]);
        else
            throw std::invalid_argument(
                arguments.command + " does not know what to do with '" + words[i] + "'" +
                (arguments.command == "try" ? ": write -- in front of the program's arguments" : ""));
    }
    if (arguments.command == "try") {
        arguments.program.swap(arguments.ids);
        if (arguments.program.empty() || arguments.program[0].empty())
            throw std::invalid_argument("try needs a file: make try FILE=mine.cu, or ./course try mine.cu");
        if (end != words.end()) arguments.program.insert(arguments.program.end(), end + 1, words.end());
    }
    return arguments;
}

std::string usage(const std::string& command) {
    std::string text;
    for (const Command& one : kCommands) {
        if (find_command(command) && one.name != command) continue;
        text += (text.empty() ? "usage: " : "       ") + std::string(one.usage);
    }
    return text +
           "\nExit code 0: solved, or all holds; 1: not solved; 2: wrong usage; 3: could not build or run "
           "it.\n";
}

}  // namespace course
