// See graph.hpp.
#include "chapters/05-shortcuts/graph/graph.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace graph {

std::vector<float> matrix(const Graph& graph) {
    std::vector<float> d(graph.places * graph.places, std::numeric_limits<float>::infinity());
    for (std::size_t i = 0; i < graph.places; ++i) d[i * graph.places + i] = 0;
    for (const Road& road : graph.roads) {
        float& length = d[road.from * graph.places + road.to];
        length = std::min(length, road.length);
    }
    return d;
}

Graph read_graph(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    if (!in || !(text << in.rdbuf())) {
        throw std::runtime_error(
            file + ": cannot be read, or is empty; expected a DIMACS .gr file or a Matrix Market file");
    }
    return text.str().rfind("%%", 0) == 0 ? read_matrix_market(text.str(), file)
                                          : read_dimacs(text.str(), file);
}

}  // namespace graph
