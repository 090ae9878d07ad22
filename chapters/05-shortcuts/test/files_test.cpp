// Map files: the graphs that are read from them, and the messages for invalid files.
#include <doctest/doctest.h>

#include <cstdio>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "chapters/05-shortcuts/parts/graph/graph.hpp"
#include "common/testing/words.hpp"

namespace graph {

bool operator==(const Edge& a, const Edge& b) {
    return a.from == b.from && a.to == b.to && a.length == b.length;
}

}  // namespace graph

namespace {

using graph::Edge;
using graph::Graph;
using testing::missing;

constexpr float kNoEdgeInFile = std::numeric_limits<float>::infinity();

// The message of a reader for a text; empty if it accepts it.
template <class Reader>
std::string complaint(Reader reader, const std::string& text) {
    try {
        reader(text, "map");
        return "";
    } catch (const std::runtime_error& error) {
        return error.what();
    }
}
std::string dimacs(const std::string& text) { return complaint(graph::read_dimacs, text); }
std::string market(const std::string& text) { return complaint(graph::read_matrix_market, text); }

const std::string kHeader = "%%MatrixMarket matrix coordinate real general\n";

}  // namespace

TEST_CASE(
    "a DIMACS file: comments, empty lines, edges in one direction, lengths with a fraction, negative, zero "
    "and infinite") {
    const Graph graph = graph::read_dimacs(
        "c a map\n\np sp 3 5\r\na 1 2 10\na 2 1 -2.5\n c within\na 3 3 0\na 1 3 inf\na 2 3 1e2", "map");
    CHECK(graph.vertices == 3);
    CHECK(graph.edges ==
          std::vector<Edge>{{0, 1, 10}, {1, 0, -2.5f}, {2, 2, 0}, {0, 2, kNoEdgeInFile}, {1, 2, 100}});
}

TEST_CASE(
    "a Matrix Market file: an entry is an edge; symmetric ones have both directions, patterns the length 1") {
    const Graph general = graph::read_matrix_market(kHeader + "% a comment\n2 2 2\n1 2 3.5\n2 2 1\n", "map");
    CHECK(general.vertices == 2);
    CHECK(general.edges == std::vector<Edge>{{0, 1, 3.5f}, {1, 1, 1}});
    const Graph symmetric = graph::read_matrix_market(
        "%%MatrixMarket MATRIX Coordinate Integer Symmetric\n3 3 2\n3 1 7\n2 2 4\n", "map");
    CHECK(symmetric.edges == std::vector<Edge>{{2, 0, 7}, {0, 2, 7}, {1, 1, 4}});
    const Graph skew = graph::read_matrix_market(
        "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 7\n", "map");
    CHECK(skew.edges == std::vector<Edge>{{1, 0, 7}, {0, 1, -7}});
    const Graph pattern =
        graph::read_matrix_market("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1\n", "map");
    CHECK(pattern.edges == std::vector<Edge>{{1, 0, 1}});
}

TEST_CASE(
    "of parallel edges the shortest counts; from a vertex to itself it is 0, unless an edge there is "
    "shorter") {
    const Graph graph = graph::read_dimacs("p sp 2 5\na 1 2 5\na 1 2 3\na 1 2 4\na 1 1 9\na 2 2 -1\n", "map");
    CHECK(graph::matrix(graph) == std::vector<float>{0, 3, kNoEdgeInFile, -1});
}

TEST_CASE("a DIMACS file that is not right: the line, what was expected and what was found") {
    CHECK(missing(dimacs(""), {"map:0: expected", "p sp VERTICES EDGES"}) == "");
    CHECK(missing(dimacs("a 1 2 3\n"), {"map:1: expected", "p sp VERTICES EDGES", "before"}) == "");
    CHECK(missing(dimacs("p max 2 1\n"), {"map:1: expected 'sp'", "found 'max'"}) == "");
    CHECK(missing(dimacs("p sp x 1\n"), {"map:1: expected", "vertices", "1 to 60000", "found 'x'"}) == "");
    CHECK(missing(dimacs("p sp 0 0\n"), {"map:1: expected", "vertices", "1 to 60000", "found '0'"}) == "");
    CHECK(missing(dimacs("p sp 23947347 0\n"), {"map:1: expected", "1 to 60000", "found '23947347'"}) == "");
    CHECK(missing(dimacs("p sp 2\n"), {"map:1: expected", "edges", "0 to 4294967295", "end of the line"}) ==
          "");
    CHECK(missing(dimacs("p sp 2 0\np sp 2 0\n"), {"map:2: a second problem line"}) == "");
    CHECK(missing(dimacs("p sp 2 1\na 0 1 5\n"), {"map:2: expected", "leaves", "1 to 2", "found '0'"}) == "");
    CHECK(missing(dimacs("p sp 2 1\na 1 3 5\n"), {"map:2: expected", "leads to", "1 to 2", "found '3'"}) ==
          "");
    CHECK(missing(dimacs("p sp 2 1\na 1 2\n"), {"map:2: expected a length", "end of the line"}) == "");
    CHECK(missing(dimacs("p sp 2 1\na 1 2 5x\n"), {"map:2: expected a length", "found '5x'"}) == "");
    CHECK(missing(dimacs("p sp 2 1\na 1 2 5 6\n"), {"map:2: expected the end", "found '6'"}) == "");
    CHECK(missing(dimacs("p sp 2 1\nc\ne 1 2 5\n"), {"map:3: expected 'c', 'p' or 'a'", "found 'e'"}) == "");
    CHECK(missing(dimacs("p sp 2 2\na 1 2 5\n"), {"map:2: expected 2 edges", "ends after 1"}) == "");
    CHECK(missing(dimacs("p sp 2 0\na 1 2 5\n"), {"map:2: expected no more than", "0 edges"}) == "");
}

TEST_CASE("lengths that are none: NaN, minus infinity, more than a float holds") {
    CHECK(dimacs("p sp 2 1\na 1 2 nan\n") == "map:2: expected a length; NaN is none, found 'nan'");
    CHECK(missing(dimacs("p sp 2 1\na 1 2 -NaN\n"), {"map:2: expected a length", "found '-NaN'"}) == "");
    CHECK(missing(dimacs("p sp 2 1\na 1 2 -inf\n"),
                  {"map:2: expected a length", "minus infinity", "'-inf'"}) == "");
    CHECK(missing(dimacs("p sp 2 1\na 1 2 1e39\n"), {"map:2: expected a length", "float", "found '1e39'"}) ==
          "");
    CHECK(missing(dimacs("p sp 2 1\na 1 2 +-5\n"), {"map:2: expected a length", "found '+-5'"}) == "");
    CHECK(dimacs("p sp 2 1\na 1 2 +5\n") == "");
}

TEST_CASE("a Matrix Market file that is not right: the line, what was expected and what was found") {
    const auto entries = [](const std::string& lines) { return market(kHeader + lines); };
    CHECK(missing(market(""), {"map:0:", "empty", "%%MatrixMarket matrix coordinate real general"}) == "");
    CHECK(missing(market("%%MatrixMarket matrix array real general\n"),
                  {"map:1: expected", "coordinate", "'array'"}) == "");
    CHECK(missing(market("%%MatrixMarket matrix coordinate complex general\n"),
                  {"map:1: expected", "real, double, integer or pattern", "found 'complex'"}) == "");
    CHECK(missing(market("%%MatrixMarket matrix coordinate real hermitian\n"),
                  {"map:1: expected", "general, symmetric or skew-symmetric", "found 'hermitian'"}) == "");
    CHECK(missing(entries(""), {"map:1: expected", "ROWS COLUMNS ENTRIES", "ends"}) == "");
    CHECK(missing(entries("2 3 0\n"), {"map:2: expected", "2 rows", "3 columns"}) == "");
    CHECK(missing(entries("2 2 1\n3 1 1\n"), {"map:3: expected a row", "1 to 2", "found '3'"}) == "");
    CHECK(missing(entries("2 2 1\n1 1\n"), {"map:3: expected a length", "end of the line"}) == "");
    CHECK(missing(entries("2 2 1\n1 1 nan\n"), {"map:3: expected a length", "NaN", "found 'nan'"}) == "");
    CHECK(missing(entries("2 2 2\n1 1 1\n"), {"map:3: expected 2 entries", "ends after 1"}) == "");
    CHECK(missing(entries("2 2 0\n1 1 1\n"), {"map:3: expected no more than", "0 entries"}) == "");
    CHECK(missing(market("%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n"),
                  {"map:3: expected", "on or below the diagonal"}) == "");
}

namespace {

// The message of read_graph for a file with that content; empty if it accepts it.
std::string complaint_about(const std::string& content) {
    const std::string file = "graph-for-a-test.tmp";
    std::ofstream(file, std::ios::binary) << content;
    const std::string said = complaint([&](const std::string&, const char*) { graph::read_graph(file); }, "");
    std::remove(file.c_str());
    return said;
}

}  // namespace

TEST_CASE("a file is read by what it begins with") {
    CHECK(complaint_about(kHeader + "1 1 0\n") == "");
    CHECK(complaint_about("p sp 2 0\n") == "");
    CHECK(missing(complaint_about("%MatrixMarket matrix coordinate real general\n"),
                  {"graph-for-a-test.tmp:1: expected", "%%matrixmarket", "found '%MatrixMarket'"}) == "");
}

TEST_CASE("a file that is not there, a folder, an empty and a compressed file are named for what they are") {
    const auto opening = [](const std::string& file) {
        return complaint([&](const std::string&, const char*) { graph::read_graph(file); }, "");
    };
    CHECK(missing(opening("no/such/map.gr"),
                  {"no/such/map.gr:", "No such file", "DIMACS", "Matrix Market"}) == "");
    CHECK(missing(opening("/"), {"/:", "folder", "DIMACS", "Matrix Market"}) == "");
    CHECK(missing(complaint_about(""), {"graph-for-a-test.tmp:", "empty", "DIMACS", "Matrix Market"}) == "");
    CHECK(missing(complaint_about("\x1f\x8b\b and so on"),
                  {"graph-for-a-test.tmp:", "compressed", "gunzip"}) == "");
}

TEST_CASE(
    "of a word that is not right the message shows the beginning, and no byte that a terminal would obey") {
    CHECK(missing(dimacs("\x1b[2J\n"), {"map:1: expected", "found '?[2J'"}) == "");
    CHECK(missing(dimacs(std::string(5000, 'x')),
                  {"map:1: expected", "found '" + std::string(40, 'x') + "...'"}) == "");
}

TEST_CASE("whole numbers are kept or refused, never rounded; an integer matrix has no fractions") {
    CHECK(dimacs("p sp 2 1\na 1 2 16777216\n") == "");
    CHECK(dimacs("p sp 2 1\na 1 2 33554432\n") == "");
    for (const std::string length : {"16777217", "-16777217", "+16777217", "2147483647"}) {
        CHECK(missing(dimacs("p sp 2 1\na 1 2 " + length + "\n"),
                      {"map:2: expected a length", "float", "16777216", "found '" + length + "'"}) == "");
    }
    CHECK(dimacs("p sp 2 1\na 1 2 1e30\n") == "");
    const std::string integers = "%%MatrixMarket matrix coordinate integer general\n2 2 1\n";
    CHECK(market(integers + "1 2 -3\n") == "");
    CHECK(missing(market(integers + "1 2 2.5\n"),
                  {"map:3: expected a whole length", "integer", "found '2.5'"}) == "");
}

TEST_CASE("a city is the same for the same seed, another for another, and survives being written and read") {
    const Graph city = graph::city(5, 7, 1);
    CHECK(city.vertices == 35);
    CHECK(city.edges.size() > 60);
    CHECK(graph::city(5, 7, 1).edges == city.edges);
    CHECK_FALSE(graph::city(5, 7, 2).edges == city.edges);
    const Graph again = graph::read_dimacs(graph::to_dimacs(city, "a city"), "map");
    CHECK(again.vertices == city.vertices);
    CHECK(again.edges == city.edges);
}
