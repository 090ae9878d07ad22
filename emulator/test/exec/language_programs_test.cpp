// Real programs that print, assert and call through pointers, and what they are told where the emulator has no answer.
#include <doctest/doctest.h>

#include <string>

#include "common/testing/words.hpp"
#include "emulator/test/support/results.hpp"

using namespace simt::testing;
using ::testing::contains;

namespace {

const std::string kPrograms = "build/test/programs/", kSources = "emulator/test/programs/";

// As messages write it.
std::string line_marked(const std::string& source, const std::string& word) {
    return "line " + marked_line(kSources + source, word) + " of ";
}

// A part of not_supported.cu: its call fails, and the message names what it is and what to do instead.
struct Refused {
    const char *name, *what, *advice;
};
// Returns the message.
std::string check_refused(const Refused& part) {
    CAPTURE(part.name);
    const Ended ran = shell(kPrograms + "not_supported " + part.name);
    CAPTURE(ran.err);
    CHECK(ran.out == "cudaErrorNotSupported\n");
    CHECK(contains(ran.err, part.what));
    CHECK(contains(ran.err, part.advice));
    return ran.err;
}

}  // namespace

TEST_CASE("a kernel's printf writes what the host's printf writes") {
    const Ended ran = shell(kPrograms + "printing printf");
    CAPTURE(ran.out);
    CHECK(ran.exit_code == 0);
    CHECK(ran.out.starts_with("ok\nno arguments, 100 %\n"));
    CHECK(ran.out.ends_with("\n43 arguments\n"));
    CHECK(ran.err == "");
}

TEST_CASE("algorithms of Thrust are right, and nothing is said of what they read and throw away") {
    const Ended ran = shell(kPrograms + "thrust_algorithms");
    CHECK(ran.exit_code == 0);
    CHECK(ran.out ==
          "sort: right\nmerge: right\nset_intersection: right\nminmax_element, max_element: right\n");
    CHECK(ran.err == "");
}

TEST_CASE("what kernels print comes between what the host prints, in the order of blocks and threads") {
    std::string expected = "before\n";
    for (int block = 10; block < 13; ++block)
        for (int thread = 0; thread < 40; ++thread)
            if (thread % 3 != 1)
                expected +=
                    "block " + std::to_string(block) + " thread " + std::to_string(thread) + " of order\n";
    expected += "between\nblock 20 thread 0 of order\nafter\n";
    for (const char* threads : {"1", "2", "5"})
        CHECK(shell(std::string("SIMT_THREADS=") + threads + " " + kPrograms + "printing order").out ==
              expected);
}

TEST_CASE("an assertion ends the launch: its words on stderr, what was printed before it on stdout") {
    const Ended ran = shell(kPrograms + "printing assert");
    CAPTURE(ran.err);
    CHECK(ran.exit_code == 0);
    CHECK(ran.out.starts_with("before\nvalue 0\n"));
    CHECK(ran.out.ends_with("value 31\ncudaErrorAssert\n"));
    const std::string number = marked_line(kSources + "printing.cu", "assert");
    CHECK(ran.err.starts_with(kSources + "printing.cu:" + number + ": "));
    CHECK(contains(ran.err,
                   "positive(const int *): block: [2,0,0], thread: [5,0,0] Assertion "
                   "`values[i] >= 0 && \"values are counts\"` failed.\n"));
    CHECK(contains(ran.err, "ended early: an assertion failed, at line " + number));
}

TEST_CASE("calls through tables and virtual functions, recursion and alloca compute what the host computes") {
    const Ended ran = shell(kPrograms + "functions");
    CHECK(ran.out ==
          "function_pointers ok\nvirtual_functions ok\ndeep_recursion ok\narrays_on_the_stack ok\n");
    CHECK(ran.err == "");
}

TEST_CASE("a call through a wrong pointer ends the launch at its source line") {
    const Ended null = shell(kPrograms + "functions null_pointer");
    CHECK(null.out == "cudaErrorInvalidPc\n");
    CHECK(contains(null.err, "thread (5,0,0) of block (0,0,0) calls through a null pointer, at " +
                                 line_marked("functions.cu", "null_pointer")));
    const Ended type = shell(kPrograms + "functions another_type");
    CHECK(type.out == "cudaErrorInvalidPc\n");
    CHECK(contains(type.err, "plus(int, int) through a pointer of another type"));
    CHECK(contains(type.err, line_marked("functions.cu", "another_type")));
}

TEST_CASE("a recursion deeper than the stack limit is stopped, with the call that raises the limit") {
    const Ended ran = shell(kPrograms + "functions too_deep");
    CHECK(ran.out == "cudaErrorIllegalAddress\n");
    CHECK(contains(ran.err, "more than 1024 bytes, the stack of a thread"));
    CHECK(contains(ran.err, "cudaDeviceSetLimit(cudaLimitStackSize, ...)"));
}

TEST_CASE("what is not supported in a kernel is named, with its source line and what to do") {
    const Refused parts[] = {
        {"wmma", "the instruction wmma.load.a.sync.aligned.row.m16n16k16.global.f16 is not supported",
         "tensor cores"},
        {"mma", "the instruction mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 is not supported",
         "tensor cores"},
        {"texture", "the instruction tex.1d.v4.f32.s32 is not supported", "through a plain pointer"},
        {"surface", "the instruction sust.b.1d.b32.trap is not supported", "through a plain pointer"},
        {"malloc", "device-side malloc, free, new and delete are not supported (malloc)",
         "allocate on the host"},
        {"new", "device-side malloc, free, new and delete are not supported (malloc)",
         "allocate on the host"},
        {"delete", "device-side malloc, free, new and delete are not supported (free)",
         "allocate on the host"},
    };
    for (const Refused& part : parts)
        CHECK(contains(check_refused(part), ", at " + line_marked("not_supported.cu", part.name)));
}

TEST_CASE("what is not supported on the host is named by the call, with what to do") {
    const Refused parts[] = {
        {"cluster_kernel", "clusters of 2x1x1 blocks (__cluster_dims__) are not supported",
         "a grid without clusters"},
        {"cluster_launch", "clusters of 2x1x1 blocks (cudaLaunchAttributeClusterDimension) are not supported",
         "a grid without clusters"},
        {"graph", "cudaGraphCreate is not supported", "launch the kernels in a stream"},
        {"capture", "cudaStreamBeginCapture is not supported", "instead of capturing a graph"},
        {"texture_object", "cudaCreateTextureObject is not supported", "through a plain pointer"},
        {"surface_object", "cudaCreateSurfaceObject is not supported", "through a plain pointer"},
        {"array", "cudaMallocArray is not supported", "cudaMallocPitch and plain pointers"},
    };
    for (const Refused& part : parts) check_refused(part);
}
