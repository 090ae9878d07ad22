// See journeys.hpp.
#include "chapters/05-shortcuts/parts/graph/journeys.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace graph {
namespace {

constexpr double kNoRoad = std::numeric_limits<double>::infinity();

std::vector<double> dijkstra(const Graph& graph, std::uint32_t source) {
    std::vector<std::vector<const Road*>> leaving(graph.places);
    for (const Road& road : graph.roads) leaving[road.from].push_back(&road);
    std::vector<double> best(graph.places, kNoRoad);
    best[source] = 0;
    using Reached = std::pair<double, std::uint32_t>;
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> next;
    next.push({0, source});
    while (!next.empty()) {
        const auto [length, place] = next.top();
        next.pop();
        if (length > best[place]) continue;
        for (const Road* road : leaving[place]) {
            const double longer = length + static_cast<double>(road->length);
            if (longer < best[road->to]) {
                best[road->to] = longer;
                next.push({longer, road->to});
            }
        }
    }
    return best;
}

// Relaxes all roads until none changes anything, but not more than `most` times. Returns a place that the last round changed, or
// `places` if none did. before[p]: the place that the journey to p comes from.
std::uint32_t bellman_ford(const Graph& graph, std::vector<double>& best, std::vector<std::uint32_t>& before,
                           std::size_t most) {
    const std::uint32_t none = static_cast<std::uint32_t>(graph.places);
    std::uint32_t changed = none;
    for (std::size_t round = 0; round < most; ++round) {
        changed = none;
        for (const Road& road : graph.roads) {
            const double longer = best[road.from] + static_cast<double>(road.length);
            if (longer < best[road.to]) {
                best[road.to] = longer;
                before[road.to] = road.from;
                changed = road.to;
            }
        }
        if (changed == none) break;
    }
    return changed;
}

}  // namespace

bool has_negative_road(const Graph& graph) {
    return std::any_of(graph.roads.begin(), graph.roads.end(),
                       [](const Road& road) { return road.length < 0; });
}

std::vector<double> journeys_from(const Graph& graph, std::uint32_t source) {
    if (!has_negative_road(graph)) return dijkstra(graph, source);
    std::vector<double> best(graph.places, kNoRoad);
    std::vector<std::uint32_t> before(graph.places);
    best[source] = 0;
    bellman_ford(graph, best, before, graph.places);
    return best;
}

std::vector<std::uint32_t> negative_cycle(const Graph& graph) {
    if (!has_negative_road(graph)) return {};
    // As if a further place had roads of length 0 to all: a journey without a cycle has at most `places` roads then.
    std::vector<double> best(graph.places, 0);
    std::vector<std::uint32_t> before(graph.places, static_cast<std::uint32_t>(graph.places));
    std::uint32_t place = bellman_ford(graph, best, before, graph.places);
    if (place == graph.places) return {};
    for (std::size_t step = 0; step < graph.places; ++step) place = before[place];  // back into the cycle
    std::vector<std::uint32_t> cycle;
    std::uint32_t on_it = place;
    do {
        cycle.push_back(on_it);
        on_it = before[on_it];
    } while (on_it != place);
    std::reverse(cycle.begin(), cycle.end());
    return cycle;
}

double length_of(const Graph& graph, const std::vector<std::uint32_t>& cycle) {
    double sum = 0;
    for (std::size_t k = 0; k < cycle.size(); ++k) {
        double shortest = kNoRoad;
        for (const Road& road : graph.roads) {
            if (road.from == cycle[k] && road.to == cycle[(k + 1) % cycle.size()])
                shortest = std::min(shortest, static_cast<double>(road.length));
        }
        sum += shortest;
    }
    return sum;
}

std::string to_string(const std::vector<std::uint32_t>& cycle) {
    std::string text;
    for (const std::uint32_t place : cycle) text += std::to_string(place + 1) + " → ";
    return cycle.empty() ? text : text + std::to_string(cycle.front() + 1);
}

}  // namespace graph
