// Both methods for all pairs, on maps of every kind, each pair compared with the references.
#include <doctest/doctest.h>

#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "chapters/05-shortcuts/parts/graph/check.hpp"
#include "chapters/05-shortcuts/parts/graph/floyd_warshall.hpp"
#include "chapters/05-shortcuts/parts/graph/graph.hpp"
#include "chapters/05-shortcuts/parts/graph/squaring.hpp"

namespace {

using graph::Graph;

constexpr float kNoEdge = std::numeric_limits<float>::infinity();

std::string defect_of(const Graph& graph, int (*method)(gpu::Buffer<float>&, std::size_t)) {
    gpu::Buffer<float> d(graph::matrix(graph));
    method(d, graph.vertices);
    std::vector<std::uint32_t> all(graph.vertices);
    std::iota(all.begin(), all.end(), 0);
    return graph::defect(graph, d.to_host(), all);
}

void check(const Graph& graph) {
    CHECK(defect_of(graph, graph::square_until_settled) == "");
    CHECK(defect_of(graph, graph::floyd_warshall) == "");
}

}  // namespace

TEST_CASE("cities of every size: one crossing, fewer than a tile, whole tiles, one more") {
    for (const auto& size : std::vector<std::pair<std::size_t, std::size_t>>{
             {1, 1}, {1, 2}, {3, 5}, {4, 8}, {3, 11}, {10, 10}, {8, 16}}) {
        CAPTURE(size.first);
        CAPTURE(size.second);
        check(graph::city(size.first, size.second, 7));
    }
}

TEST_CASE("a chain of vertices: the longest path has as many edges as there are vertices but one") {
    Graph chain{70, {}};
    for (std::uint32_t k = 0; k + 1 < 70; ++k) chain.edges.push_back({k, k + 1, 1});
    check(chain);
}

TEST_CASE("edges of length zero, infinite and fractional ones, and vertices that none leads to") {
    check({40, {{0, 1, 0}, {1, 39, 0.1f}, {39, 2, 0.2f}, {2, 0, 0.3f}, {3, 4, kNoEdge}, {4, 5, 7}}});
}

TEST_CASE("negative edges without a negative cycle") {
    Graph hills = graph::city(6, 9, 5);
    for (graph::Edge& edge : hills.edges)
        edge.length += 100.0f * (static_cast<float>(edge.from) - static_cast<float>(edge.to));
    REQUIRE(hills.edges.size() > 50);
    check(hills);
    check({3, {{0, 1, 2}, {1, 2, -2}, {2, 0, 0}}});
}

TEST_CASE(
    "sums that are rounded: a cycle of zero that floats take for one of less, a part longer than the whole") {
    check({4, {{3, 0, 16777216}, {0, 1, 1}, {1, 2, 1}, {2, 3, -16777218}}});
    check({4, {{0, 1, -16777200}, {1, 2, 16777215}, {2, 3, 2}}});
    // The same in the tiles beside and below: 40 vertices, and the cycle in two tiles.
    check({40, {{39, 0, 16777216}, {0, 35, 1}, {35, 2, 1}, {2, 39, -16777218}, {3, 39, 1}, {39, 4, 1}}});
}

TEST_CASE("the check finds one length that is wrong, one that is missing, and a NaN") {
    const Graph city = graph::city(4, 4, 1);
    gpu::Buffer<float> d(graph::matrix(city));
    graph::floyd_warshall(d, city.vertices);
    const std::vector<float> right = d.to_host();
    CHECK(graph::defect(city, right, {0, 5}) == "");
    for (const float bad : {right[5 * 16 + 3] + 1, kNoEdge, std::numeric_limits<float>::quiet_NaN()}) {
        std::vector<float> wrong = right;
        wrong[5 * 16 + 3] = bad;
        CHECK(graph::defect(city, wrong, {0, 5}).find("from vertex 6 to vertex 4 it says") == 0);
        CHECK(graph::defect(city, wrong, {0, 6}) == "");
    }
}
