// Which source line of the learner's kernels a count comes from, out of the JSON that the emulator gives for a launch.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "common/grading/grading.hpp"

namespace grading {

// The emulator's functions of common/simt/api.h that this part needs; nullptr (or null) on a GPU.
const char* launch_json(std::uint64_t launch);
const char* launch_report(std::uint64_t launch);

// Where launches' JSON comes from: launch_json, or a test.
using LaunchJson = std::function<const char*(std::uint64_t)>;

struct SourceLine {
    std::string file;
    unsigned line = 0;
    double count = 0;
};

// The line with the highest count of `key`, summed over launches first … last, each given as JSON by json(launch). The
// first of equals; nothing where no line has such a count.
std::optional<SourceLine> costliest_line(const std::string& key, std::uint64_t first, std::uint64_t last,
                                         const LaunchJson& json);

// The sum of `key` over launches first … last and their lines in files whose path ends with `file`: "" for all files.
double sum_of_lines(const std::string& key, const std::string& file, std::uint64_t first, std::uint64_t last,
                    const LaunchJson& json);

// What stopped the launch before its end, a deadlock for example: "" where nothing did, or where there is no such launch.
std::string ending_of(const char* json);

// The shape of the launch's blocks and of its grid; nothing where there is no such launch.
std::optional<Run::Block> block_of(const char* json);
std::optional<Run::Block> grid_of(const char* json);

}  // namespace grading
