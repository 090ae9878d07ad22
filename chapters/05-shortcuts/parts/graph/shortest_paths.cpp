// See paths.hpp.
#include "chapters/05-shortcuts/parts/graph/shortest_paths.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace graph {
namespace {

constexpr double kNoEdge = std::numeric_limits<double>::infinity();

std::vector<double> dijkstra(const Graph& graph, std::uint32_t source) {
    std::vector<std::vector<const Edge*>> leaving(graph.vertices);
    for (const Edge& edge : graph.edges) leaving[edge.from].push_back(&edge);
    std::vector<double> best(graph.vertices, kNoEdge);
    best[source] = 0;
    using Reached = std::pair<double, std::uint32_t>;
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> next;
    next.push({0, source});
    while (!next.empty()) {
        const auto [length, vertex] = next.top();
        next.pop();
        if (length > best[vertex]) continue;
        for (const Edge* edge : leaving[vertex]) {
            const double longer = length + static_cast<double>(edge->length);
            if (longer < best[edge->to]) {
                best[edge->to] = longer;
                next.push({longer, edge->to});
            }
        }
    }
    return best;
}

// Relaxes all edges until nothing changes, but at most `most` times. Returns a vertex that the last round changed, or
// `vertices` if none did. before[p]: the vertex before p on its path.
std::uint32_t bellman_ford(const Graph& graph, std::vector<double>& best, std::vector<std::uint32_t>& before,
                           std::size_t most) {
    const std::uint32_t none = static_cast<std::uint32_t>(graph.vertices);
    std::uint32_t changed = none;
    for (std::size_t round = 0; round < most; ++round) {
        changed = none;
        for (const Edge& edge : graph.edges) {
            const double longer = best[edge.from] + static_cast<double>(edge.length);
            if (longer < best[edge.to]) {
                best[edge.to] = longer;
                before[edge.to] = edge.from;
                changed = edge.to;
            }
        }
        if (changed == none) break;
    }
    return changed;
}

}  // namespace

bool has_negative_edge(const Graph& graph) {
    return std::any_of(graph.edges.begin(), graph.edges.end(),
                       [](const Edge& edge) { return edge.length < 0; });
}

std::vector<double> paths_from(const Graph& graph, std::uint32_t source) {
    if (!has_negative_edge(graph)) return dijkstra(graph, source);
    std::vector<double> best(graph.vertices, kNoEdge);
    std::vector<std::uint32_t> before(graph.vertices);
    best[source] = 0;
    bellman_ford(graph, best, before, graph.vertices);
    return best;
}

std::vector<std::uint32_t> negative_cycle(const Graph& graph) {
    if (!has_negative_edge(graph)) return {};
    // As if another vertex had edges of length 0 to all vertices: a path without a cycle then has at most `vertices`
    // edges.
    std::vector<double> best(graph.vertices, 0);
    std::vector<std::uint32_t> before(graph.vertices, static_cast<std::uint32_t>(graph.vertices));
    std::uint32_t vertex = bellman_ford(graph, best, before, graph.vertices);
    if (vertex == graph.vertices) return {};
    for (std::size_t step = 0; step < graph.vertices; ++step) vertex = before[vertex];  // back into the cycle
    std::vector<std::uint32_t> cycle;
    std::uint32_t on_it = vertex;
    do {
        cycle.push_back(on_it);
        on_it = before[on_it];
    } while (on_it != vertex);
    std::reverse(cycle.begin(), cycle.end());
    return cycle;
}

double length_of(const Graph& graph, const std::vector<std::uint32_t>& cycle) {
    double sum = 0;
    for (std::size_t k = 0; k < cycle.size(); ++k) {
        double shortest = kNoEdge;
        for (const Edge& edge : graph.edges) {
            if (edge.from == cycle[k] && edge.to == cycle[(k + 1) % cycle.size()])
                shortest = std::min(shortest, static_cast<double>(edge.length));
        }
        sum += shortest;
    }
    return sum;
}

std::string to_string(const std::vector<std::uint32_t>& cycle) {
    std::string text;
    for (const std::uint32_t vertex : cycle) text += std::to_string(vertex + 1) + " → ";
    return cycle.empty() ? text : text + std::to_string(cycle.front() + 1);
}

}  // namespace graph
