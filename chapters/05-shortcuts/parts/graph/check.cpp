// See check.hpp.
#include "chapters/05-shortcuts/parts/graph/check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "chapters/05-shortcuts/parts/graph/journeys.hpp"

namespace graph {

std::vector<std::uint32_t> sample(const Graph& graph, std::size_t most) {
    const std::size_t count = std::min(most, graph.places);
    std::vector<std::uint32_t> sources;
    for (std::size_t k = 0; k < count; ++k)
        sources.push_back(static_cast<std::uint32_t>(k * graph.places / count));
    return sources;
}

double tolerance(const Graph& graph, const std::vector<double>& journeys) {
    constexpr double kCounted = 1 << 24;
    constexpr double kRoundedOff =
        1e-6;  // a float's half unit is 6e-8 of it; sums of a journey's halves are rounded again
    bool whole = true;
    double longest = 0;
    for (const Road& road : graph.roads) {
        if (std::isinf(road.length)) continue;
        whole = whole && road.length == std::floor(road.length);
        longest = std::max(longest, std::abs(static_cast<double>(road.length)));
    }
    for (const double journey : journeys) {
        if (std::isfinite(journey)) longest = std::max(longest, std::abs(journey));
    }
    // Where roads are negative, part of a journey may be longer than all of it, and sums may cancel.
    const bool negative = has_negative_road(graph);
    const double places = static_cast<double>(graph.places);
    const double longest_part = negative ? longest * places : longest;
    if (whole && longest_part < kCounted) return 0;
    return kRoundedOff * longest * (negative ? places : std::sqrt(places));
}

std::string defect(const Graph& graph, const std::vector<float>& all,
                   const std::vector<std::uint32_t>& sources) {
    for (const std::uint32_t source : sources) {
        const std::vector<double> journeys = journeys_from(graph, source);
        const double allowed = tolerance(graph, journeys);
        for (std::size_t place = 0; place < graph.places; ++place) {
            const double got = all[source * graph.places + place];
            const double expected = journeys[place];
            if (got == expected || std::abs(got - expected) <= allowed) continue;  // NaN is neither
            char lengths[96];
            std::snprintf(lengths, sizeof lengths, " it says %.9g, and the shortest journey is %.9g", got,
                          expected);
            return "from place " + std::to_string(source + 1) + " to place " + std::to_string(place + 1) +
                   lengths;
        }
    }
    return "";
}

}  // namespace graph
