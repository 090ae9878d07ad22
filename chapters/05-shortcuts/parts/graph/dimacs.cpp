// The DIMACS format of the ninth implementation challenge (shortest paths). See graph.hpp.
#include <charconv>

#include "chapters/05-shortcuts/parts/graph/graph.hpp"
#include "chapters/05-shortcuts/parts/graph/lines.hpp"

namespace graph {

Graph read_dimacs(const std::string& text, const std::string& name) {
    Lines lines(text, name);
    Graph graph;
    std::size_t roads = 0;
    bool has_problem = false;
    while (lines.next()) {
        if (lines.at_end_of_line()) continue;
        const std::string_view kind = lines.word();
        if (kind == "c") continue;
        if (kind == "p") {
            if (has_problem) lines.fail("a second problem line; expected one, 'p sp PLACES ROADS'");
            const std::string_view problem = lines.word();
            if (problem != "sp") lines.expected("'sp' after 'p'", problem);
            graph.places = lines.number("the number of places", 1, kMostPlaces);
            roads = lines.number("the number of roads", 0, std::numeric_limits<std::uint32_t>::max());
            lines.end_of_line();
            has_problem = true;
        } else if (kind == "a") {
            if (!has_problem)
                lines.fail("expected the problem line 'p sp PLACES ROADS' before the first road");
            if (graph.roads.size() == roads)
                lines.fail("expected no more than the " + std::to_string(roads) +
                           " roads of the problem line");
            const std::size_t from = lines.number("the place that a road leaves", 1, graph.places);
            const std::size_t to = lines.number("the place that a road leads to", 1, graph.places);
            const float length = lines.length();
            lines.end_of_line();
            graph.roads.push_back(
                {static_cast<std::uint32_t>(from - 1), static_cast<std::uint32_t>(to - 1), length});
        } else {
            lines.expected("'c', 'p' or 'a' at the beginning of the line", kind);
        }
    }
    if (!has_problem) lines.fail("expected a problem line, 'p sp PLACES ROADS'; the file ends without one");
    if (graph.roads.size() != roads) {
        lines.fail("expected " + std::to_string(roads) +
                   " roads, as the problem line says; the file ends after " +
                   std::to_string(graph.roads.size()));
    }
    return graph;
}

std::string to_dimacs(const Graph& graph, const std::string& comment) {
    std::string text = "c " + comment + "\np sp " + std::to_string(graph.places) + " " +
                       std::to_string(graph.roads.size()) + "\n";
    for (const Road& road : graph.roads) {
        char length[32];
        const auto written = std::to_chars(length, length + sizeof length, road.length);
        text += "a " + std::to_string(road.from + 1) + " " + std::to_string(road.to + 1) + " " +
                std::string(length, written.ptr) + "\n";
    }
    return text;
}

}  // namespace graph
