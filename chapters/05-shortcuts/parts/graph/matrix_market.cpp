// The Matrix Market exchange format, for sparse matrices that are maps. See graph.hpp.
#include <algorithm>
#include <cctype>

#include "chapters/05-shortcuts/parts/graph/graph.hpp"
#include "chapters/05-shortcuts/parts/graph/lines.hpp"

namespace graph {
namespace {

struct Header {
    bool pattern = false;
    bool whole = false;
    bool mirrored = false;
    bool mirrored_negative = false;
};

std::string lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

// Reads the next word, which must be one of `allowed`.
std::string one_of(Lines& lines, const std::string& what, const std::vector<std::string>& allowed) {
    const std::string_view found = lines.word();
    const std::string word = lower(found);
    if (std::find(allowed.begin(), allowed.end(), word) != allowed.end()) return word;
    std::string list;
    for (const std::string& name : allowed)
        list += (list.empty() ? "" : name == allowed.back() ? " or " : ", ") + name;
    lines.expected(what + ", " + list, found);
}

Header read_header(Lines& lines) {
    Header header;
    if (!lines.next())
        lines.fail("the file is empty; expected '%%MatrixMarket matrix coordinate real general'");
    one_of(lines, "the first word", {"%%matrixmarket"});
    one_of(lines, "the object", {"matrix"});
    one_of(lines, "the format", {"coordinate"});
    const std::string entries = one_of(lines, "what entries are", {"real", "double", "integer", "pattern"});
    header.pattern = entries == "pattern";
    header.whole = entries == "integer";
    const std::string symmetry = one_of(lines, "the symmetry", {"general", "symmetric", "skew-symmetric"});
    header.mirrored = symmetry != "general";
    header.mirrored_negative = symmetry == "skew-symmetric";
    lines.end_of_line();
    return header;
}

// Goes to the next line that is neither empty nor a comment.
bool next_filled(Lines& lines) {
    while (lines.next()) {
        if (!lines.at_end_of_line() && !lines.is_comment('%')) return true;
    }
    return false;
}

}  // namespace

Graph read_matrix_market(const std::string& text, const std::string& name) {
    Lines lines(text, name);
    const Header header = read_header(lines);
    if (!next_filled(lines)) lines.fail("expected a line 'ROWS COLUMNS ENTRIES'; the file ends");
    Graph graph;
    graph.vertices = lines.number("the number of rows", 1, kMostVertices);
    const std::size_t columns =
        lines.number("the number of columns", 1, std::numeric_limits<std::uint32_t>::max());
    if (columns != graph.vertices)
        lines.fail("expected as many columns as rows, vertices to come from and to go to; found " +
                   std::to_string(graph.vertices) + " rows and " + std::to_string(columns) + " columns");
    const std::size_t entries =
        lines.number("the number of entries", 0, std::numeric_limits<std::uint32_t>::max());
    lines.end_of_line();
    std::size_t read = 0;
    while (next_filled(lines)) {
        if (read == entries)
            lines.fail("expected no more than the " + std::to_string(entries) + " entries of the size line");
        const auto from = static_cast<std::uint32_t>(lines.number("a row", 1, graph.vertices) - 1);
        const auto to = static_cast<std::uint32_t>(lines.number("a column", 1, graph.vertices) - 1);
        const float length = header.pattern ? 1.0f : lines.length(header.whole);
        lines.end_of_line();
        if (header.mirrored && from < to)
            lines.fail("expected an entry on or below the diagonal of a symmetric matrix");
        if (header.mirrored_negative && !std::isfinite(length))
            lines.fail(
                "expected a finite length: the other direction of a skew-symmetric matrix has it with a "
                "minus");
        graph.edges.push_back({from, to, length});
        if (header.mirrored && from != to)
            graph.edges.push_back({to, from, header.mirrored_negative ? -length : length});
        ++read;
    }
    if (read != entries) {
        lines.fail("expected " + std::to_string(entries) +
                   " entries, as the size line says; the file ends after " + std::to_string(read));
    }
    return graph;
}

}  // namespace graph
