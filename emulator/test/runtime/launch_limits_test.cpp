// Launches that the kernel's own directives allow or refuse. programs/launch_calls.cu tests the device's limits.
#include "emulator/runtime/launch_limits.hpp"

#include <doctest/doctest.h>

#include <string>

#include "emulator/runtime/errors.hpp"
#include "emulator/test/support/ptx_text.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

// How a launch of one block of a kernel with this directive fails.
Failure failure_of(const std::string& directive, const Dim3& block) {
    memory::AddressSpace space;
    exec::DeviceModule module(ptx::parse(ptx::module_text(".visible .entry k() " + directive + " { ret; }")),
                              {}, space);
    try {
        check_launch(*module.kernel("k"), {1, 1, 1}, block, 0, -1);
    } catch (const Failure& failure) {
        return failure;
    }
    return {cudaSuccess, ""};
}

}  // namespace

// The answers are an H200's, with CUDA 13.
TEST_CASE("a kernel with .reqntid is launched with blocks of that shape alone") {
    for (const char* directive : {".reqntid 64, 2", ".reqntid 64, 2, 1"})
        CHECK(failure_of(directive, {64, 2, 1}).error == cudaSuccess);
    for (const Dim3& other : {Dim3{128, 1, 1}, Dim3{32, 1, 1}, Dim3{64, 2, 2}, Dim3{2, 64, 1}}) {
        const Failure failure = failure_of(".reqntid 64, 2, 1", other);
        CHECK(failure.error == cudaErrorInvalidValue);
        CHECK(failure.sentence.find("blocks of 64x2x1") != std::string::npos);
    }
    CHECK(failure_of(".reqntid 96", {48, 2, 1}).error == cudaErrorInvalidValue);
}

TEST_CASE("a kernel with .maxntid is launched with blocks of any shape that have no more threads") {
    CHECK(failure_of(".maxntid 64, 2", {128, 1, 1}).error == cudaSuccess);
    CHECK(failure_of(".maxntid 64, 2", {129, 1, 1}).error == cudaErrorInvalidValue);
}
