// The DIMACS format of the ninth implementation challenge (shortest paths). See graph.hpp.
#include <charconv>

#include "chapters/05-shortcuts/parts/graph/graph.hpp"
#include "chapters/05-shortcuts/parts/graph/lines.hpp"

namespace graph {

Graph read_dimacs(const std::string& text, const std::string& name) {
    Lines lines(text, name);
    Graph graph;
    std::size_t edges = 0;
    bool has_problem = false;
    while (lines.next()) {
        if (lines.at_end_of_line()) continue;
        const std::string_view kind = lines.word();
        if (kind == "c") continue;
        if (kind == "p") {
            if (has_problem) lines.fail("a second problem line; expected one, 'p sp VERTICES EDGES'");
            const std::string_view problem = lines.word();
            if (problem != "sp") lines.expected("'sp' after 'p'", problem);
            graph.vertices = lines.number("the number of vertices", 1, kMostVertices);
            edges = lines.number("the number of edges", 0, std::numeric_limits<std::uint32_t>::max());
            lines.end_of_line();
            has_problem = true;
        } else if (kind == "a") {
            if (!has_problem)
                lines.fail("expected the problem line 'p sp VERTICES EDGES' before the first edge");
            if (graph.edges.size() == edges)
                lines.fail("expected no more than the " + std::to_string(edges) +
                           " edges of the problem line");
            const std::size_t from = lines.number("the vertex that an edge leaves", 1, graph.vertices);
            const std::size_t to = lines.number("the vertex that an edge leads to", 1, graph.vertices);
            const float length = lines.length();
            lines.end_of_line();
            graph.edges.push_back(
                {static_cast<std::uint32_t>(from - 1), static_cast<std::uint32_t>(to - 1), length});
        } else {
            lines.expected("'c', 'p' or 'a' at the beginning of the line", kind);
        }
    }
    if (!has_problem) lines.fail("expected a problem line, 'p sp VERTICES EDGES'; the file ends without one");
    if (graph.edges.size() != edges) {
        lines.fail("expected " + std::to_string(edges) +
                   " edges, as the problem line says; the file ends after " +
                   std::to_string(graph.edges.size()));
    }
    return graph;
}

std::string to_dimacs(const Graph& graph, const std::string& comment) {
    std::string text = "c " + comment + "\np sp " + std::to_string(graph.vertices) + " " +
                       std::to_string(graph.edges.size()) + "\n";
    for (const Edge& edge : graph.edges) {
        char length[32];
        const auto written = std::to_chars(length, length + sizeof length, edge.length);
        text += "a " + std::to_string(edge.from + 1) + " " + std::to_string(edge.to + 1) + " " +
                std::string(length, written.ptr) + "\n";
    }
    return text;
}

}  // namespace graph
