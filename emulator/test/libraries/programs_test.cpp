// Programs that nvcc built with NVIDIA's headers use the emulator's libraries. Without these headers there are no such programs.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "common/testing/skip.hpp"
#include "common/testing/words.hpp"
#include "emulator/test/support/shell.hpp"

using namespace simt::testing;
using ::testing::contains;

namespace {

// The program's run under simt; its exit code is 0, and its only line is `last`, since it prints whatever is wrong before.
Ended run_alone(const std::string& program, const std::string& last) {
    const Ended ran = shell("build/simt build/test/programs/" + program);
    CAPTURE(ran.err);
    CHECK(ran.exit_code == 0);
    CHECK(ran.out.ends_with(last));
    CHECK(ran.out.find('\n') == ran.out.size() - 1);
    CHECK_FALSE(contains(ran.err, "never written"));
    return ran;
}

bool is_built(const std::string& program) {
    if (std::filesystem::exists("build/test/programs/" + program)) return true;
    ::testing::skip("the toolkit has no headers of cuBLAS");
    return false;
}

}  // namespace

TEST_CASE("every call of libcublas computes for a program what it computes on a GPU") {
    if (!is_built("cublas_calls")) return;
    const Ended ran = run_alone("cublas_calls", " calls\n");
    CHECK(contains(ran.err, "simt: cublasSrotg is not supported by the emulator"));
    CHECK(contains(ran.err, "simt: cublasSsymv is not supported by the emulator: store both triangles"));
    CHECK(contains(ran.err, "and not counted: cublasAxpyEx (1 call), "));
}

TEST_CASE("a call on one device reaches another one's memory only with access to it") {
    if (!is_built("cublas_calls")) return;
    const Ended ran = shell("build/simt --devices 2 --quiet build/test/programs/cublas_calls on_two_devices");
    CHECK(ran.out == "0 2 4 6, 13\n");
    CHECK(contains(ran.err,
                   "cublasSscal: device 1, on which the call runs, may not access the memory of device 0"));
}

TEST_CASE("cublasLtMatmul computes a layer and its gradient") {
    if (!is_built("cublaslt_calls")) return;
    const Ended ran = run_alone("cublaslt_calls", " checks\n");
    CHECK(contains(ran.err, "simt: cublasLtMatrixTransformDescCreate is not supported by the emulator"));
    CHECK(contains(ran.err, "and not counted: cublasLtMatmul (4 calls)"));
}
