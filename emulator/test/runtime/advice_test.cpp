// What the refusal of an unsupported call says to do instead.
#include "emulator/runtime/advice.hpp"

#include <doctest/doctest.h>

#include <regex>
#include <set>
#include <string>

#include "common/testing/words.hpp"
#include "emulator/test/support/shell.hpp"

using simt::runtime::advice_instead_of;
using simt::runtime::advice_instead_of_library;
using simt::testing::text_of;
using ::testing::contains;

namespace {

// The calls that are not supported: those of the runtime, or those of the driver.
std::set<std::string> unsupported(const std::string& folder) {
    const std::string text = text_of("emulator/" + folder + "/unsupported_calls.inc");
    const std::regex line("\\((\\w+)");
    std::set<std::string> names;
    for (std::sregex_iterator name(text.begin(), text.end(), line), end; name != end; ++name)
        names.insert((*name)[1]);
    REQUIRE(names.size() > 50);
    return names;
}

std::string advice(const std::string& call) { return std::string(advice_instead_of(call)); }

}  // namespace

TEST_CASE("no advice speaks of graphs, textures or arrays where only a part of the call's name does") {
    for (const std::string folder : {"runtime", "driver"}) {
        for (const std::string& call : unsupported(folder)) {
            CAPTURE(call);
            const std::string text = advice(call);
            if (contains(call, "Graphics") || contains(call, "EGL") || contains(call, "VDPAU") ||
                call.starts_with("cudaGL"))
                CHECK(contains(text, "copy the pixels to the host"));
            if (contains(text, "build the graph")) CHECK(contains(call, "Graph"));
            if (contains(text, "sparse nor planar")) CHECK(contains(call, "Array"));
            if (contains(text, "to the kernel")) CHECK_FALSE(contains(call, "MaxWidth"));
        }
    }
}

TEST_CASE("memory and events of one process: each call that would share them says so") {
    for (const std::string call : {"cudaIpcGetMemHandle", "cudaIpcOpenEventHandle", "cuIpcOpenMemHandle_v2",
                                   "cuMemExportToShareableHandle"})
        CHECK(
            advice(call) ==
            "share data through the host, or use threads of one process: device memory and events belong to "
            "the process that created them");
    CHECK(contains(advice("cudaMemPoolExportToShareableHandle"), "a pool of this process"));
}

TEST_CASE(
    "virtual memory management names what allocates instead, and the attribute that says it is not there") {
    for (const std::string& call : unsupported("driver")) {
        if (!std::regex_match(call,
                              std::regex("cuMem(Address.*|Create|Map|Map[^p]*Async|Unmap|SetAccess|GetAccess|"
                                         "GetAllocation.*|Release|Retain.*)")))
            continue;
        CAPTURE(call);
        CHECK(contains(advice(call), "allocate with cuMemAlloc"));
        CHECK(contains(advice(call), "CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED"));
    }
    CHECK(contains(advice("cuMemCreate"), "allocate with cuMemAlloc"));
}

TEST_CASE("the first version of a driver's call is refused only where the second is there") {
    const std::set<std::string> driver = unsupported("driver");
    int count = 0;
    for (const std::string& call : driver) {
        if (!contains(advice(call), "ends in _v2")) continue;
        ++count;
        CHECK_FALSE(driver.contains(call + "_v2"));
    }
    CHECK(count == 40);
    CHECK(contains(advice("cuMemAlloc"), "ends in _v2"));
    CHECK_FALSE(contains(advice("cuMemcpyAtoA"), "ends in _v2"));
}

TEST_CASE("launches on several devices, older launches and batches name the calls to make instead") {
    CHECK(contains(
        advice("cudaLaunchCooperativeKernelMultiDevice"),
        "CUDA 13's runtime has it no more. Launch the kernel with cudaLaunchCooperativeKernel on each"));
    CHECK(contains(advice("cuLaunchCooperativeKernelMultiDevice"),
                   "cudaLaunchCooperativeKernel on each device"));
    CHECK(contains(advice("cuLaunchGridAsync"), "cuLaunchKernel"));
    CHECK(contains(advice("cudaMemcpyBatchAsync"), "call cudaMemcpyAsync for each copy"));
    CHECK(contains(advice("cudaMemcpy3DBatchAsync"), "call cudaMemcpy3DAsync for each copy"));
    CHECK(contains(advice("cudaMemDiscardAndPrefetchBatchAsync"), "leave it out"));
    CHECK(contains(advice("cudaImportExternalMemory"), "Vulkan"));
    CHECK(contains(advice("cudaExternalMemoryGetMappedMipmappedArray"), "Vulkan"));
}

TEST_CASE("a refused call of cuBLAS says which of its calls to make instead") {
    const auto library = [](const std::string& call) { return std::string(advice_instead_of_library(call)); };
    for (const std::string& call : unsupported("libraries/cublas")) {
        CAPTURE(call);
        const bool complex =
            std::regex_match(call, std::regex("cublas([CZ][a-z].*|I[cz]am(ax|in)|(Sc|Dz)(asum|nrm2))"));
        CHECK(contains(library(call), "no complex numbers") == complex);
    }
    CHECK(contains(library("cublasCgemm of cublas.h (without a handle)"), "include cublas_v2.h"));
    CHECK(contains(library("cublasXtSgemm"), "no Xt"));
    CHECK(contains(library("cublasSgemmGroupedBatched"), "cublasGemmBatchedEx for each group"));
    CHECK(contains(library("cublasHSHgemvBatched_64"), "cublasGemmBatchedEx with n = 1"));
    CHECK(contains(library("cublasDgemvStridedBatched"), "cublasGemmStridedBatchedEx with n = 1"));
    CHECK(contains(library("cublasStrsmBatched"), "trsm of its type for each matrix"));
    CHECK(contains(library("cublasDsymm"), "call the gemm"));
    CHECK(contains(library("cublasDsymv"), "call the gemv"));
    CHECK(contains(library("cublasStrsv"), "trsm of its type with one column"));
    CHECK(contains(library("cublasSrotg"), "do without it here"));
}
