// Exercise 02.8: rows and columns of a matrix against the DRAM model of common/dram.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "common/dram/dram.hpp"
#include "common/grading/grading.hpp"
#include "common/grading/seed.hpp"
#include "exercises/02-transpose/8-every-channel/layout.hpp"

namespace {

std::string words(const dram::Geometry& memory) {
    return std::to_string(memory.channels) + " channels of " + std::to_string(memory.banks) +
           " banks, bursts of " + std::to_string(memory.burst_elements);
}

unsigned all_banks(const dram::Geometry& memory) { return memory.channels * memory.banks; }

// The page's memory, others, and some that are drawn. Not all numbers are powers of two.
std::vector<dram::Geometry> memories() {
    std::vector<dram::Geometry> all{{4, 2, 2}, {8, 2, 4}, {6, 2, 2}, {5, 2, 2}, {3, 4, 1}};
    grading::Draw draw("memories");
    for (int more = 0; more < 2; ++more)
        all.push_back({static_cast<unsigned>(draw.number(2, 7)), static_cast<unsigned>(draw.number(2, 4)),
                       static_cast<unsigned>(draw.number(1, 4))});
    return all;
}

std::size_t most_of_a_bank(const dram::Usage& usage) {
    std::size_t most = 0;
    for (const std::vector<unsigned>& channel : usage.bursts)
        for (const unsigned bursts : channel) most = std::max<std::size_t>(most, bursts);
    return most;
}

// Whether the elements come from all banks alike, in as few bursts as there are. Otherwise the test fails with a text about `what`.
bool expect_all_banks(const std::string& what, const std::vector<std::uint64_t>& elements, std::size_t bursts,
                      const dram::Geometry& memory) {
    const dram::Usage usage = dram::load(elements, memory);
    const std::size_t least = (bursts + all_banks(memory) - 1) / all_banks(memory);
    if (usage.reads() > bursts) {
        grading::fail(words(memory) + ": " + what + ": " + std::to_string(usage.reads()) + " bursts; " +
                      std::to_string(bursts) + " are enough.");
        return false;
    }
    if (most_of_a_bank(usage) == least) return true;
    grading::fail(words(memory) + ": " + what + ": the bursts come from " +
                  std::to_string(usage.channels_used()) + " of " + std::to_string(memory.channels) +
                  " channels and " + std::to_string(usage.banks_used()) + " of " +
                  std::to_string(all_banks(memory)) + " banks. The busiest bank brings " +
                  std::to_string(most_of_a_bank(usage)) + " bursts, " + std::to_string(least) +
                  (least == 1 ? " is" : " are") + " enough. That takes the time of " +
                  std::to_string(usage.time) + " transfers.");
    return false;
}

// The first channels · banks elements of a column, if rows have this length.
std::vector<std::uint64_t> column_of(std::size_t length, const dram::Geometry& memory) {
    std::vector<std::uint64_t> elements;
    for (std::size_t row = 0; row < all_banks(memory); ++row) elements.push_back(row * length);
    return elements;
}

bool right_length(std::size_t columns, const dram::Geometry& memory) {
    const std::size_t length = row_length(columns, memory.channels, memory.banks, memory.burst_elements);
    const std::string what = "for " + std::to_string(columns) + (columns == 1 ? " column" : " columns") +
                             ", a row of " + std::to_string(length) + " elements";
    if (length < columns || length % memory.burst_elements != 0) {
        grading::fail(words(memory) + ": " + what +
                      (length < columns ? " has no room for them." : " is no whole number of bursts."));
        return false;
    }
    if (!expect_all_banks(what + ": a column of " + std::to_string(all_banks(memory)) + " elements",
                          column_of(length, memory), all_banks(memory), memory))
        return false;
    for (std::size_t shorter = length - memory.burst_elements; shorter >= columns && shorter < length;
         shorter -= memory.burst_elements)
        if (most_of_a_bank(dram::load(column_of(shorter, memory), memory)) == 1) {
            grading::fail(words(memory) + ": " + what + " is longer than it has to be.");
            return false;
        }
    return true;
}

bool right_places(std::size_t circles, const dram::Geometry& memory) {
    const std::size_t rows = 2 * all_banks(memory);
    const std::size_t columns = circles * all_banks(memory) * memory.burst_elements;
    std::vector<std::vector<std::uint64_t>> in_row(rows), in_column(columns);
    std::vector<bool> taken(rows * columns);
    const std::string matrix = std::to_string(rows) + " x " + std::to_string(columns) + " matrix: ";
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column) {
            const std::size_t at =
                place(row, column, columns, memory.channels, memory.banks, memory.burst_elements);
            if (at >= taken.size() || taken[at]) {
                grading::fail(words(memory) + ", " + matrix + "place " + std::to_string(at) +
                              " of element [" + std::to_string(row) + "][" + std::to_string(column) + "] " +
                              (at >= taken.size() ? "lies behind the array." : "is taken already."));
                return false;
            }
            taken[at] = true;
            in_row[row].push_back(at);
            in_column[column].push_back(at);
        }
    for (std::size_t row = 0; row < rows; ++row)
        if (!expect_all_banks(matrix + "row " + std::to_string(row), in_row[row],
                              columns / memory.burst_elements, memory))
            return false;
    for (std::size_t column = 0; column < columns; ++column)
        for (const std::size_t first : {std::size_t{0}, rows / 2}) {
            const auto begin = in_column[column].begin() + static_cast<std::ptrdiff_t>(first);
            const std::vector<std::uint64_t> part(begin, begin + all_banks(memory));
            if (!expect_all_banks(matrix + std::to_string(part.size()) + " elements of column " +
                                      std::to_string(column) + " from row " + std::to_string(first) + " on",
                                  part, part.size(), memory))
                return false;
        }
    return true;
}

}  // namespace

TEST_CASE("rows of a length that brings a column from all banks") {
    grading::Draw draw("columns");
    for (const dram::Geometry& memory : memories())
        for (const std::size_t columns : {std::size_t{8}, std::size_t{1}, std::size_t{10}, std::size_t{64},
                                          std::size_t{1000}, draw.size(2000)})
            if (!right_length(columns, memory)) return;
}

TEST_CASE("rows and columns from all banks, and no row is longer") {
    for (const dram::Geometry& memory : memories())
        for (const std::size_t circles : {1, 2})
            if (!right_places(circles, memory)) return;
}
