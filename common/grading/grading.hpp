// Grades what a learner wrote: calls it, and says in the learner's words what is wrong with what it did.
//
// The harness of an exercise (exercises/*/*/check.cpp) is made of doctest tests whose verdicts come from here, so that a
// failure reads the same everywhere: which matrix, which element, which count against which bound, which source line.
// Everything fails the running test and goes on; the caller returns where nothing more can be said.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "common/testing/compare.hpp"

namespace grading {

// Fails the running test with a text for the learner. Further lines of the text are shown below the first.
void fail(const std::string& text);

// True where kernels are counted. On a GPU the running test is skipped, and says so: return at once.
bool counted_here();

// True where the device can still be used. After an error that ended the CUDA context the running test is skipped, and says
// so: return at once, before anything is allocated.
bool device_usable();

// What one call of the learner's code did.
struct Run {
    bool ok = false;      // no CUDA error, no report of the checks; otherwise the test has failed already
    std::string subject;  // "33 × 31 matrix": what the texts begin with
    std::uint64_t first_launch = 0, last_launch = 0;
    std::map<std::string, double>
        counters;  // over all its launches, by the keys of simt --json; empty on a GPU

    std::size_t copies = 0;  // calls of cudaMemcpy and its like (copies.hpp)
    std::string copied_by;   // the last of them

    struct Block {
        unsigned x, y, z = 1;
    };
    std::optional<Block> block, grid;  // of the last launch, where that is known
};

// Calls body, waits for its kernels, and fails the test if a CUDA call failed, an exception came out, or the emulator's
// checks reported something.
Run run(const std::string& subject, const std::function<void()>& body);

// Fails the test if the comparison found wrong elements; `note` is added to its sentence.
bool expect_right(const Run& run, const testing::Comparison& comparison, const std::string& note = "");

// Fail the test if the answer has copied memory; if it has launched more than one kernel; if its last launch has other blocks
// than these, or another number of them. `why` says in a sentence where that comes from. A GPU knows copies only.
bool expect_no_copies(const Run& run);
bool expect_one_launch(const Run& run, const std::string& why);
bool expect_shape(const Run& run, const Run::Block& grid, const Run::Block& block, const std::string& why);

// Fail the test if a count is beyond its bound. The text has the count, the bound, what it is a request, and for at_most
// the source line that costs most. `why` says in a sentence where the bound comes from.
void at_most(const Run& run, const std::string& key, double bound, const std::string& why);
void at_least(const Run& run, const std::string& key, double bound, const std::string& why);

// Sectors of a global memory request by the rule that the emulator counts with (compute capability 7.x to 9.x): lane l of
// 32 accesses `width` bytes at address[l] if bit l of mask is set.
unsigned modelled_sectors(const std::uint64_t* address, std::uint32_t mask, unsigned width);

// Bytes that the transactions of such a request move by the rules of a generation: "cc1.3", "cc2.0" or "cc9.0".
unsigned modelled_bytes(const std::string& model, const std::uint64_t* address, std::uint32_t mask,
                        unsigned width);

}  // namespace grading
