// See compiler_output.hpp.
#include "common/course/compiler_output.hpp"

#include <sstream>
#include <vector>

namespace course {
namespace {

constexpr std::size_t kErrorsShown = 3;
constexpr std::size_t kLinesShown = 20;  // of output without a recognised error

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

bool begins_error(const std::string& line) {
    return contains(line, "): error") || contains(line, ": error: ") || contains(line, ": fatal error: ") ||
           contains(line, "): catastrophic error") || line.starts_with("ptxas error") ||
           contains(line, "undefined reference");
}

// Each error's line, with the indented lines below it, which show the source.
std::vector<std::string> errors_in(const std::string& output) {
    std::vector<std::string> errors;
    std::istringstream lines(output);
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
        if (begins_error(line)) {
            errors.push_back(line + "\n");
            inside = true;
        } else if (inside && line.starts_with(" ")) {
            errors.back() += line + "\n";
        } else {
            inside = false;
        }
    }
    return errors;
}

// The function or constant that the linker misses: "transpose(float*)" for "… undefined reference to
// `transpose(float*)'".
std::string missing_name(const std::string& error) {
    const std::string opening = "undefined reference to `";
    const std::size_t begin = error.find(opening);
    if (begin == std::string::npos) return "";
    const std::size_t first = begin + opening.size();
    return error.substr(first, error.find('\'', first) - first);
}

// What to write in place of a call that only the host can make; nvcc's own advice is an option that does not help here.
std::string advice_on_host_functions(const std::string& errors) {
    if (!contains(errors, "__host__ function(") || !contains(errors, "is not allowed")) return "";
    return "A kernel cannot call functions of the host. Write min(a, b) for std::min, max(a, b) for "
           "std::max, and\n"
           "a variable for std::swap; write __device__ before a function of your own.\n";
}

bool is_function(const std::string& name) { return name.find('(') != std::string::npos; }

std::string first_lines(const std::string& text) {
    std::istringstream lines(text);
    std::string result;
    std::size_t count = 0;
    for (std::string line; count < kLinesShown && std::getline(lines, line); ++count) result += line + "\n";
    return result;
}

std::string missing_in_answer(const std::string& missing, const std::string& file) {
    return is_function(missing)
               ? "The check calls " + missing + ", and " + file +
                     " does not define it: keep the name and the parameters that the stub has.\n"
               : "The check reads " + missing + ", and " + file +
                     " does not define it: keep the name and the type that the stub has.\n";
}

std::string missing_in_program(const std::string& missing, const std::string& file) {
    if (missing == "main")
        return file + " has no main function, so it is no program. An exercise's file or a rung has none: " +
               "make check EX=01.1 and make run-01 run those.\n";
    return file + " uses " + missing +
           ", and neither it nor the CUDA runtime defines it. If a library does, " +
           "name the library: NVCC_APPEND_FLAGS=-lcublas make try FILE=" + file + "\n";
}

// `missing_in` words that a name is not defined.
template <class Sentence>
std::string shortened(const std::string& output, const std::string& file, const Sentence& missing_in) {
    std::vector<std::string> own;
    for (const std::string& error : errors_in(output)) {
        if (const std::string missing = missing_name(error); !missing.empty())
            return missing_in(missing, file);
        if (contains(error, file.c_str()) || error.starts_with("ptxas error")) own.push_back(error);
    }
    if (own.empty()) return first_lines(output);
    std::string result;
    for (std::size_t i = 0; i < own.size() && i < kErrorsShown; ++i) result += own[i];
    if (own.size() > kErrorsShown)
        result +=
            "and " + std::to_string(own.size() - kErrorsShown) + " more, which may follow from these.\n";
    return result + advice_on_host_functions(result);
}

}  // namespace

std::string shortened_errors(const std::string& output, const std::string& file) {
    return shortened(output, file, missing_in_answer);
}

std::string shortened_program_errors(const std::string& output, const std::string& file) {
    return shortened(output, file, missing_in_program);
}

}  // namespace course
