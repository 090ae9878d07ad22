// See commands.hpp.
#include "common/course/commands.hpp"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "common/course/arguments.hpp"
#include "common/course/build.hpp"
#include "common/course/catalogue.hpp"
#include "common/course/check.hpp"
#include "common/course/guide.hpp"
#include "common/course/hints.hpp"
#include "common/course/progress.hpp"
#include "common/course/reading_order.hpp"
#include "common/course/show.hpp"
#include "common/course/stubs.hpp"
#include "common/course/terminal_text.hpp"
#include "common/course/try_file.hpp"
#include "common/course/verify.hpp"
#include "common/course/watch.hpp"
#include "common/terminal/terminal.hpp"
#include "common/testing/process.hpp"

namespace course {
namespace {

constexpr double kDiffLimit = 10;  // seconds

// The exercise of this number. If there is none: prints what to type, and returns nullptr.
const Exercise* find(const std::vector<Exercise>& all, const std::string& id) {
    if (const Exercise* const exercise = find_in(all, id)) return exercise;
    std::fprintf(stderr, "%s", not_found(all, id).c_str());
    return nullptr;
}

int hint(const Exercise& exercise, bool reset) {
    if (reset) reset_hints(hints_seen(exercise));
    std::fputs(
        wrapped_paragraphs(next_hint(exercise, hints_seen(exercise)), terminal::text_width(STDOUT_FILENO))
            .c_str(),
        stdout);
    return 0;
}

// The output of diff without blank lines and the answer's own comments; the solution's say why.
std::string without_comments(const std::string& output) {
    std::istringstream lines(output);
    std::string kept;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t begin = line.find_first_not_of(' ', 1);
        const bool blank = begin == std::string::npos && (line[0] == '+' || line[0] == '-');
        const bool own_comment =
            line[0] == '-' && begin != std::string::npos && line.compare(begin, 2, "//") == 0;
        if (!blank && !own_comment) kept += line + "\n";
    }
    return kept;
}

// Prints the lines in which an answer differs from the solution, unless only comments do.
int diff(const Exercise& exercise, const Arguments& arguments) {
    const std::string source = arguments.answer.empty() ? exercise.answer : arguments.answer;
    if (exercise.solution.empty()) {
        std::printf("This copy of the course has no solutions, so there is none to compare %s with.\n",
                    source.c_str());
        return kNotSolved;
    }
    if (arguments.answer.empty() && !arguments.force && !Progress(progress_file()).solved(exercise.id)) {
        std::printf(
            "%s is not solved yet, and this would show the solution. FORCE=1 shows it all the same.\n",
            exercise.id.c_str());
        return kNotSolved;
    }
    const std::string log = "build/check/" + exercise.id + ".diff";
    std::filesystem::create_directories("build/check");
    const testing::Ending ending =
        testing::run_process({"diff", "-U0", "-I^ *//", "-I^$", "--label", source, "--label",
                              exercise.solution, source, exercise.solution},
                             log, kDiffLimit);
    if (ending.exit_code > 1) throw std::runtime_error(testing::read_text(log));
    const std::string text = without_comments(testing::read_text(log));
    std::fputs(text.empty() ? (source + " is the reference solution.\n").c_str() : text.c_str(), stdout);
    return 0;
}

int verify(const std::vector<Exercise>& chosen, const Arguments& arguments, unsigned jobs) {
    if (!chosen.empty() && chosen[0].solution.empty())
        throw std::invalid_argument("this copy of the course has no solutions, so nothing can be verified");
    for (const Exercise& exercise : chosen)
        if (!arguments.built && !build(exercise, {"verify-programs"}, jobs)) return kNotRun;
    if (arguments.write_pages) write_stub_lines(chosen, find_exercises());
    const bool colours = terminal::shows_colours(STDOUT_FILENO);
    int passed = 0, failed = 0;
    verify(chosen, jobs, arguments.write_pages, [&](const Claim& claim) {
        const bool holds = claim.objection.empty();
        ++(holds ? passed : failed);
        const std::string line = (holds ? "ok      " : "FAILED  ") + claim.sentence + "\n";
        std::fputs(terminal::with_coloured_verdict(line, colours).c_str(), stdout);
        if (!holds) std::fputs((claim.objection + "\n").c_str(), stdout);
    });
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}

int run(const Arguments& arguments, const std::string& typed_in) {
    if (arguments.help) {
        std::fputs(terminal::folded_for(STDOUT_FILENO, usage(arguments.command)).c_str(), stdout);
        return 0;
    }
    if (arguments.command == "try") return try_file(arguments, typed_in);
    const std::vector<Exercise> all = find_exercises(), in_order = in_reading_order(all);
    if (arguments.command == "start" || arguments.command == "list") {
        const Progress progress(progress_file());
        std::fputs(
            (arguments.command == "start" ? start_text(in_order, progress) : list_text(in_order, progress))
                .c_str(),
            stdout);
        return 0;
    }
    std::vector<Exercise> chosen;
    for (const std::string& id : arguments.ids) {
        const Exercise* const exercise = find(all, id);
        if (!exercise) return kWrongUse;
        chosen.push_back(*exercise);
    }
    const unsigned jobs = arguments.jobs ? arguments.jobs : std::max(1u, std::thread::hardware_concurrency());
    if (arguments.command == "verify") return verify(chosen.empty() ? all : chosen, arguments, jobs);
    if (chosen.empty() && arguments.command == "watch") {
        const Exercise* const next = next_after("", in_order, Progress(progress_file()));
        chosen.push_back(next ? *next : in_order.at(0));
    }
    if (chosen.empty()) {
        find(all, "");
        return kWrongUse;
    }
    if (arguments.command == "hint") return hint(chosen[0], arguments.reset);
    if (arguments.command == "show") return show(chosen[0], arguments);
    if (arguments.command == "diff") return diff(chosen[0], arguments);
    if (arguments.command == "watch") return watch(chosen[0], in_order, arguments);
    if (arguments.command == "reset") {
        std::fputs(reset(chosen[0]).c_str(), stdout);
        return 0;
    }
    return check(chosen[0], in_order, arguments);
}

// Ctrl-C reaches only this program, since a command that it runs has a process group of its own.
void stop(int number) {
    testing::kill_processes();
    signal(number, SIG_DFL);
    raise(number);
}

// Makes the repository's root the current folder, and paths that were typed relative to it.
void go_to_root(Arguments& arguments) {
    namespace fs = std::filesystem;
    const fs::path root = fs::canonical("/proc/self/exe").parent_path().parent_path();  // build/course
    const auto from_root = [&](std::string& path) {
        if (!path.empty() && fs::path(path).is_relative()) path = fs::proximate(path, root);
    };
    from_root(arguments.answer);
    fs::current_path(root);
}

}  // namespace

int run(const std::vector<std::string>& words) {
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        if (signal(number, stop) == SIG_IGN) signal(number, SIG_IGN);  // as under nohup
    try {
        Arguments arguments = parse_arguments(words);
        if (arguments.command != "try") {
            setenv("SIMT_QUIET", "1", 1);  // the harness includes the checks' findings in its own text
            // Stops an endless kernel, and names its line, before the time limit stops the whole program.
            setenv("SIMT_MAX_INSTRUCTIONS", "40000000", 0);
        }
        const std::string typed_in = std::filesystem::current_path();
        go_to_root(arguments);
        return run(arguments, typed_in);
    } catch (const std::invalid_argument& error) {
        std::fprintf(stderr, "course: %s (./course --help says more)\n", error.what());
        return kWrongUse;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return kNotRun;
    }
}

}  // namespace course
