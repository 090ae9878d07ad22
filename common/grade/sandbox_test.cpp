// What a command sees of the machine. Skipped where no namespaces can be made.
#include "common/grade/sandbox.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "common/grade/confined.hpp"
#include "common/testing/skip.hpp"
#include "common/testing/temporary_folder.hpp"

using grade::Ended;
using grade::Place;

namespace {

grade::Settings plain_settings() {
    grade::Settings settings;
    settings.compiler = {"/usr/bin/g++"};
    settings.linker = {"/usr/bin/g++"};
    settings.library = "/usr/lib";
    settings.device = "emulator";
    return settings;
}

// Asks bubblewrap itself: a mistake in what in_sandbox() writes must not skip the tests.
bool sandbox_can_be_made() {
    grade::become_supervisor();
    const bool can = std::system("bwrap --unshare-all --ro-bind / / true 2>/dev/null") == 0;
    if (!can) testing::skip("bubblewrap can make no namespaces here");
    return can;
}

std::string said_by(const std::string& script, const std::vector<Place>& places,
                    const std::vector<std::string>& hidden = {}) {
    const grade::Command shell{{"/bin/sh", "-c", script + " 2>&1"}, {"PATH=/usr/bin:/bin", "ONE=1"}, "/tmp"};
    return grade::run_supervised(
               {in_sandbox(shell, places, grade::Programs::kCompiler, plain_settings(), hidden)}, {})
        .output;
}

}  // namespace

TEST_CASE("a sandboxed command sees what is listed, and no other file of the machine") {
    if (!sandbox_can_be_made()) return;
    const testing::TemporaryFolder folder;
    std::ofstream(folder / "listed") << "listed\n";
    std::ofstream(folder / "other") << "other\n";
    const std::vector<Place> places = {{folder / "listed", "/course/listed"}};
    CHECK(said_by("cat /course/listed", places) == "listed\n");
    CHECK(said_by("ls /course; ls -d /home /root /etc/passwd /var; ls /tmp", places).find("other") ==
          std::string::npos);
    CHECK(said_by(
              "for f in /home /root /etc/passwd /var '" + folder.path() + "'; do [ -e $f ] && echo $f; done",
              places)
              .empty());
    CHECK(said_by("echo $ONE $HOME; pwd", places) == "1\n/tmp\n");
}

TEST_CASE("folders that lie in the system's are hidden if they must not be seen") {
    if (!sandbox_can_be_made()) return;
    const std::string folder = "/usr/share/doc";
    if (std::filesystem::is_empty(folder)) return testing::skip("/usr/share/doc is empty");
    CHECK(said_by("ls /usr/share/doc | head -n 1", {}) != "");
    CHECK(said_by("ls /usr/share/doc", {}, {folder}).empty());
}

TEST_CASE("a sandboxed command can write to /tmp and to what it was given, and nowhere else") {
    if (!sandbox_can_be_made()) return;
    const testing::TemporaryFolder folder;
    const std::vector<Place> places = {{folder.path(), "/answer", true}, {"/usr/share", "/course"}};
    CHECK(said_by("for f in / /dev /dev/shm /course /usr /proc; do (echo x >$f/x) 2>/dev/null && echo $f; "
                  "done; echo x >/answer/x; "
                  "echo x >/tmp/x && cat /tmp/x",
                  places) == "x\n");
    CHECK(std::filesystem::file_size(folder / "x") == 2);
    CHECK(said_by("for f in a b c d e; do yes | head -c 300000000 >/tmp/$f; done; echo x >/tmp/f", {})
              .find("No space left") != std::string::npos);
}

TEST_CASE("a sandboxed command has no device whose memory could be shared") {
    if (!sandbox_can_be_made()) return;
    CHECK(said_by("head -c 1 /dev/zero | wc -c", {}) == "0\n");
}

TEST_CASE("a sandboxed command has no network, no other processes and no rights") {
    if (!sandbox_can_be_made()) return;
    CHECK(said_by("tail -n +3 /proc/net/dev | grep -v lo:", {}).empty());
    CHECK(said_by("tail -n +2 /proc/net/route", {}).empty());
    CHECK(said_by("ls -d /proc/[0-9]* | wc -l | tr -d ' '", {}).size() <= 2);
    CHECK(said_by("grep CapEff /proc/self/status", {}) == "CapEff:\t0000000000000000\n");
    CHECK(said_by("unshare --user true || echo refused", {}).ends_with("refused\n"));
}

TEST_CASE("a signal that kills a sandboxed command is told from an exit code") {
    if (!sandbox_can_be_made()) return;
    const grade::Command crash{{"/bin/sh", "-c", "kill -SEGV $$"}, {}, "/tmp"};
    const Ended ended =
        grade::run_supervised({in_sandbox(crash, {}, grade::Programs::kCompiler, plain_settings(), {})}, {});
    CHECK(grade::ending_in_sandbox(ended.ending).signal == 11);
}

TEST_CASE("a run in which a process of the grader was killed, or had no sandbox, says nothing") {
    if (!sandbox_can_be_made()) return;
    const testing::TemporaryFolder scratch;
    const auto shell = [](const std::string& script) {
        return grade::Confined{
            {{"/bin/sh", "-c", script}, {"PATH=/usr/bin:/bin"}, "/tmp"}, {}, grade::Programs::kCompiler};
    };
    const auto run = [&](const grade::Confined& second) {
        return grade::run_confined({shell("sleep 1"), second}, {}, {plain_settings()}, scratch.path());
    };
    grade::Confined killed = shell("kill -KILL $$");
    CHECK_NOTHROW(run(killed));
    killed.command.trusted = true;
    CHECK_THROWS_WITH(run(killed), "The machine killed a process of the grader: it has too little memory.");
    grade::Confined unmade = shell("true");
    unmade.places = {{"/no/such/file", "/answer/file"}};
    CHECK_THROWS_WITH(run(unmade), doctest::Contains("The sandbox failed: bwrap: Can't find source path"));
}
