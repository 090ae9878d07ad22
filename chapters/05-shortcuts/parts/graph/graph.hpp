// A map: vertices, and edges that lead from one to another in one direction. Read from a file, or drawn up as a city.
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

// Every vertex against every other takes 4 bytes, several times over.
constexpr std::size_t kMostVertices = 60'000;

// d[i][j], row after row: the shortest edge from i to j, infinite where there is none; 0 from a vertex to itself, or less where a
// edge leads there directly.
std::vector<float> matrix(const Graph& graph);

// The DIMACS format for shortest paths: `p sp VERTICES EDGES`, then `a FROM TO LENGTH` for each edge; `c` begins a comment.
// `name` is the file's, for messages. Throws std::runtime_error, "NAME:LINE: what was expected, what stands there".
Graph read_dimacs(const std::string& text, const std::string& name);

// Matrix Market, coordinate format, real, integer or pattern (edges of length 1), general, symmetric or skew-symmetric: entry (i, j)
// is an edge from i to j. Throws as above.
Graph read_matrix_market(const std::string& text, const std::string& name);

// Either of them; the file's first character tells which. Throws std::runtime_error also where the file is not there, is a folder,
// empty, or compressed.
Graph read_graph(const std::string& file);

// In the DIMACS format.
std::string to_dimacs(const Graph& graph, const std::string& comment);

// A city of rows × cols crossings, numbered row after row. Neighbours are joined by streets of 40 to 250 metres, whole ones; one
// street in twelve is closed, one in five goes in one direction only, and an avenue along the diagonal has no traffic lights.
// The same seed makes the same city.
Graph city(std::size_t rows, std::size_t cols, std::uint64_t seed);

}  // namespace graph
