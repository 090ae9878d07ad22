// See grading.hpp. The texts for errors and elements are here, those for counts in counts.cpp.
#include "common/grading/grading.hpp"

#include <cuda_runtime_api.h>
#include <doctest/doctest.h>

#include <exception>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "common/cuda/counters.hpp"
#include "common/grading/copies.hpp"
#include "common/grading/device.hpp"
#include "common/grading/endless_loop.hpp"
#include "common/grading/seed.hpp"
#include "common/grading/source_lines.hpp"
#include "common/grading/written_counts.hpp"
#include "common/ladder/counters.hpp"
#include "common/testing/skip.hpp"
#include "emulator/cost/access_models.hpp"
#include "emulator/cost/historical_models.hpp"

namespace grading {
namespace {

// After an illegal access every later CUDA call of the process fails.
bool context_is_lost = false;

[[maybe_unused]] const bool watched = (end_endless_loops(kEndlessSeconds), true);

// Whether races are shown without what to do about them.
bool races_without_advice = false;

// A learner fixes one thing at a time: the first failure of an answer is described in full, later ones in a few
// words. An error that ends the context is described in full in any case, since the tests after it do not run.
bool told = false;

std::size_t failed_so_far = 0;

void tell(const Run& run, const std::string& text) {
    const bool in_full = !told || context_is_lost;
    fail(run.subject + (in_full ? ": " + text : ": wrong as well; what it costs counts once it is right."));
    told = true;
}

// Adds the reports in the emulator's text, one by one, without its name in front.
void add_reports(std::vector<std::string>& reports, const std::string& text) {
    const std::string opening = "simt: ";
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind(opening, 0) == 0)
            reports.push_back(line.substr(opening.size()));
        else if (!reports.empty())
            reports.back() += "\n" + line;
    }
}

// The reports of the launches.
std::vector<std::string> reports(std::uint64_t first, std::uint64_t last) {
    std::vector<std::string> reports;
    for (std::uint64_t launch = first; launch <= last; ++launch) add_reports(reports, report_of(launch));
    return reports;
}

// A race in shared memory and the access out of bounds that it led to, if these are the reports: an index that was
// computed from raced values is wrong. Else empty. A race in global memory explains nothing: where a guard is missing, two
// threads write one element and others write past the end.
std::string race_and_its_effect(const std::vector<std::string>& reports) {
    const std::string race = "race: two threads use one place in shared memory";
    std::string first_race, effect;
    for (const std::string& report : reports) {
        if (first_race.empty() && report.rfind(race, 0) == 0) first_race = report;
        if (effect.empty() && report.rfind("out of bounds: ", 0) == 0 &&
            report.find("where no allocation is") != std::string::npos)
            effect = report;
    }
    return first_race.empty() || effect.empty() ? "" : first_race + "\nafter it, " + effect;
}

// The report to show: the one that ended the launch, below a race that may be its cause; else a misused barrier; else a
// race; else the first. A missing barrier is also reported as reads of memory that nothing has written yet, but the race
// names both source lines.
std::string most_telling(const std::vector<std::string>& reports) {
    if (const std::string both = race_and_its_effect(reports); !both.empty()) return both;
    for (const char* const sign : {"The launch ends here", "barrier: ", "race: "})
        for (const std::string& report : reports)
            if (report.find(sign) != std::string::npos) return report;
    return reports.empty() ? "" : reports.front();
}

// Advice is the last row of a report.
std::string without_advice(const std::string& report) {
    return report.substr(0, report.find("\n  what to do "));
}

// "16", "0.25".
std::string in_digits(double number) {
    std::ostringstream text;
    text << number;
    return text.str();
}

bool same(const Run::Block& a, const Run::Block& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

// "32 x 4 x 2"; ones at the end are left out.
std::string words(const Run::Block& shape) {
    std::string text = std::to_string(shape.x);
    if (shape.y > 1 || shape.z > 1) text += " x " + std::to_string(shape.y);
    if (shape.z > 1) text += " x " + std::to_string(shape.z);
    return text;
}

// "2 x 4 blocks of 32 x 4 threads".
std::string words(const Run::Block& grid, const Run::Block& block) {
    const Run::Block one{1, 1, 1};
    return words(grid) + (same(grid, one) ? " block of " : " blocks of ") + words(block) +
           (same(block, one) ? " thread" : " threads");
}

}  // namespace

void fail(const std::string& text) {
    ++failed_so_far;
    FAIL_CHECK(text);
}

std::size_t failures() { return failed_so_far; }

bool counted_here() {
    testing::judges_counts();
    if (gpu::emulator::present()) return true;
    testing::skip(kCountedElsewhere);
    return false;
}

std::string kernel_failed(int error) {
    const auto code = static_cast<cudaError_t>(error);
    return std::string("a kernel failed: ") + cudaGetErrorString(code) + " (" + cudaGetErrorName(code) +
           "). The same check with DEVICE=emulator names its source line.";
}

bool device_usable() {
    if (context_is_lost)
        testing::skip("not run: after the error above the device answers nothing in this program");
    return !context_is_lost;
}

Run run(const std::string& subject, const std::function<void()>& body) {
    Run result;
    result.subject = subject + seed_note();
    if (!device_usable()) return result;
    const std::uint64_t before = gpu::emulator::launches();
    const std::uint64_t findings_before = gpu::emulator::findings();
    const std::size_t copies_before = copies();
    std::string error;
    try {
        body();
        if (const cudaError_t failed = cudaDeviceSynchronize(); failed != cudaSuccess)
            throw std::runtime_error(kernel_failed(failed));
    } catch (const AnswerGone&) {
        return result;
    } catch (const std::exception& exception) {
        error = exception.what();
    } catch (...) {
        error = "an exception came out of it.";
    }
    result.copies = copies() - copies_before;
    result.copied_by = latest_copy();
    context_is_lost = cudaDeviceSynchronize() != cudaSuccess;
    static_cast<void>(cudaGetLastError());
    result.first_launch = before + 1;
    result.last_launch = gpu::emulator::launches();
    std::string report = most_telling(reports(result.first_launch, result.last_launch));
    if (races_without_advice && report.rfind("race: ", 0) == 0) report = without_advice(report);
    if (!report.empty()) {
        tell(result, "the emulator's checks report this.\n" + report);
    } else if (!error.empty()) {
        const std::string ending = ending_of(result.last_launch);
        tell(result, ending.empty() ? error : "the kernel did not come to its end.\n" + ending + ".");
    } else if (gpu::emulator::findings() != findings_before) {
        std::vector<std::string> of_calls;
        add_reports(of_calls, report_of_calls());
        tell(result, of_calls.empty() ? "the emulator's checks report an error."
                                      : "the emulator's checks report this.\n" + of_calls.front());
    } else if (gpu::emulator::present() && result.last_launch < result.first_launch) {
        tell(result, "no kernel was launched.");
    } else {
        result.ok = true;
        result.counters = ladder::counters_since(before);
        set_shape(result);
        write_counts(result.counters);
    }
    return result;
}

void leave_out_advice_on_races() { races_without_advice = true; }

bool expect_right(const Run& run, const testing::Comparison& comparison, const std::string& note) {
    if (!run.ok) return false;
    if (!comparison) tell(run, comparison.message + (note.empty() ? "" : " " + note));
    return static_cast<bool>(comparison);
}

bool expect_no_copies(const Run& run) {
    if (!run.ok || run.copies == 0) return run.ok;
    tell(run,
         "it calls " + run.copied_by +
             ". All data is on the device before and after, and the kernel alone does the work: no copies.");
    return false;
}

bool expect_few_copies(const Run& run, std::size_t most, const std::string& why) {
    if (!run.ok || run.copies <= most) return run.ok;
    tell(run,
         std::to_string(run.copies) + " copies; at most " + std::to_string(most) + " are needed: " + why);
    return false;
}

bool expect_one_launch(const Run& run, const std::string& why) {
    if (!run.ok || run.last_launch <= run.first_launch) return run.ok;
    tell(run, std::to_string(run.last_launch - run.first_launch + 1) + " launches: " + why);
    return false;
}

bool expect_shape(const Run& run, const Run::Block& grid, const Run::Block& block, const std::string& why) {
    if (!run.ok || !run.block || !run.grid) return run.ok;
    if (same(*run.block, block) && same(*run.grid, grid)) return true;
    tell(run,
         "it is launched as " + words(*run.grid, *run.block) + ", not as " + words(grid, block) + ": " + why);
    return false;
}

void expect_predicted(const std::string& question, double prediction, double right) {
    if (prediction == right) return;
    if (prediction < 0)
        fail(question + ": no prediction yet.");
    else
        fail(question + ": you predict " + in_digits(prediction) + ", and that is too " +
             (prediction < right ? "low." : "high."));
}

unsigned modelled_sectors(const std::uint64_t* address, std::uint32_t mask, unsigned width) {
    return simt::cost::global_sectors(reinterpret_cast<const simt::u64*>(address), mask, width);
}

unsigned modelled_bytes(const std::string& model, const std::uint64_t* address, std::uint32_t mask,
                        unsigned width) {
    const auto generation = simt::cost::model_named(model);
    if (!generation) throw std::invalid_argument("there are no rules for " + model);
    const simt::cost::GlobalTransactions moved = simt::cost::global_transactions(
        *generation, reinterpret_cast<const simt::u64*>(address), mask, width);
    unsigned bytes = 0;
    for (int size = 0; size < simt::cost::kTransactionSizes; ++size)
        bytes += moved.count[size] * (32u << size);
    return bytes;
}

}  // namespace grading
