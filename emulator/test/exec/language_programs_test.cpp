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

TEST_CASE("products on tensor cores, by wmma and by mma, are those of the host") {
    const Ended ran = shell(kPrograms + "tensor_cores");
    CHECK(ran.out ==
          "wmma_half ok\nwmma_half_sums ok\nwmma_bfloat16 ok\nwmma_tf32 ok\nwmma_double ok\nwmma_bytes "
          "ok\nmma_bytes ok\n");
    CHECK(ran.err == "");
}

TEST_CASE("clusters run with distributed shared memory; sizes that do not fit are refused with what to do") {
    const Ended ran = shell(kPrograms + "clusters");
    CAPTURE(ran.err);
    CHECK(ran.out ==
          "distributed_histogram ok\nlaunch_attributes ok\ncudaErrorInvalidClusterSize\ncudaSuccess\n"
          "cudaErrorInvalidClusterSize\ncudaErrorInvalidClusterSize\noccupancy ok\n");
    CHECK(contains(ran.err, "cudaFuncAttributeNonPortableClusterSizeAllowed, 1)"));
    CHECK(contains(ran.err, "the grid 10x1x1 cannot be divided into clusters of 4x1x1"));
    CHECK(contains(ran.err, "the kernel was compiled for clusters of 4x1x1 (__cluster_dims__)"));
    const Ended race = shell(kPrograms + "clusters unsynchronised");
    CAPTURE(race.err);
    CHECK(contains(race.err, "race: two blocks of a cluster use one place in shared memory"));
    CHECK(contains(race.err, "Put a barrier of the cluster between the two"));
    CHECK(contains(race.err, "clusters.cu:" + marked_line(kSources + "clusters.cu", "unsynchronised")));
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
        {"formatted", "the instruction sust.p.1d.b32.trap is not supported", "another form of the access"},
    };
    for (const Refused& part : parts)
        CHECK(contains(check_refused(part), ", at " + line_marked("not_supported.cu", part.name)));
}

TEST_CASE("what is not supported on the host is named by the call, with what to do") {
    const Refused parts[] = {
        {"anisotropic", "cudaCreateTextureObject: anisotropic filtering is not supported",
         "set maxAnisotropy to 0"},
        {"sparse_array", "cudaMallocArray: an array with the flags 0x40", "is not supported by the emulator"},
    };
    for (const Refused& part : parts) check_refused(part);
}
