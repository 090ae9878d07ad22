// See arguments.hpp.
#include "chapters/05-shortcuts/parts/graph/arguments.hpp"

#include <charconv>
#include <stdexcept>

#include "common/ladder/take_option.hpp"

namespace graph {

Arguments arguments(int argc, char** argv) {
    Arguments result;
    result.others.assign(argv, argv + argc);
    const auto file = ladder::take_option(result.others, "--graph");
    const auto city = ladder::take_option(result.others, "--city");
    if (file && file->empty()) throw std::invalid_argument("--graph needs a file after it");
    if (city && city->empty()) throw std::invalid_argument("--city needs a size after it, 12x20");
    result.file = file.value_or("");
    result.city = city.value_or("");
    const bool asked = !result.file.empty() || !result.city.empty();
    if (!result.file.empty() && !result.city.empty())
        throw std::invalid_argument("--graph and --city are two maps: choose one");
    if (asked && result.others.size() > 1)
        throw std::invalid_argument(std::string(result.others[1]) +
                                    " is an option of the ladders: leave it out with --graph and --city");
    return result;
}

Graph city_of(const std::string& size) {
    std::size_t rows = 0;
    std::size_t cols = 0;
    const char* const end = size.data() + size.size();
    const auto first = std::from_chars(size.data(), end, rows);
    const bool is_size = first.ec == std::errc{} && first.ptr != end && *first.ptr == 'x';
    const auto second = is_size ? std::from_chars(first.ptr + 1, end, cols) : first;
    if (!is_size || second.ec != std::errc{} || second.ptr != end || rows == 0 || cols == 0 ||
        rows > kMostVertices || cols > kMostVertices / rows) {
        throw std::invalid_argument("'" + size + "' is no city: write ROWSxCOLS, at most " +
                                    std::to_string(kMostVertices) + " crossings");
    }
    constexpr std::uint64_t kSeed = 2026;
    return city(rows, cols, kSeed);
}

}  // namespace graph
