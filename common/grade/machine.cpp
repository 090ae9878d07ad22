// See machine.hpp.
#include "common/grade/machine.hpp"

#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "common/grade/supervise.hpp"
#include "common/grade/text.hpp"

namespace grade {
namespace {

// "No space left on device" is not one of them: /tmp is the sandbox's own, and small. See check_disk().
constexpr const char* kLacking[] = {"Cannot allocate memory",
                                    "Resource temporarily unavailable",
                                    "Cannot fork",
                                    "Too many open files in system",
                                    "Disk quota exceeded",
                                    "Input/output error",
                                    "Killed signal terminated",
                                    "died due to signal 9"};

}  // namespace

std::string lacking(const std::string& said, const std::string& source) {
    std::istringstream lines(said);
    for (std::string line; std::getline(lines, line);) {
        const bool quotes = line.starts_with(" ") || line.find(source) != std::string::npos;
        if (!source.empty() && quotes) continue;
        if (line == "Killed") return line + ".";  // by a shell: nvcc calls its parts through one
        for (const char* const words : kLacking)
            if (line.find(words) != std::string::npos) return printable(line);
    }
    return "";
}

void check_disk(const std::string& folder) {
    const std::size_t needed = Limits{}.file_size;
    if (std::filesystem::space(folder).available < needed)
        throw std::runtime_error("The disk that holds " + folder + " is full: it has less than " +
                                 std::to_string(needed >> 20) + " MiB.");
}

}  // namespace grade
