// See graph.hpp.
#include <random>

#include "chapters/05-shortcuts/parts/graph/graph.hpp"

namespace graph {

Graph city(std::size_t rows, std::size_t cols, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    // Not std::uniform_int_distribution, which differs between libraries.
    const auto below = [&](std::uint64_t limit) { return random() % limit; };
    Graph graph;
    graph.vertices = rows * cols;
    const auto crossing = [&](std::size_t row, std::size_t col) {
        return static_cast<std::uint32_t>(row * cols + col);
    };
    const auto street = [&](std::uint32_t from, std::uint32_t to) {
        const float metres = static_cast<float>(40 + below(211));
        const bool closed = below(12) == 0;
        const bool one_way = below(5) == 0;
        const bool turned = below(2) == 0;
        if (closed) return;
        if (!one_way || !turned) graph.edges.push_back({from, to, metres});
        if (!one_way || turned) graph.edges.push_back({to, from, metres});
    };
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t col = 0; col < cols; ++col) {
            if (col + 1 < cols) street(crossing(row, col), crossing(row, col + 1));
            if (row + 1 < rows) street(crossing(row, col), crossing(row + 1, col));
            if (row == col && row + 1 < rows && col + 1 < cols) {
                constexpr float kMetres = 60;  // shorter than two streets
                graph.edges.push_back({crossing(row, col), crossing(row + 1, col + 1), kMetres});
                graph.edges.push_back({crossing(row + 1, col + 1), crossing(row, col), kMetres});
            }
        }
    }
    return graph;
}

}  // namespace graph
