// The result of a run of a ladder; all reports are written from it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/ladder/comparison.hpp"
#include "common/ladder/ladder.hpp"
#include "common/ladder/machine.hpp"
#include "common/ladder/statistics.hpp"

namespace ladder {

// How a version was run: one cold launch at a time; or, for --loops, many launches between two events, or one launch
// with the loop inside.
enum class Mode { Cold, LaunchLoop, KernelLoop };

struct Row {
    std::string name;
    Kind kind;
    Mode mode = Mode::Cold;
    std::string skipped;            // why it did not run
    std::string failure;            // why it failed: a wrong element, a CUDA error, findings of the emulator
    int repeats = 0;                // timed runs
    int looped = 1;                 // repeats of the work in one run: more than 1 in the loop modes
    std::optional<Median> time_ms;  // absent on the emulator
    std::optional<double> rate;     // in the problem's metric, from the median
    std::optional<Median> share;    // of the roof's speed, from pairs of neighbouring runs
    std::map<std::string, double> counters;  // on the emulator
    std::optional<Errors> errors;            // if the problem has a Rounding

    bool ok() const { return failure.empty(); }
};

struct Result {
    std::string chapter;
    std::string ladder;  // Problem::name
    Size size;
    Metric metric;
    Machine machine;
    std::uint64_t seed = 0;
    std::vector<Row> rows;
    std::string roof;           // the version that rungs are compared with; empty if none ran
    std::string baseline_roof;  // the same for baselines
    double input_bytes = 0;
    double output_bytes = 0;

    bool ok() const;
};

}  // namespace ladder
