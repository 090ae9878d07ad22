// The emulator's library exports what NVIDIA's does, so that no program dies of a missing symbol.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>

#include "common/simt/runtime/shell_for_tests.hpp"

using namespace simt::testing;

namespace {

// Names and versions of the functions that a library defines: "cudaMalloc@@libcudart.so.13".
std::set<std::string> exports_of(const std::string& library) {
    const Ran ran = run("nm --dynamic --defined-only --with-symbol-versions '" + library + "'");
    REQUIRE(ran.exit_code == 0);
    std::set<std::string> names;
    std::istringstream lines(ran.out);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string address, kind, name;
        words >> address >> kind >> name;
        if (kind == "T" || kind == "W") names.insert(name);
    }
    return names;
}

constexpr const char* kOurs = "build/lib/libcudart.so.13";

// NVIDIA's library: in the folder that make found (nvcc in PATH may be a script elsewhere), or else beside nvcc.
std::string toolkit_library() {
    const Ran ran =
        run("ls \"${CUDA_LIB:-$(dirname \"$(readlink -f \"$(command -v nvcc || echo "
            "/usr/local/cuda/bin/nvcc)\")\")/../lib64}\"/libcudart.so.13");
    return ran.out.substr(0, ran.out.find('\n'));
}

}  // namespace

TEST_CASE("every function of the toolkit's runtime is there, under its version") {
    const std::string library = toolkit_library();
    REQUIRE_FALSE(library.empty());
    const auto ours = exports_of(kOurs), theirs = exports_of(library);
    REQUIRE(theirs.size() > 400);
    std::string missing;
    for (const std::string& name : theirs)
        if (!ours.contains(name)) missing += name + " ";
    CHECK(missing == "");
}

TEST_CASE("nothing but the runtime's functions and the emulator's own leaves the library") {
    const auto ours = exports_of(kOurs);
    CHECK(ours.contains("simt_launch_count@@libcudart.so.13"));
    std::string strange;
    for (const std::string& name : ours)
        if (!name.starts_with("cuda") && !name.starts_with("__cuda") && !name.starts_with("simt_"))
            strange += name + " ";
    CHECK(strange == "");
}

TEST_CASE("the list of unsupported calls is in order, so that a merge cannot name one twice") {
    std::istringstream lines(text_of("common/simt/runtime/unsupported_calls.inc"));
    std::string previous;
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        CHECK(line.starts_with("SIMT_UNSUPPORTED("));
        CHECK(previous < line);
        previous = line;
    }
    CHECK(count > 0);
}
