// The references against each other, and negative cycles: found, and named.
#include "chapters/05-shortcuts/parts/graph/shortest_paths.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <set>
#include <vector>

namespace {

using graph::Graph;

constexpr double kNoPath = std::numeric_limits<double>::infinity();

// All pairs by three loops, in double.
std::vector<double> floyd_warshall(const Graph& graph) {
    const std::vector<float> d = graph::matrix(graph);
    const std::size_t n = graph.vertices;
    std::vector<double> best(d.begin(), d.end());
    for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j)
                best[i * n + j] = std::min(best[i * n + j], best[i * n + k] + best[k * n + j]);
        }
    }
    return best;
}

}  // namespace

TEST_CASE("paths from every vertex equal those of three loops, in a city and where some edges are negative") {
    Graph city = graph::city(6, 5, 3);
    for (const bool negative : {false, true}) {
        CAPTURE(negative);
        // Lengths go down towards later vertices. No cycle is negative: the gain is lost on the way back.
        if (negative) {
            for (graph::Edge& edge : city.edges)
                edge.length += 100.0f * (static_cast<float>(edge.from) - static_cast<float>(edge.to));
        }
        REQUIRE(graph::has_negative_edge(city) == negative);
        CHECK(graph::negative_cycle(city).empty());
        const std::vector<double> all = floyd_warshall(city);
        for (std::uint32_t source = 0; source < city.vertices; ++source) {
            const std::vector<double> paths = graph::paths_from(city, source);
            CHECK(std::equal(paths.begin(), paths.end(),
                             all.begin() + static_cast<std::ptrdiff_t>(source * city.vertices)));
        }
    }
}

TEST_CASE("where no edge leads, the path is infinite; edges of length zero are edges") {
    const Graph graph{4, {{0, 1, 0}, {1, 2, 0}}};
    CHECK(graph::paths_from(graph, 0) == std::vector<double>{0, 0, 0, kNoPath});
    CHECK(graph::paths_from(graph, 3) == std::vector<double>{kNoPath, kNoPath, kNoPath, 0});
}

TEST_CASE("a negative cycle is found wherever it is, named in its order, and adds up to less than zero") {
    //  0 → 1 → 2 → 3 → 1 goes around -1; 4 is elsewhere
    const Graph graph{5, {{0, 1, 5}, {1, 2, 4}, {2, 3, -7}, {3, 1, 2}, {4, 4, 1}}};
    const std::vector<std::uint32_t> cycle = graph::negative_cycle(graph);
    REQUIRE(cycle.size() == 3);
    CHECK(graph::length_of(graph, cycle) == -1);
    for (std::size_t k = 0; k < 3; ++k) CHECK(cycle[(k + 1) % 3] == cycle[k] % 3 + 1);
}

TEST_CASE(
    "of random maps, those have a negative cycle in which three loops find one, and it is one of their own "
    "edges") {
    std::mt19937 random(7);
    int with = 0;
    for (int trial = 0; trial < 400; ++trial) {
        CAPTURE(trial);
        Graph graph{1 + random() % 12, {}};
        for (std::size_t edges = random() % 40; edges > 0; --edges) {
            graph.edges.push_back({static_cast<std::uint32_t>(random() % graph.vertices),
                                   static_cast<std::uint32_t>(random() % graph.vertices),
                                   static_cast<float>(random() % 12) - 2});
        }
        const std::vector<double> all = floyd_warshall(graph);
        bool expected = false;
        for (std::size_t k = 0; k < graph.vertices; ++k)
            expected = expected || all[k * graph.vertices + k] < 0;
        const std::vector<std::uint32_t> cycle = graph::negative_cycle(graph);
        REQUIRE(cycle.empty() == !expected);
        if (cycle.empty()) continue;
        ++with;
        CHECK(graph::length_of(graph, cycle) < 0);  // infinite where an edge is missing
        CHECK(std::set<std::uint32_t>(cycle.begin(), cycle.end()).size() == cycle.size());
    }
    CHECK(with > 50);
    CHECK(with < 350);
}

TEST_CASE("a vertex with a negative edge to itself is a cycle of one; a cycle of exactly zero is none") {
    const Graph alone{2, {{1, 1, -0.5f}}};
    CHECK(graph::negative_cycle(alone) == std::vector<std::uint32_t>{1});
    CHECK(graph::to_string(graph::negative_cycle(alone)) == "2 → 2");
    const Graph zero{2, {{0, 1, -3}, {1, 0, 3}}};
    CHECK(graph::negative_cycle(zero).empty());
}
