// See check.hpp.
#include "chapters/05-shortcuts/parts/graph/check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "chapters/05-shortcuts/parts/graph/shortest_paths.hpp"

namespace graph {

std::vector<std::uint32_t> sample(const Graph& graph, std::size_t most) {
    const std::size_t count = std::min(most, graph.vertices);
    std::vector<std::uint32_t> sources;
    for (std::size_t k = 0; k < count; ++k)
        sources.push_back(static_cast<std::uint32_t>(k * graph.vertices / count));
    return sources;
}

double tolerance(const Graph& graph, const std::vector<double>& paths) {
    constexpr double kCounted = 1 << 24;
    constexpr double kRoundedOff =
        1e-6;  // half a unit of a float is 6e-8 of it; sums of parts of a path are rounded again
    bool whole = true;
    double longest = 0;
    for (const Edge& edge : graph.edges) {
        if (std::isinf(edge.length)) continue;
        whole = whole && edge.length == std::floor(edge.length);
        longest = std::max(longest, std::abs(static_cast<double>(edge.length)));
    }
    for (const double path : paths) {
        if (std::isfinite(path)) longest = std::max(longest, std::abs(path));
    }
    // With negative edges, part of a path may be longer than the whole path, and sums may cancel.
    const bool negative = has_negative_edge(graph);
    const double vertices = static_cast<double>(graph.vertices);
    const double longest_part = negative ? longest * vertices : longest;
    if (whole && longest_part < kCounted) return 0;
    return kRoundedOff * longest * (negative ? vertices : std::sqrt(vertices));
}

std::string defect(const Graph& graph, const std::vector<float>& all,
                   const std::vector<std::uint32_t>& sources) {
    for (const std::uint32_t source : sources) {
        const std::vector<double> paths = paths_from(graph, source);
        const double allowed = tolerance(graph, paths);
        for (std::size_t vertex = 0; vertex < graph.vertices; ++vertex) {
            const double got = all[source * graph.vertices + vertex];
            const double expected = paths[vertex];
            if (got == expected || std::abs(got - expected) <= allowed) continue;  // NaN fails both
            char lengths[96];
            std::snprintf(lengths, sizeof lengths, " it says %.9g, and the shortest path is %.9g", got,
                          expected);
            return "from vertex " + std::to_string(source + 1) + " to vertex " + std::to_string(vertex + 1) +
                   lengths;
        }
    }
    return "";
}

}  // namespace graph
