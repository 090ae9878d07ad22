// 02.2, solved: predictions that a function computes from the addresses, when the program begins.
#include <cstddef>
#include <set>

#include "exercises/02-transpose/2-predict-sectors/predictions.hpp"

template <class Index>
static int sectors(std::size_t bytes_each, Index index, std::size_t first = 0, std::size_t last = 32,
                   std::size_t step = 1) {
    std::set<std::size_t> touched;
    for (std::size_t lane = first; lane < last; lane += step) {
        touched.insert(index(lane) / 32);
        touched.insert((index(lane) + bytes_each - 1) / 32);
    }
    return static_cast<int>(touched.size());
}

namespace predicted {
const int neighbours = sectors(4, [](std::size_t lane) { return 4 * lane; });
const int neighbours_shifted = sectors(4, [](std::size_t lane) { return 4 * (lane + 1); });
const int backwards = sectors(4, [](std::size_t lane) { return 4 * (31 - lane); });
const int all_the_same = sectors(4, [](std::size_t) { return std::size_t{28}; });
const int every_second = sectors(4, [](std::size_t lane) { return 8 * lane; });
const int a_row_apart = sectors(4, [](std::size_t lane) { return 4000 * lane; });
const int bytes = sectors(1, [](std::size_t lane) { return lane; });
const int doubles = sectors(8, [](std::size_t lane) { return 8 * lane; });
const int vectors = sectors(16, [](std::size_t lane) { return 16 * lane; });
const int points = sectors(4, [](std::size_t lane) { return 12 * lane; });
const int first_half = sectors(
    4, [](std::size_t lane) { return 4 * lane; }, 0, 16);
const int odd_lanes = sectors(
    4, [](std::size_t lane) { return 4 * lane; }, 1, 32, 2);
const int two_rows = sectors(4, [](std::size_t lane) { return 4 * (lane / 16 * 1001 + lane % 16); });
}  // namespace predicted
