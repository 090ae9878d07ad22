// malloc, free, new and delete in kernels of a real program, and what the checks say of their memory.
#include <doctest/doctest.h>

#include <string>

#include "common/testing/words.hpp"
#include "emulator/test/support/results.hpp"

using namespace simt::testing;
using ::testing::contains;

namespace {

const std::string kHeapProgram = "build/test/programs/device_heap";

std::string heap_line(const std::string& word) {
    return "line " + marked_line("emulator/test/programs/device_heap.cu", word);
}
std::string heap_place(const std::string& word) {
    return "device_heap.cu:" + marked_line("emulator/test/programs/device_heap.cu", word);
}

}  // namespace

TEST_CASE("memory from malloc in kernels lives until a kernel frees it, and a full heap gives null") {
    for (const char* threads : {"1", "3"}) {
        const Ended ran = shell(std::string("SIMT_THREADS=") + threads + " timeout 60 " + kHeapProgram);
        CHECK(ran.out ==
              "blocks_live_on_after_the_launch ok\nobjects_with_destructors ok\na_full_heap_gives_null ok\n");
        CHECK(contains(ran.err, "cudaLimitMallocHeapSize before the first such launch"));
        CHECK_FALSE(contains(ran.err, "race"));
    }
}

TEST_CASE("the heap has room for as many bytes as its limit, with 16 for each block") {
    CHECK(shell(kHeapProgram + " room").out == std::to_string((8 << 20) / (100'000 + 16)) + "\n");
}

TEST_CASE("an access past the end of a block, or after its free, is a fault") {
    const Ended past = shell(kHeapProgram + " past_the_end");
    CHECK(past.out == "cudaErrorIllegalAddress\n");
    CHECK(contains(past.err, "out of bounds"));
    CHECK(contains(past.err, heap_place("past_the_end")));
    CHECK(contains(past.err, "40 bytes"));
    const Ended freed = shell(kHeapProgram + " use_after_free");
    CHECK(freed.out == "cudaErrorIllegalAddress\n");
    CHECK(contains(freed.err, heap_place("use_after_free")));
    CHECK(contains(freed.err, "malloc at "));
}

TEST_CASE("a free of what is freed already, or is not from malloc, ends the launch at its line") {
    const Ended twice = shell(kHeapProgram + " double_free");
    CHECK(twice.out == "cudaErrorLaunchFailure\n");
    CHECK(contains(twice.err, "which has been freed before (malloc at "));
    CHECK(contains(twice.err, "at " + heap_line("double_free")));
    const Ended other = shell(kHeapProgram + " free_of_other_memory");
    CHECK(other.out == "cudaErrorLaunchFailure\n");
    CHECK(
        contains(other.err, "which malloc in a kernel has not returned (it is from cudaMalloc (1st call))"));
}

TEST_CASE("memory from malloc in kernels is not written yet, and leaks are told") {
    const Ended unwritten = shell(kHeapProgram + " unwritten");
    CHECK(unwritten.out == "cudaSuccess\n");
    CHECK(contains(unwritten.err, "never written"));
    CHECK(contains(unwritten.err, heap_place("unwritten")));
    const Ended leak = shell("build/simt --leak-check=full " + kHeapProgram + " leak");
    CHECK(contains(leak.err, "leak: 24 bytes that nothing has freed"));
    CHECK(contains(leak.err, heap_place("leak")));
}

TEST_CASE("calls of the host do not reach memory from malloc in kernels") {
    const Ended copied = shell(kHeapProgram + " copied"), freed = shell(kHeapProgram + " freed_by_the_host");
    CHECK(copied.out == "cudaErrorInvalidValue\n");
    CHECK(contains(copied.err, "is memory from malloc or new in a kernel"));
    CHECK(freed.out == "cudaErrorInvalidValue\n");
    CHECK(contains(freed.err, "is freed in a kernel"));
}
