// A map: vertices, and directed edges between them. Read from a file, or generated as a city.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace graph {

struct Edge {
    std::uint32_t from;
    std::uint32_t to;
    float length;  // not NaN, not minus infinity; infinite: no edge
};

struct Graph {
    std::size_t vertices = 0;  // 0 … vertices - 1; files count from 1
    std::vector<Edge> edges;
};

// A matrix has 4 bytes for each pair of vertices, and several matrices are needed.
constexpr std::size_t kMostVertices = 60'000;

// d[i][j], row after row: the length of the shortest edge from i to j, infinite if there is none. From a vertex to
// itself it is 0, or less if a loop edge is shorter.
std::vector<float> matrix(const Graph& graph);

// The DIMACS format for shortest paths: `p sp VERTICES EDGES`, then `a FROM TO LENGTH` for each edge; `c` starts a
// comment. `name` is the file's, for messages. Throws std::runtime_error, "NAME:LINE: what was expected, what stands
// there".
Graph read_dimacs(const std::string& text, const std::string& name);

// Matrix Market, coordinate format, real, integer or pattern (edges of length 1), general, symmetric or
// skew-symmetric: entry (i, j) is an edge from i to j. Throws like read_dimacs.
Graph read_matrix_market(const std::string& text, const std::string& name);

// Either format, detected by the file's first character. Also throws std::runtime_error if the file does not exist,
// is a folder, empty, or compressed.
Graph read_graph(const std::string& file);

// In the DIMACS format.
std::string to_dimacs(const Graph& graph, const std::string& comment);

// A city of rows × cols crossings, numbered row after row. Streets of 40 to 250 metres, whole numbers, join
// neighbours; one street in twelve is closed, one in five is one-way, and an avenue along the diagonal has no traffic
// lights. The same seed gives the same city.
Graph city(std::size_t rows, std::size_t cols, std::uint64_t seed);

}  // namespace graph
