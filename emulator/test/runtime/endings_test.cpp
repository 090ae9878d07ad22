// However a program ends, what was counted and found until then is reported, after what the program printed; and it ends as it would
// have ended without the emulator.
#include <doctest/doctest.h>

#include <csignal>
#include <string>

#include "common/testing/words.hpp"
#include "emulator/test/support/shell.hpp"

using namespace simt::testing;
using ::testing::contains;
using ::testing::missing;

namespace {

const std::string kEndings = " build/test/programs/endings ";

// Both outputs of the program, as a pipe gets them. Under nohup, or in the background of a shell, tests inherit signals that are
// ignored, and would hand them on.
Ended in_a_pipe(const std::string& name, const std::string& options = "") {
    for (const int number : {SIGHUP, SIGINT, SIGQUIT, SIGTERM}) std::signal(number, SIG_DFL);
    return shell("{ build/simt " + options + kEndings + name + " 2>&1; echo code $? >&2; } | cat");
}

struct Way {
    const char* name;
    int exit_code;
    const char* how;
};

}  // namespace

TEST_CASE(
    "a program that is ended outside a launch reports, after its own output, how it ended and what it "
    "launched") {
    const Way ways[] = {
        {"INT", 128 + SIGINT, "was ended by SIGINT (Ctrl-C)"},
        {"TERM", 128 + SIGTERM, "was ended by SIGTERM"},
        {"HUP", 128 + SIGHUP, "was ended by SIGHUP"},
        {"QUIT", 128 + SIGQUIT, "was ended by SIGQUIT"},
        {"USR1", 128 + SIGUSR1, "was ended by SIGUSR1"},
        {"abort", 128 + SIGABRT, "was ended by SIGABRT (abort, a failed assert or an uncaught exception)"},
        {"assert", 128 + SIGABRT, "was ended by SIGABRT"},
        {"throw", 128 + SIGABRT, "was ended by SIGABRT"},
        {"free_twice", 128 + SIGABRT, "was ended by SIGABRT"},
        {"_exit", 3, "called _exit(3)"},
        {"_Exit", 4, "called _exit(4)"},
        {"quick_exit", 5, "called quick_exit"},
        {"read_null", 128 + SIGSEGV, "was ended by SIGSEGV"},
        {"overflow", 128 + SIGSEGV, "was ended by SIGSEGV"},
        {"divide", 128 + SIGFPE, "was ended by SIGFPE"},
        {"bus", 128 + SIGBUS, "was ended by SIGBUS"},
    };
    for (const Way& way : ways) {
        CAPTURE(way.name);
        const Ended ran = in_a_pipe(way.name);
        CAPTURE(ran.out);
        CHECK(missing(ran.out, {"printed before the end\n", std::string("simt: the program ") + way.how,
                                "fill", "global stores"}) == "");
        CHECK(contains(ran.err, "code " + std::to_string(way.exit_code)));
        CHECK_FALSE(contains(ran.out, "was running"));
        const Ended quiet = shell("build/simt --quiet" + kEndings + way.name);
        CHECK(quiet.exit_code == way.exit_code);
        CHECK_FALSE(contains(quiet.err, "simt: "));
    }
}

TEST_CASE(
    "a launch that runs when the program is ended is named, and so is what it has done and what was found in "
    "it") {
    const Way ways[] = {
        {"INT_in_a_launch", 128 + SIGINT, "was ended by SIGINT (Ctrl-C)"},
        {"TERM_in_a_launch", 128 + SIGTERM, "was ended by SIGTERM"},
        {"twice_in_a_launch", 128 + SIGTERM, "was ended by SIGTERM"},
        {"exit_in_a_launch", 7, "called exit"},
        {"_exit_in_a_launch", 7, "called _exit(7)"},
        {"read_null_in_a_launch", 128 + SIGSEGV, "was ended by SIGSEGV"},
    };
    for (const Way& way : ways) {
        CAPTURE(way.name);
        const Ended ran = in_a_pipe(way.name, "--threads 1");
        CAPTURE(ran.out);
        CHECK(missing(ran.out, {"printed before the end\n", "never written",
                                std::string("simt: the program ") + way.how,
                                "while launch 2 of endless was running (1 of 3 blocks had run)", "fill",
                                "endless", "ended early", "atomics"}) == "");
        CHECK_FALSE(contains(ran.out, "not reached"));
        CHECK(contains(ran.err, "code " + std::to_string(way.exit_code)));
    }
}

TEST_CASE("the JSON file is whole and says how the program ended") {
    for (const char* name : {"INT_in_a_launch", "abort", "_exit"}) {
        CAPTURE(name);
        const TemporaryFile json(".json");
        shell("build/simt --quiet --json " + json.path() + kEndings + name);
        const Ended read = shell("python3 -c \"import json; d = json.load(open('" + json.path() +
                                 "')); print(d['ended'], len(d['launches']), d['launches'][-1]['status'])\"");
        CHECK(read.err == "");
        CHECK(missing(read.out, {name[0] == '_' ? "called _exit(3)" : "was ended by SIG",
                                 name[0] == 'I' ? " 2 interrupted" : " 1 ok"}) == "");
    }
}

TEST_CASE("a program's own handlers and ignored signals stay its own") {
    const Ended ignored = shell("build/simt" + kEndings + "ignored");
    CHECK(ignored.exit_code == 99);
    CHECK_FALSE(contains(ignored.err, "simt: the program"));
    const Ended own = in_a_pipe("own_handler_in_a_launch");
    CHECK(missing(own.out, {"the program's own handler\n", "was ended by SIGTERM"}) == "");
    const Ended exits = in_a_pipe("handler_exits_in_a_launch");
    CHECK(missing(exits.out, {"called exit, while launch 2 of endless was running", "fill"}) == "");
    CHECK(contains(exits.err, "code 8"));
}

TEST_CASE("a thread that stopped with the lock of an output cannot keep the program from ending") {
    const Ended out = shell("build/simt" + kEndings + "with_stdout_locked");
    CHECK(out.exit_code == 128 + SIGSEGV);
    CHECK(missing(out.err, {"was ended by SIGSEGV", "fill"}) == "");
    const Ended err = shell("build/simt" + kEndings + "with_stderr_locked");
    CHECK(err.exit_code == 128 + SIGSEGV);
    CHECK(contains(err.err, "the program ended without its report: signal 11"));
}

TEST_CASE("only the program itself reports, once, and ends with its last thread") {
    const Ended child = shell("build/simt" + kEndings + "fork");
    CHECK(child.out == "printed before the end\nthe child died of signal 11\n");
    CHECK_FALSE(contains(child.err, "simt: the program"));
    const Ended last = shell("timeout -s KILL 60 build/simt" + kEndings + "pthread_exit");
    CHECK(last.exit_code == 0);
    CHECK(last.out == "printed before the end\nanother thread is last\n");
    CHECK(contains(last.err, "fill"));
    const Ended cout = in_a_pipe("cout");
    CHECK(missing(cout.out, {"printed to std::cout\n", "simt: fill"}) == "");
    CHECK(missing(cout.out, {"printed before the end\n", "simt: fill"}) == "");
}

TEST_CASE("a report that could not be written is missed aloud") {
    const Ended killed = shell("build/simt" + kEndings + "KILL");
    CHECK(killed.exit_code == 128 + SIGKILL);
    CHECK(contains(killed.err,
                   "simt: the program ended without its report: signal 9 (Killed) leaves no time for one"));
    const Ended replaced = shell("build/simt" + kEndings + "exec");
    CHECK(replaced.exit_code == 0);
    CHECK(contains(replaced.err, "simt: the program ended without its report: exec or a system call"));
    CHECK(shell("build/simt --quiet" + kEndings + "KILL").err.find("simt:") == std::string::npos);
}

TEST_CASE("simt passes on a signal that it gets, and dies of what the program dies of") {
    const Ended ran = shell(
        "python3 -c \"import subprocess; print(subprocess.run(['build/simt', '--quiet', "
        "'build/test/programs/endings', 'read_null']).returncode)\"");
    CHECK(ran.out == "-11\n");
    // What is sent to simt alone reaches the program.
    const Ended sent =
        shell("timeout --foreground -s INT 2 build/simt" + kEndings + "INT_in_a_launch_by_others");
    CHECK(contains(sent.err, "was ended by SIGINT (Ctrl-C), while launch 2"));
}
