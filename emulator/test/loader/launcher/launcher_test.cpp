// The launcher as its user meets it: options, programs it refuses, and what passes through.
#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "common/testing/words.hpp"
#include "emulator/test/support/shell.hpp"

using namespace simt::testing;
using ::testing::contains;
using ::testing::missing;

namespace {

const std::string kCases = " build/test/programs/launcher_cases ";

// simt refuses with code 2, says nothing on stdout and this on stderr.
void check_refused(const std::string& command_line, const std::string& sentence) {
    CAPTURE(command_line);
    const Ended ran = shell("build/simt " + command_line);
    CHECK(ran.exit_code == 2);
    CHECK(ran.out == "");
    CHECK(ran.err.starts_with("simt: "));
    CAPTURE(ran.err);
    CHECK(contains(ran.err, sentence));
}

// A program compiled for a test from one line of C++.
class Compiled {
  public:
    Compiled(const std::string& code, const std::string& options) : source_(".cpp"), program_(".program") {
        std::ofstream(source_.path()) << code;
        ran_ = shell("g++ " + source_.path() + " -o " + program_.path() + " " + options);
    }
    const std::string& path() const { return program_.path(); }
    const Ended& compiler() const { return ran_; }

  private:
    TemporaryFile source_, program_;
    Ended ran_;
};

}  // namespace

TEST_CASE("help and version are printed on stdout") {
    const Ended help = shell("build/simt --help");
    CHECK(help.exit_code == 0);
    for (const char* option : {"Usage: simt [options] ./program [arguments]", "simt view TRACE", "--json",
                               "--checks", "--error-exitcode", "--threads", "--quiet", "--version", "--lines",
                               "--model", "--kernel", "--launch-range", "--print-limit", "--sarif",
                               "--error-lines", "--kill", "--trace", "--trace-of", "--trace-limit"})
        CHECK(contains(help.out, option));
    const Ended version = shell("build/simt --version");
    CHECK(version.exit_code == 0);
    CHECK(version.out.starts_with("simt "));
}

TEST_CASE("wrong options are refused") {
    check_refused("", "no program was named");
    check_refused("--nonsense" + kCases, "there is no option --nonsense");
    check_refused("--checks maybe" + kCases, "--checks");
    check_refused("--threads 0" + kCases, "--threads");
    check_refused("--threads two" + kCases, "--threads");
    check_refused("--error-exitcode 256" + kCases, "--error-exitcode");
    check_refused("--error-exitcode 0" + kCases, "--error-exitcode");
    check_refused("--checks some" + kCases,
                  "--checks is 'some'; it must be all, none, memcheck, racecheck, initcheck or synccheck");
    check_refused("--checks racecheck,memchk" + kCases,
                  "--checks is 'racecheck,memchk'; it must be all, none,");
    check_refused("--checks all,racecheck" + kCases, "it must be all by itself, or a list without it");
    check_refused("--checks racecheck --checks none" + kCases,
                  "it must be none by itself, or a list without it");
    check_refused("--kernal x" + kCases, "there is no option --kernal: did you mean --kernel?");
    check_refused("--tool memcheck" + kCases, "leave it out");
    check_refused("--kernel 'regex:['" + kCases, "regular expression");
    check_refused("--launch-range 5:3" + kCases, "--launch-range is '5:3'");
    check_refused("--launch-range 3 --launch-skip 1" + kCases, "give one or the other");
    check_refused("--launch-count 0" + kCases, "--launch-count is '0'; it must be a number, 1 or more");
    check_refused("--threads 1 --threads 2" + kCases, "--threads is given 2 times");
    check_refused("--model cc3.0" + kCases, "--model is 'cc3.0'; it must be cc1.3, cc2.0 or cc9.0");
    check_refused("--trace-of 0:32" + kCases, "--trace-of is '0:32'; it must be a block with or without");
    check_refused("--json", "--json");
    check_refused("--json /no/such/folder/x.json" + kCases, "/no/such/folder/x.json cannot be written");
}

TEST_CASE("programs that cannot be run are refused with the reason") {
    check_refused("./no_such_program", "./no_such_program cannot be run: No such file or directory");
    check_refused("no_such_program", "there is no program no_such_program in PATH");
    check_refused("emulator/ptx", "emulator/ptx is a folder");
    check_refused("emulator/loader/launcher/main.cpp", "emulator/loader/launcher/main.cpp is not executable");
    check_refused("build/../common/make/detect.sh", "is not an ELF executable");
    check_refused("/bin/true", "/bin/true is not a CUDA program");
    check_refused("/bin/true", "start it without simt: LD_LIBRARY_PATH=/");
}

TEST_CASE("a file that exists here but not in PATH is pointed out") {
    const TemporaryFile file;
    std::ofstream(file.path()) << "text";
    const std::string name = file.path().substr(file.path().rfind('/') + 1);
    const Ended ran = shell("cd build/test && ../simt " + name);
    CHECK(ran.exit_code == 2);
    CHECK(contains(ran.err, "for the one in this folder write ./" + name));
}

TEST_CASE("a program with the CUDA runtime linked into it is refused with the way to rebuild it") {
    const Compiled program(
        "__attribute__((section(\".nv_fatbin\"), used)) static char device_code[8] = {1};\nint main() {}\n",
        "");
    REQUIRE(program.compiler().exit_code == 0);
    check_refused(program.path(), "rebuild it with --cudart shared");
    check_refused(program.path(), "export NVCC_APPEND_FLAGS=\"--cudart shared -lineinfo\"");
}

TEST_CASE(
    "a program whose library asks for CUDA runs on the emulator, wherever the library would find another "
    "runtime") {
    const TemporaryFile library(".so"), folder(".rpath");
    REQUIRE(shell("mkdir -p " + folder.path() +
                  " && echo 'extern \"C\" int cudaRuntimeGetVersion(int* v) { *v = 77; return 0; }' | "
                  "g++ -x c++ - -shared -fPIC -Wl,-soname,libcudart.so.13 -o " +
                  folder.path() + "/libcudart.so.13")
                .exit_code == 0);
    REQUIRE(shell("echo 'extern \"C\" int cudaRuntimeGetVersion(int*); int version() { int v = 0; "
                  "cudaRuntimeGetVersion(&v); "
                  "return v / 1000; }' | g++ -x c++ - -shared -fPIC -o " +
                  library.path() + " -x none " + folder.path() +
                  "/libcudart.so.13 -Wl,--disable-new-dtags,-rpath,$PWD/" + folder.path())
                .exit_code == 0);
    const Compiled program("int version();\nint main() { return version(); }\n", "$PWD/" + library.path());
    REQUIRE(program.compiler().exit_code == 0);
    CHECK(shell(program.path()).exit_code == 0);
    CHECK(shell("build/simt --quiet " + program.path()).exit_code == 13);
    shell("rm -r " + folder.path());
}

TEST_CASE("a library that the emulator does not replace is named when the program starts") {
    // The loader finds neither under this name.
    for (const auto& [name, sentence] :
         {std::pair{"libcufft.so.99", "(cuFFT), which runs on a GPU only"},
          std::pair{"libnvrtc.so.99", "(NVRTC), which is missing: NVIDIA's own library works here"}}) {
        const TemporaryFile library(".so");
        REQUIRE(shell("echo 'extern \"C\" int of_library() { return 0; }' | g++ -x c++ - -shared -fPIC "
                      "-Wl,-soname," +
                      std::string(name) + " -o " + library.path())
                    .exit_code == 0);
        const Compiled program(
            "extern \"C\" int of_library(), cudaGetLastError();\nint main() { return of_library() + "
            "cudaGetLastError(); }\n",
            library.path() + " build/lib/libcudart.so.13");
        REQUIRE(program.compiler().exit_code == 0);
        const std::string said = "simt: the program needs " + std::string(name) + " " + sentence;
        const Ended ran = shell("build/simt " + program.path());
        CHECK(ran.exit_code == 127);
        CHECK(ran.err.starts_with(said));
        CHECK_FALSE(contains(shell("build/simt --quiet " + program.path()).err, said));
    }
    CHECK_FALSE(contains(shell("build/simt" + kCases + "exit 0").err, "the program needs"));
}

TEST_CASE("a program of another CUDA release is refused by that release's name") {
    const TemporaryFile library(".so");
    REQUIRE(shell("echo 'extern \"C\" int cudaFree(void*) { return 0; }' | g++ -x c++ - -shared -fPIC "
                  "-Wl,-soname,libcudart.so.10.2 "
                  "-o " +
                  library.path())
                .exit_code == 0);
    const Compiled program("extern \"C\" int cudaFree(void*);\nint main() { return cudaFree(nullptr); }\n",
                           library.path());
    REQUIRE(program.compiler().exit_code == 0);
    check_refused(program.path(),
                  "uses another CUDA runtime, libcudart.so.10.2: rebuild it with CUDA 11, 12 or 13");
}

TEST_CASE("a program whose RPATH leads to another runtime runs on the emulator all the same") {
    // A folder of its own with a library of the runtime's name, which the RPATH makes the loader prefer.
    const TemporaryFile folder(".rpath");
    REQUIRE(shell("mkdir -p " + folder.path() +
                  " && echo 'extern \"C\" int cudaRuntimeGetVersion(int* v) { *v = 77; return 0; }' | "
                  "g++ -x c++ - -shared -fPIC -Wl,-soname,libcudart.so.13 -o " +
                  folder.path() + "/libcudart.so.13")
                .exit_code == 0);
    const Compiled program(
        "#include <cstdio>\nextern \"C\" int cudaRuntimeGetVersion(int*);\n"
        "int main() { int v = 0; cudaRuntimeGetVersion(&v); std::printf(\"%d\\n\", v / 1000); }\n",
        folder.path() + "/libcudart.so.13 -Wl,--disable-new-dtags,-rpath," + "$PWD/" + folder.path());
    REQUIRE(program.compiler().exit_code == 0);
    CHECK(shell(program.path()).out == "0\n");
    CHECK(shell("build/simt --quiet " + program.path()).out == "13\n");
    shell("rm -r " + folder.path());
}

TEST_CASE("a shell that the program starts, with the emulator preloaded, reports nothing") {
    const Compiled program(
        "#include <cstdlib>\nextern \"C\" int cudaGetLastError();\n"
        "int main() { return std::system(\"true; /bin/true\") + cudaGetLastError(); }\n",
        "build/lib/libcudart.so.13 -Wl,--disable-new-dtags,-rpath,/no/such/folder");  // an RPATH: it is preloaded
    REQUIRE(program.compiler().exit_code == 0);
    const Ended ran = shell("build/simt " + program.path());
    CHECK(ran.exit_code == 0);
    CHECK(ran.err == "simt: the program launched no kernel, so there is nothing to report\n");
}

TEST_CASE("the program's exit code is simt's") {
    CHECK(shell("build/simt --quiet" + kCases + "exit 0").exit_code == 0);
    CHECK(shell("build/simt --quiet" + kCases + "exit 42").exit_code == 42);
    CHECK(shell("build/simt --quiet" + kCases + "exit_early 43").exit_code == 43);
    CHECK(shell("build/simt --quiet" + kCases + "kill_itself").exit_code == 128 + 9);
    CHECK(shell("build/simt --quiet" + kCases + "host_read").exit_code == 128 + 11);
}

TEST_CASE("what follows the program's name is the program's, and so is its input") {
    const Ended ran = shell("printf 'one\\ntwo\\n' | build/simt --quiet" + kCases +
                            "arguments --json x --help '' 'a b' --");
    CHECK(ran.exit_code == 0);
    CHECK(ran.out == "[--json][x][--help][][a b][--]\none\ntwo\n");
    CHECK(ran.err == "");
    CHECK(shell("build/simt --quiet --" + kCases + "arguments x").out == "[x]\n");
}

TEST_CASE("--error-exitcode replaces the exit code when a check reported something, and only then") {
    CHECK(shell("build/simt --error-exitcode 33" + kCases + "finding 0").exit_code == 33);
    CHECK(shell("build/simt --error-exitcode 33" + kCases + "finding 5").exit_code == 33);
    CHECK(shell("build/simt --error-exitcode 33" + kCases + "finding_then_killed 0").exit_code == 33);
    CHECK(shell("build/simt --error-exitcode 33" + kCases + "host_read").exit_code == 33);
    CHECK(shell("build/simt --error-exitcode 33" + kCases + "misuse").exit_code == 33);
    CHECK(shell("build/simt --error-exitcode 33" + kCases + "exit 5").exit_code == 5);
    CHECK(shell("build/simt" + kCases + "finding 5").exit_code == 5);
}

TEST_CASE("--quiet prints no findings, but never hides that there are some") {
    const std::string told = "simt: the checks found something that --quiet does not show";
    CHECK(shell("build/simt --quiet" + kCases + "finding 0").err.starts_with(told));
    CHECK(shell("build/simt --quiet" + kCases + "exit 0").err == "");
    CHECK(shell("build/simt --quiet --error-exitcode 3" + kCases + "finding 0").err == "");
    CHECK(shell("build/simt --quiet --json /dev/null" + kCases + "finding 0").err == "");
    CHECK(shell("build/simt --quiet --sarif /dev/null" + kCases + "finding 0").err == "");
}

TEST_CASE("a table is printed on stderr, unless there is a JSON file or quiet was asked for") {
    const Ended plain = shell("build/simt" + kCases + "exit 0");
    CHECK(plain.out == "");
    CHECK(contains(plain.err, "fill"));
    const TemporaryFile json(".json");
    CHECK(shell("build/simt --json " + json.path() + kCases + "exit 0").err == "");
    CHECK(contains(json.text(), "\"global_store_sectors\""));
    CHECK(shell("build/simt --quiet" + kCases + "exit 0").err == "");
}

TEST_CASE("--kernel and the launch options choose what is reported, and everything runs") {
    // Four launches of add_one, each with a finding of its own.
    const auto reported = [](const std::string& options) {
        const TemporaryFile json(".json");
        const Ended ran =
            shell("build/simt --quiet " + options + " --json " + json.path() + kCases + "finding_in_a_loop");
        CHECK(ran.exit_code == 0);
        const std::string text = json.text();
        int launches = 0;
        for (std::size_t at = 0; (at = text.find("\"mangled\"", at)) != std::string::npos; ++at) ++launches;
        return launches;
    };
    CHECK(reported("") == 4);
    CHECK(reported("--kernel add_one") == 4);
    CHECK(reported("-k regex:add.*ne") == 4);
    CHECK(reported("--kernel add") == 0);
    CHECK(reported("--kernel kns=add") == 4);
    // Where nothing is reported that is said, also to who reads only the JSON file.
    for (const bool file : {false, true}) {
        const TemporaryFile json(".json");
        const Ended none = shell("build/simt --kernel nosuch " + (file ? "--json " + json.path() : "") +
                                 kCases + "finding_in_a_loop");
        CHECK(none.exit_code == 0);
        CHECK(contains(none.err, "no launch is among those that --kernel and --launch-range select"));
        CHECK(contains(none.err, "add_one"));
    }
    CHECK(reported("--launch-range 2") == 1);
    CHECK(reported("--launch-range 2:") == 3);
    CHECK(reported("--launch-skip 1 --launch-count 2") == 2);
    CHECK(reported("-s 4") == 0);
    CHECK(reported("-c 1") == 1);
}

TEST_CASE("--kill ends the program, with exit code 0, when the last launch to report has run") {
    const auto launches = [](const std::string& options, const std::string& name, int exit_code) {
        const TemporaryFile json(".json");
        const Ended ran = shell("build/simt " + options + " --json " + json.path() + kCases + name);
        CAPTURE(options);
        CHECK(ran.exit_code == exit_code);
        const std::string text = json.text();
        int count = 0;
        for (std::size_t at = 0; (at = text.find("\"mangled\"", at)) != std::string::npos; ++at) ++count;
        return std::pair(count, contains(text, "\"ended\":\"was ended after launch "));
    };
    CHECK(launches("--launch-range 1 --kill yes", "exit 42", 0) == std::pair(1, true));
    CHECK(launches("--launch-range 1 --kill no", "exit 42", 42) == std::pair(1, false));
    CHECK(launches("--launch-range 2 --kill yes", "exit 42", 42) == std::pair(0, false));
    CHECK(launches("--launch-range 2:3 --kill yes", "finding_in_a_loop", 0) == std::pair(2, true));
    CHECK(launches("-c 3 --kill yes --error-exitcode 9", "finding_in_a_loop", 9) == std::pair(3, true));
    const Ended told =
        shell("build/simt --kernel add_one --launch-count 2 --kill yes" + kCases + "finding_in_a_loop");
    CHECK(missing(told.err, {"simt: the program was ended after launch 2, the last one to report (--kill)",
                             "2 launches"}) == "");
    check_refused("--kill yes" + kCases, "give one of them, with an end");
    check_refused("--launch-range 3: --kill yes" + kCases, "give one of them, with an end");
}

TEST_CASE("a report of nothing says why") {
    const Ended other = shell("build/simt --kernel other" + kCases + "exit 0");
    CHECK(missing(other.err, {"simt: no launch", "--kernel and --launch-range", "fill\n"}) == "");
    const Ended none = shell("build/simt" + kCases + "null_read");
    CHECK(none.exit_code == 128 + 11);
    CHECK(shell("build/simt --quiet --kernel other" + kCases + "exit 0").err == "");
}

TEST_CASE("who times kernels with events is told once whose times these are") {
    const Ended ran = shell("build/simt" + kCases + "timed");
    CHECK(ran.out == "1\n1\n1\n");
    const std::string words = "the program asked 3 times for the time between two events";
    CHECK(missing(ran.err, {"3 launches", words, "not a GPU's"}) == "");
    CHECK(ran.err.find(words) == ran.err.rfind(words));
    CHECK_FALSE(contains(shell("build/simt" + kCases + "exit 0").err, "two events"));
    CHECK(shell("build/simt --quiet" + kCases + "timed").err == "");
}

TEST_CASE("--sarif writes each finding once, --error-lines prints them as a compiler does") {
    const TemporaryFile sarif(".sarif");
    const Ended ran = shell("build/simt --sarif " + sarif.path() + kCases + "finding_in_a_loop");
    CHECK(contains(ran.err, "simt: never written"));
    CHECK_FALSE(contains(ran.err, "sectors and wavefronts"));
    const std::string text = sarif.text();
    CHECK(missing(text, {"\"version\": \"2.1.0\"", "\"ruleId\": \"uninitialised_read\"",
                         "\"uri\": \"emulator/test/programs/launcher_cases.cu\""}) == "");
    CHECK(text.find("ruleId") == text.rfind("ruleId"));
    shell("build/simt --quiet --sarif " + sarif.path() + kCases + "kill_itself");
    CHECK(sarif.text() == "");  // nothing could be written
    shell("build/simt --quiet --sarif " + sarif.path() + kCases + "exit 0");
    CHECK(contains(sarif.text(), "\"results\": []"));
    // The advice on a race looks the instruction up once more, after main.
    shell("build/simt --quiet --sarif " + sarif.path() +
          " build/test/programs/corpus_order shared_warps_read_early_4/wrong");
    CHECK(contains(sarif.text(), "\"ruleId\": \"shared_race\""));
    const Ended lines = shell("build/simt --error-lines" + kCases + "finding_in_a_loop");
    CHECK(missing(lines.err, {"emulator/test/programs/launcher_cases.cu:",
                              ": error: never written: a read of 4 bytes", "\nsimt: never written"}) == "");
    CHECK_FALSE(contains(ran.err, ": error: "));
}

TEST_CASE("--continue goes on after stray accesses: each is told, reads get all ones, writes are dropped") {
    const Ended ends = shell("build/simt" + kCases + "stray_accesses");
    CHECK(ends.out == "cudaErrorIllegalAddress\n");
    CHECK(missing(ends.err, {"out of bounds: a read", "An H200 may not notice", "simt --continue goes on"}) ==
          "");
    const Ended goes_on = shell("build/simt --continue --error-exitcode 9" + kCases + "stray_accesses");
    CHECK(goes_on.out == "cudaSuccess\n0 0 -1 -1\n1 1\n0 0\n");
    CHECK(goes_on.exit_code == 9);
    CAPTURE(goes_on.err);
    CHECK(missing(goes_on.err, {"out of bounds: a read of 4 bytes", "28 times", "The read gets all ones",
                                "out of bounds: a write of 4 bytes", "without this access (--continue)",
                                "1 launch", "84 findings"}) == "");
    CHECK_FALSE(contains(goes_on.err, "ended early"));
}

TEST_CASE("--print-limit keeps the rest of the findings to a count") {
    const std::string racy =
        " build/test/programs/corpus_order shared_warps_read_early_4/wrong warps_read_early_4/wrong";
    const auto printed = [](const std::string& text) {
        int races = 0;
        for (std::size_t at = 0; (at = text.find("simt: race", at)) != std::string::npos; ++at) ++races;
        return races;
    };
    CHECK(printed(shell("build/simt" + racy).err) == 2);
    CHECK(printed(shell("build/simt --print-limit 0" + racy).err) == 2);
    // The same lines in another instance of the template.
    CHECK(printed(shell("build/simt --print-limit 0" + racy + " shared_warps_read_early_8/wrong").err) == 2);
    const Ended one = shell("build/simt --print-limit 1 --error-exitcode 9" + racy);
    CHECK(printed(one.err) == 1);
    CHECK(contains(one.err, "1 more finding was not printed: --print-limit 1 was reached (0 prints all)"));
    CHECK(one.exit_code == 9);
}

TEST_CASE("--lines lists every line, --model adds a count of transactions to the report and the JSON") {
    const Ended lines = shell("build/simt --lines" + kCases + "exit 0");
    CHECK(contains(lines.err, "line warp ins.*   load  store"));
    CHECK(contains(lines.err, "if (k < n) p[k] = k;"));
    const Ended model = shell("build/simt --model cc1.3" + kCases + "exit 0");
    CHECK(contains(model.err, "cc1.3           63 global memory transactions (1 of 32 B, 62 of 64 B)"));
    const TemporaryFile json(".json");
    shell("build/simt --model cc1.3 --model cc9.0 --json " + json.path() + kCases + "exit 0");
    CHECK(contains(json.text(), "\"models\":{\"cc1.3\":{\"transactions_32\":1,\"transactions_64\":62,"));
    CHECK(contains(json.text(), "\"cc9.0\":{\"transactions_32\":125,"));
    CHECK_FALSE(contains(json.text(), "cc2.0"));
}

TEST_CASE("findings of launches that were not asked for are left out, but what ends one is told") {
    CHECK(contains(shell("build/simt" + kCases + "finding_in_a_loop").err, "never written"));
    CHECK_FALSE(
        contains(shell("build/simt --kernel other" + kCases + "finding_in_a_loop").err, "never written"));
    CHECK(shell("build/simt --kernel other --error-exitcode 9" + kCases + "finding_in_a_loop").exit_code ==
          0);
    CHECK(contains(shell("build/simt --kernel other" + kCases + "finding 0").err, "out of bounds"));
    CHECK(shell("build/simt --kernel other --error-exitcode 9" + kCases + "finding 0").exit_code == 9);
}

TEST_CASE("--quiet keeps reports off the terminal and in the JSON") {
    const TemporaryFile json(".json");
    const Ended ran = shell("build/simt --quiet --json " + json.path() + kCases + "finding 0");
    CHECK_FALSE(contains(ran.err, "allocated by"));
    CHECK(contains(json.text(), "\"fault\""));
}

TEST_CASE("a relative JSON path means the folder simt was started in") {
    const TemporaryFile json(".json");
    CHECK(shell("build/simt --json " + json.path() + kCases + "change_folder /").exit_code == 0);
    CHECK(contains(json.text(), "\"launches\""));
}

TEST_CASE("simt away from its library says what is missing") {
    const TemporaryFile copy(".simt");
    REQUIRE(shell("cp build/simt " + copy.path()).exit_code == 0);
    const Ended ran = shell(copy.path() + kCases + "exit 0");
    CHECK(ran.exit_code == 2);
    CHECK(contains(ran.err, "lib/libcudart.so."));
    CHECK(contains(ran.err, " is missing"));
}

TEST_CASE("each check alone finds what is its own, and a deadlock counts whatever is checked") {
    const auto exit_code = [](const std::string& checks, const std::string& fault) {
        return shell("build/simt --quiet --error-exitcode 9 --checks " + checks +
                     " build/test/programs/corpus_" + fault + "/wrong")
            .exit_code;
    };
    const std::pair<const char*, const char*> own[] = {
        {"racecheck", "order shared_warps_read_early_4"}, {"racecheck", "order warps_read_early_4"},
        {"racecheck", "order streams_add_early"},         {"initcheck", "memory read_unwritten_4"},
        {"initcheck", "memory shared_read_unwritten_4"},  {"synccheck", "order warp_barrier_of_others"}};
    for (const auto& [check, fault] : own) {
        CAPTURE(fault);
        CHECK(exit_code(check, fault) == 9);
        CHECK(exit_code("all", fault) == 9);
        CHECK(exit_code("none", fault) == 0);
        for (const char* other : {"memcheck", "racecheck", "initcheck", "synccheck"})
            if (std::string(other) != check) CHECK(exit_code(other, fault) == 0);
    }
    CHECK(exit_code("none", "memory write_past_end_4") == 9);
    CHECK(exit_code("none", "order barrier_nobody_arrives") == 9);
}
