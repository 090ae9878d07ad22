// libcuda.so.1 has every function of NVIDIA's, under the toolkit's names and versions, and the driver's names of errors.
#include <dlfcn.h>
#include <doctest/doctest.h>

#include <map>
#include <sstream>
#include <string>

#include "emulator/test/support/shell.hpp"

using namespace simt::testing;

namespace {

// A file of the toolkit that make found, or else of the one whose nvcc is in PATH.
std::string of_toolkit(const std::string& variable, const std::string& folder, const std::string& name) {
    const Ended ran = shell("echo \"${" + variable +
                            ":-$(dirname \"$(readlink -f \"$(command -v nvcc || echo "
                            "/usr/local/cuda/bin/nvcc)\")\")/../" +
                            folder + "}/" + name + "\"");
    return ran.out.substr(0, ran.out.find('\n'));
}

void* library() {
    static void* const opened = dlopen("build/lib/libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    REQUIRE(opened != nullptr);
    return opened;
}

// The words in brackets of each line "MACRO(words…)", which must be in order, so that a merge cannot name one twice.
std::string lines_in_order(const std::string& path) {
    std::istringstream lines(text_of(path));
    std::string previous, all;
    for (std::string line; std::getline(lines, line);) {
        const std::string words = line.substr(line.find('(') + 1, line.rfind(')') - line.find('(') - 1);
        CHECK(previous < words);
        previous = words;
        all += words + "\n";
    }
    return all;
}

}  // namespace

TEST_CASE("every function of the toolkit's libcuda is there") {
    const std::string stub = of_toolkit("CUDA_LIB", "lib64", "stubs/libcuda.so");
    const Ended ran = shell("nm --dynamic --defined-only '" + stub + "'");
    std::istringstream lines(ran.out);
    std::string missing, address, kind, name;
    int count = 0;
    for (; lines >> address >> kind >> name; ++count)
        if (dlsym(library(), name.c_str()) == nullptr) missing += name + " ";
    CHECK(count > 500);
    CHECK(missing == "");
}

TEST_CASE("the calls that the driver lacks are listed in order") {
    CHECK(lines_in_order("emulator/driver/unsupported_calls.inc") != "");
}

TEST_CASE("functions that are newer than cuGetProcAddress came with the CUDA that the toolkit names") {
    const std::string header = text_of(of_toolkit("CUDA_INCLUDE", "include", "cudaTypedefs.h"));
    std::istringstream rows(lines_in_order("emulator/driver/newer_calls.inc"));
    std::string name, version;
    if (header.find("_v13000)") == std::string::npos) return;  // of an older toolkit
    for (int count = 0; rows >> name >> version; ++count) {
        name.pop_back();  // the comma
        CAPTURE(name);
        CHECK(dlsym(library(), name.c_str()) != nullptr);
        const std::string plain = name.substr(0, name.find('_'));
        CHECK(header.find("PFN_" + plain + "_v" + version + ")") != std::string::npos);
    }
}

TEST_CASE("errors have the names that cuda.h gives them") {
    using Name = int (*)(int, const char**);
    const auto name_of = reinterpret_cast<Name>(dlsym(library(), "cuGetErrorName"));
    std::istringstream lines(text_of(of_toolkit("CUDA_INCLUDE", "include", "cuda.h")));
    std::map<int, std::string> theirs, ours;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string name, equals;
        int number = 0;
        if (words >> name >> equals >> number && equals == "=" &&
            (name.starts_with("CUDA_ERROR_") || name == "CUDA_SUCCESS"))
            theirs[number] = name;
    }
    for (int error = -1; error < 1100; ++error)
        if (const char* name = nullptr; name_of(error, &name) == 0) ours[error] = name;
    CHECK(theirs.size() > 80);
    CHECK(ours == theirs);
}
