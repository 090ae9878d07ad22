// The source lines of the learner's kernels behind a count, and the emulator's other knowledge of a launch.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/grading/grading.hpp"

namespace grading {

struct SourceLine {
    std::string file;
    unsigned line = 0;
    double count = 0;
};

// The counts of `key` in the launch, by source line; none on a GPU, and for keys that are not counted by line.
std::vector<SourceLine> lines_of(std::uint64_t launch, const std::string& key);

// The source of such counts: lines_of, or a test.
using LineCounts = std::function<std::vector<SourceLine>(std::uint64_t launch, const std::string& key)>;

// The lines with a count of `key`, summed over launches first … last: the highest count first; of equal lines, the first.
std::vector<SourceLine> costliest_lines(const std::string& key, std::uint64_t first, std::uint64_t last,
                                        const LineCounts& counts = lines_of);

// The sum of `key` over launches first … last and over their lines in files whose path ends with `file`; "" means all
// files.
double sum_of_lines(const std::string& key, const std::string& file, std::uint64_t first, std::uint64_t last,
                    const LineCounts& counts = lines_of);

// The findings of the checks in the launch, in the emulator's words; "" if there are none, and on a GPU.
std::string report_of(std::uint64_t launch);

// The newest finding that belongs to a call and to no launch, such as a copy of memory that nothing has written; "" if there
// is none, and on a GPU.
std::string report_of_calls();

// What stopped the launch early, a deadlock for example; "" if nothing did, or if there is no such launch.
std::string ending_of(std::uint64_t launch);

// Sets the shape of the run's last launch if the emulator knows it.
void set_shape(Run& run);

}  // namespace grading
