// The emulator's libraries export what NVIDIA's do, so that no program dies of a missing symbol: libcudart.so.13 as the toolkit
// that was found, libcudart.so.12 and libcudart.so.11.0 as those of CUDA 12.4 and 11.8.
#include <dlfcn.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>
#include <string>

#include "emulator/test/support/shell.hpp"

using namespace simt::testing;

namespace {

// Names and versions of the functions that a library defines: "cudaMalloc@@libcudart.so.13".
std::set<std::string> exports_of(const std::string& library) {
    const Ended ran = shell("nm --dynamic --defined-only --with-symbol-versions '" + library + "'");
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

const std::string kOurs = "build/lib/libcudart.so.";

// "cudaMalloc" of "cudaMalloc@@libcudart.so.13".
std::string plain(const std::string& name) { return name.substr(0, name.find('@')); }

// The names that a library answers to for programs of a CUDA: those without a version, and those with that one.
std::set<std::string> answered_by(const std::string& library, const std::string& version) {
    std::set<std::string> names;
    for (const std::string& name : exports_of(library))
        if (name.find('@') == std::string::npos || name.ends_with("@libcudart.so." + version))
            names.insert(plain(name));
    return names;
}

std::string missing_of(const std::set<std::string>& wanted, const std::set<std::string>& there) {
    std::string missing;
    for (const std::string& name : wanted)
        if (!there.contains(name)) missing += name + " ";
    return missing;
}

// What CUDA 12.4's library exports and CUDA 13.0's does not, from nm.
const std::set<std::string> kOnlyIn12 = {"cudaGetDeviceProperties_v2",
                                         "cudaGraphAddDependencies_v2",
                                         "cudaGraphAddNode_v2",
                                         "cudaGraphGetEdges_v2",
                                         "cudaGraphNodeGetDependencies_v2",
                                         "cudaGraphNodeGetDependentNodes_v2",
                                         "cudaGraphRemoveDependencies_v2",
                                         "cudaLaunchCooperativeKernelMultiDevice",
                                         "cudaMemAdvise_v2",
                                         "cudaMemPrefetchAsync_v2",
                                         "cudaMemPrefetchAsync_v2_ptsz",
                                         "cudaSetDoubleForDevice",
                                         "cudaSetDoubleForHost",
                                         "cudaSignalExternalSemaphoresAsync_v2",
                                         "cudaSignalExternalSemaphoresAsync_v2_ptsz",
                                         "cudaStreamGetCaptureInfo_v2",
                                         "cudaStreamGetCaptureInfo_v2_ptsz",
                                         "cudaStreamGetCaptureInfo_v3",
                                         "cudaStreamGetCaptureInfo_v3_ptsz",
                                         "cudaStreamUpdateCaptureDependencies_v2",
                                         "cudaStreamUpdateCaptureDependencies_v2_ptsz",
                                         "cudaThreadExit",
                                         "cudaThreadGetCacheConfig",
                                         "cudaThreadGetLimit",
                                         "cudaThreadSetCacheConfig",
                                         "cudaThreadSetLimit",
                                         "cudaThreadSynchronize",
                                         "cudaWaitExternalSemaphoresAsync_v2",
                                         "cudaWaitExternalSemaphoresAsync_v2_ptsz"};
// The same of CUDA 11.8's.
const std::set<std::string> kOnlyIn11 = {"__cudaRegisterSurface",
                                         "__cudaRegisterTexture",
                                         "cudaBindSurfaceToArray",
                                         "cudaBindTexture",
                                         "cudaBindTexture2D",
                                         "cudaBindTextureToArray",
                                         "cudaBindTextureToMipmappedArray",
                                         "cudaCreateTextureObject_v2",
                                         "cudaGetSurfaceReference",
                                         "cudaGetTextureAlignmentOffset",
                                         "cudaGetTextureObjectTextureDesc_v2",
                                         "cudaGetTextureReference",
                                         "cudaLaunchCooperativeKernelMultiDevice",
                                         "cudaProfilerInitialize",
                                         "cudaSetDoubleForDevice",
                                         "cudaSetDoubleForHost",
                                         "cudaSignalExternalSemaphoresAsync_v2",
                                         "cudaSignalExternalSemaphoresAsync_v2_ptsz",
                                         "cudaStreamGetCaptureInfo_v2",
                                         "cudaStreamGetCaptureInfo_v2_ptsz",
                                         "cudaThreadExit",
                                         "cudaThreadGetCacheConfig",
                                         "cudaThreadGetLimit",
                                         "cudaThreadSetCacheConfig",
                                         "cudaThreadSetLimit",
                                         "cudaThreadSynchronize",
                                         "cudaUnbindTexture",
                                         "cudaWaitExternalSemaphoresAsync_v2",
                                         "cudaWaitExternalSemaphoresAsync_v2_ptsz"};

// NVIDIA's library: in the folder that make found (nvcc in PATH may be a script elsewhere), or else beside nvcc.
std::string toolkit_library() {
    const Ended ran = shell(
        "ls \"${CUDA_LIB:-$(dirname \"$(readlink -f \"$(command -v nvcc || echo "
        "/usr/local/cuda/bin/nvcc)\")\")/../lib64}\"/libcudart.so.1[0-9] "
        "\"$CUDA_LIB\"/libcudart.so.11.0");
    return ran.out.substr(0, ran.out.find('\n'));
}

}  // namespace

TEST_CASE("every function of the toolkit's runtime is there, under its version") {
    const std::string library = toolkit_library();
    REQUIRE_FALSE(library.empty());
    const std::string version = library.substr(library.rfind(".so.") + 4);
    std::set<std::string> theirs, ours = answered_by(kOurs + "13", version);
    ours.merge(answered_by(kOurs + version, version));
    for (const std::string& name : exports_of(library)) theirs.insert(plain(name));
    REQUIRE(theirs.size() > 390);
    CHECK(missing_of(theirs, ours) == "");
}

TEST_CASE("calls that CUDA 13 dropped are there for programs of CUDA 12 and 11") {
    CHECK(missing_of(kOnlyIn12, answered_by(kOurs + "12", "12")) == "");
    CHECK(missing_of(kOnlyIn11, answered_by(kOurs + "11.0", "11.0")) == "");
}

TEST_CASE("a call that is another one in older CUDAs never answers their programs") {
    // With a version, the loader looks for that version only; without, any program gets the function.
    std::set<std::string> of_13_only;
    for (const std::string& name : exports_of(kOurs + "13"))
        if (name.ends_with("@@libcudart.so.13")) of_13_only.insert(plain(name));
    // By their headers: a structure that grew or changed, parameters that are others; and the version of the runtime.
    CHECK(of_13_only == std::set<std::string>{"cudaCreateTextureObject",
                                              "cudaFuncGetAttributes",
                                              "cudaGetDeviceProperties",
                                              "cudaGetDriverEntryPoint",
                                              "cudaGetDriverEntryPoint_ptsz",
                                              "cudaGetSurfaceObjectResourceDesc",
                                              "cudaGetTextureObjectResourceDesc",
                                              "cudaGetTextureObjectTextureDesc",
                                              "cudaGraphAddDependencies",
                                              "cudaGraphAddNode",
                                              "cudaGraphExecUpdate",
                                              "cudaGraphGetEdges",
                                              "cudaGraphInstantiate",
                                              "cudaGraphNodeGetDependencies",
                                              "cudaGraphNodeGetDependentNodes",
                                              "cudaGraphRemoveDependencies",
                                              "cudaMemAdvise",
                                              "cudaMemPrefetchAsync",
                                              "cudaMemPrefetchAsync_ptsz",
                                              "cudaPointerGetAttributes",
                                              "cudaRuntimeGetVersion",
                                              "cudaStreamGetCaptureInfo",
                                              "cudaStreamGetCaptureInfo_ptsz",
                                              "cudaStreamUpdateCaptureDependencies",
                                              "cudaStreamUpdateCaptureDependencies_ptsz"});
    const std::set<std::string> for_all = answered_by(kOurs + "13", "");
    for (const std::string version : {"12", "11.0"}) {
        CHECK(missing_of(of_13_only, answered_by(kOurs + version, version)) == "");
        // libcudart.so.13 is loaded first: what it answers without a version never gets to an older library.
        std::string hidden;
        for (const std::string& name : exports_of(kOurs + version))
            if (name.ends_with("@@libcudart.so." + version) && for_all.contains(plain(name)))
                hidden += name + " ";
        CHECK(hidden == "");
    }
}

TEST_CASE(
    "nothing but functions of the runtime, the driver and NVRTC and the emulator's own leaves the "
    "libraries") {
    CHECK(exports_of(kOurs + "13").contains("simt_launch_count"));
    std::string strange;
    for (const char* version : {"13", "12", "11.0"})
        for (const std::string& name : exports_of(kOurs + version))
            if (!(name.starts_with("cu") && (name[2] == 'd' || std::isupper(name[2]))) &&
                !name.starts_with("__cuda") && !name.starts_with("nvrtc") && !name.starts_with("simt_") &&
                name != "_exit" && name != "_Exit")
                strange += name + " ";
    CHECK(strange == "");
}

TEST_CASE("errors have the names and descriptions that NVIDIA's runtime of CUDA 13 gives them") {
    const std::string library = toolkit_library();
    if (!library.ends_with(".13")) return;
    using Text = const char* (*)(int);
    const auto text_of_errors = [](const std::string& path, const char* function) {
        void* const opened = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        REQUIRE(opened != nullptr);
        const auto text = reinterpret_cast<Text>(dlsym(opened, function));
        std::string all;
        for (int error = -1; error <= 10001; ++error) all += std::to_string(error) + " " + text(error) + "\n";
        return all;
    };
    for (const char* function : {"cudaGetErrorName", "cudaGetErrorString"})
        CHECK(text_of_errors(kOurs + "13", function) == text_of_errors(library, function));
}

TEST_CASE("the list of unsupported calls is in order, so that a merge cannot name one twice") {
    std::istringstream lines(text_of("emulator/runtime/unsupported_calls.inc"));
    std::string previous;
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        CHECK(line.starts_with("SIMT_UNSUPPORTED"));
        const std::string name = line.substr(line.find('(') + 1);
        CHECK(previous < name);
        previous = name;
    }
    CHECK(count > 0);
}
