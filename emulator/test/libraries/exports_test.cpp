// The emulator's libraries export what NVIDIA's do, so that no program dies of a missing symbol.
#include <dlfcn.h>
#include <doctest/doctest.h>

#include <filesystem>
#include <set>
#include <sstream>
#include <string>

#include "common/testing/skip.hpp"
#include "emulator/test/support/shell.hpp"

using namespace simt::testing;

namespace {

// Names and versions of the functions that a library defines: "cublasCreate_v2@@libcublas.so.13".
std::set<std::string> exports_of(const std::string& library) {
    const Ended ran = shell("nm --dynamic --defined-only --with-symbol-versions '" + library + "'");
    REQUIRE(ran.exit_code == 0);
    std::set<std::string> names;
    std::istringstream lines(ran.out);
    for (std::string address, kind, name; lines >> address >> kind >> name;)
        if (kind == "T" || kind == "W") names.insert(name);
    return names;
}

// NVIDIA's library of the toolkit that make found; "" if it has none.
std::string toolkit_library() {
    const Ended ran = shell(
        "ls \"${CUDA_LIB:-$(dirname \"$(readlink -f \"$(command -v nvcc || echo "
        "/usr/local/cuda/bin/nvcc)\")\")/../lib64}\"/libcublas.so.1[1-9]");
    return ran.out.substr(0, ran.out.find('\n'));
}

}  // namespace

TEST_CASE("every function of the toolkit's libcublas is there, under its version") {
    const std::string library = toolkit_library();
    if (library.empty()) return ::testing::skip("the toolkit has no libcublas");
    const std::set<std::string> theirs = exports_of(library),
                                ours = exports_of("build/lib/" + library.substr(library.rfind('/') + 1));
    REQUIRE(theirs.size() > 400);
    std::string missing;
    for (const std::string& name : theirs)
        if (name.starts_with("cublas") && !ours.contains(name)) missing += name + " ";
    CHECK(missing == "");
}

TEST_CASE("each toolkit's library has all functions, and nothing else leaves it") {
    for (const auto& [library, least] :
         {std::pair<std::string, std::size_t>("libcublas", 700), {"libcublasLt", 45}}) {
        const std::size_t count = exports_of("build/lib/" + library + ".so.13").size();
        CHECK(count > least);
        for (const std::string version : {"11", "12", "13"}) {
            const std::string file = library + ".so." + version;
            const std::set<std::string> names = exports_of("build/lib/" + file);
            CHECK(names.size() == count);
            for (const std::string& name : names)
                if (!name.starts_with(library.substr(3)) || !name.ends_with("@@" + file)) FAIL_CHECK(name);
        }
    }
}

TEST_CASE("statuses have the names and descriptions that NVIDIA's library of CUDA 13 gives them") {
    const std::string library = toolkit_library();
    if (!library.ends_with(".13")) return ::testing::skip("the toolkit has no libcublas.so.13");
    using Text = const char* (*)(int);
    const auto texts_of = [](const std::string& path, const char* function) {
        void* const opened = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        REQUIRE(opened != nullptr);
        const auto text = reinterpret_cast<Text>(dlsym(opened, function));
        std::string all;
        for (int status = -1; status <= 20; ++status)
            all += std::to_string(status) + " " + text(status) + "\n";
        return all;
    };
    for (const char* function : {"cublasGetStatusName", "cublasGetStatusString"})
        CHECK(texts_of("build/lib/libcublas.so.13", function) == texts_of(library, function));
}

TEST_CASE("the list of unsupported calls is in order, so that a merge cannot name one twice") {
    std::istringstream lines(text_of("emulator/libraries/cublas/unsupported_calls.inc"));
    std::string previous;
    for (std::string line; std::getline(lines, line);) {
        const std::string name = line.substr(line.find('(') + 1);
        CHECK(previous < name);
        previous = name;
    }
    CHECK(previous != "");
}
