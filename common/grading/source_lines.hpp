// Which source line of the learner's kernels a count comes from, and what else the emulator knows of a launch.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/grading/grading.hpp"

namespace grading {

struct SourceLine {
    std::string file;
    unsigned line = 0;
    double count = 0;
};

// The counts of `key` in the launch, by source line; none on a GPU, and where lines have no such count.
std::vector<SourceLine> lines_of(std::uint64_t launch, const std::string& key);

// Where such counts come from: lines_of, or a test.
using LineCounts = std::function<std::vector<SourceLine>(std::uint64_t launch, const std::string& key)>;

// The line with the highest count of `key`, summed over launches first … last. The first of equals; nothing where no line has
// such a count.
std::optional<SourceLine> costliest_line(const std::string& key, std::uint64_t first, std::uint64_t last,
                                         const LineCounts& counts = lines_of);

// The sum of `key` over launches first … last and their lines in files whose path ends with `file`: "" for all files.
double sum_of_lines(const std::string& key, const std::string& file, std::uint64_t first, std::uint64_t last,
                    const LineCounts& counts = lines_of);

// What the checks found in the launch, in the emulator's words; "" where they found nothing, and on a GPU.
std::string report_of(std::uint64_t launch);

// What stopped the launch before its end, a deadlock for example: "" where nothing did, or where there is no such launch.
std::string ending_of(std::uint64_t launch);

// Sets the shape of the run's last launch, where the emulator knows it.
void set_shape(Run& run);

}  // namespace grading
