// See written_counts.hpp.
#include "common/grading/written_counts.hpp"

#include <cstdlib>
#include <fstream>
#include <iomanip>

namespace grading {

void write_counts(const std::map<std::string, double>& counters) {
    static std::map<std::string, double> sums;
    const char* const path = std::getenv("EXERCISE_COUNTS");
    if (!path || counters.empty()) return;
    for (const auto& [key, count] : counters) sums[key] += count;
    std::ofstream file(path);
    file << std::setprecision(17);
    for (const auto& [key, sum] : sums) file << key << " " << sum << "\n";
}

}  // namespace grading
