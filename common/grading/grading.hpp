// Grades a learner's answer: calls it, and describes its mistakes in the learner's words.
//
// The harness of an exercise (exercises/*/*/check.cpp) consists of doctest tests whose verdicts come from here, so
// that a failure reads the same everywhere: which matrix, which element, which count against which bound, which
// source line. A failure fails the running test, which continues; the caller returns when nothing more can be said.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>

#include "common/testing/compare.hpp"

namespace grading {

// Thrown by a call of the answer if the answer is a process of its own and that process is gone. No test passes then
// (testing::fail_from_now_on).
struct AnswerGone {};

// Fails the running test with a text for the learner. Lines after the first are shown below it.
void fail(const std::string& text);

// How often fail() was called.
std::size_t failures();

// Calls judge(size) for each of the sizes, until it fails the test: at the next size it would mostly say the same again.
template <class Size, class Judge>
void for_sizes(std::initializer_list<Size> sizes, const Judge& judge) {
    const std::size_t before = failures();
    for (const Size& size : sizes)
        if (failures() == before) judge(size);
}

// True if kernels are counted here. On a GPU the running test is skipped, with a message: return at once. Either way the record
// says that this test judges counts.
bool counted_here();

// A sentence on a kernel that failed with this cudaError_t, where no check of the emulator says more.
std::string kernel_failed(int error);

// True if the device can still be used. After an error that ended the CUDA context the running test is skipped, with
// a message: return at once, before allocating anything.
bool device_usable();

// The result of one call of the learner's code.
struct Run {
    bool ok = false;      // no CUDA error, no finding of the checks; otherwise the test has failed already
    std::string subject;  // "33 × 31 matrix": the beginning of the texts
    std::uint64_t first_launch = 0, last_launch = 0;
    // Sums over all its launches, by the keys of simt --json; empty on a GPU.
    std::map<std::string, double> counters;

    std::size_t copies = 0;  // calls of cudaMemcpy and the like (copies.hpp)
    std::string copied_by;   // the last of them

    struct Block {
        unsigned x, y, z = 1;
    };
    std::optional<Block> block, grid;  // of the last launch, if known
};

// Calls body, waits for its kernels, and fails the test if a CUDA call failed, if body threw an exception, or if the
// emulator's checks reported a finding.
Run run(const std::string& subject, const std::function<void()>& body);

// From here on a race is shown without what to do about it, for an exercise of which that is the answer.
void leave_out_advice_on_races();

// Fails the test if the comparison found wrong elements; `note` is added to its message.
bool expect_right(const Run& run, const testing::Comparison& comparison, const std::string& note = "");

// These fail the test
// - if the answer has copied memory;
// - if it has called a copying function more than `most` times;
// - if it has launched more than one kernel;
// - if the shape of its last launch differs from `grid` and `block`.
// `why` explains the requirement in a sentence. On a GPU only copies are known, so the last two pass.
bool expect_no_copies(const Run& run);
bool expect_few_copies(const Run& run, std::size_t most, const std::string& why);
bool expect_one_launch(const Run& run, const std::string& why);
bool expect_shape(const Run& run, const Run::Block& grid, const Run::Block& block, const std::string& why);

// These fail the test if a count misses its bound. The text names the count, the bound, the count per request, and
// for at_most the source line that exceeds it, or those that exceed it together. `why` explains the bound in a sentence.
void at_most(const Run& run, const std::string& key, double bound, const std::string& why);
void at_least(const Run& run, const std::string& key, double bound, const std::string& why);

// Fails the test unless the prediction is right. The text says whether it is too low or too high, never the answer. A
// negative prediction means that there is none yet. `question`: its name, and the code if that helps.
void expect_predicted(const std::string& question, double prediction, double right);

// Sectors of a global memory request by the emulator's rule (compute capability 7.x to 9.x): lane l of 32 accesses
// `width` bytes at address[l] if bit l of mask is set.
unsigned modelled_sectors(const std::uint64_t* address, std::uint32_t mask, unsigned width);

// The bytes moved by the transactions of such a request under a generation's rules: "cc1.3", "cc2.0" or "cc9.0".
unsigned modelled_bytes(const std::string& model, const std::uint64_t* address, std::uint32_t mask,
                        unsigned width);

}  // namespace grading
