// See graph.hpp.
#include "chapters/05-shortcuts/parts/graph/graph.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace graph {

std::vector<float> matrix(const Graph& graph) {
    std::vector<float> d(graph.vertices * graph.vertices, std::numeric_limits<float>::infinity());
    for (std::size_t i = 0; i < graph.vertices; ++i) d[i * graph.vertices + i] = 0;
    for (const Edge& edge : graph.edges) {
        float& length = d[edge.from * graph.vertices + edge.to];
        length = std::min(length, edge.length);
    }
    return d;
}

Graph read_graph(const std::string& file) {
    const auto refuse = [&](const std::string& why) {
        throw std::runtime_error(file + ": " + why + "; expected a DIMACS .gr file or a Matrix Market file");
    };
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) refuse("is a folder");
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    if (!in) refuse(std::string("cannot be opened, ") + std::strerror(errno));
    std::ostringstream stream;
    if (in.peek() != std::ifstream::traits_type::eof()) stream << in.rdbuf();
    if (in.bad()) refuse("cannot be read");
    const std::string text = stream.str();
    if (text.empty()) refuse("is empty");
    if (text.rfind("\x1f\x8b", 0) == 0) refuse("is compressed: gunzip it first");
    return text.front() == '%' ? read_matrix_market(text, file) : read_dimacs(text, file);
}

}  // namespace graph
