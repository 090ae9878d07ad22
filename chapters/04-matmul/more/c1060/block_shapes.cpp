// See block_shapes.hpp.
#include "chapters/04-matmul/more/c1060/block_shapes.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>

#include "chapters/04-matmul/more/c1060/figures.hpp"
#include "common/ladder/text_table.hpp"

namespace block_shapes {
namespace {

using ladder::CsvRow;

struct Kernel {
    const char* name;
    const char* heading;
    const std::vector<c1060::ShapeTimes>& shapes;
};

const Kernel kKernels[] = {
    {"coalesced", "coalesced, Figure 1.14", c1060::kGpu1Shapes},
    {"one_by_two", "one_by_two, Figure 1.20", c1060::kGpu2Shapes},
    {"one_by_four", "one_by_four, Figure 1.22", c1060::kGpu3Shapes},
};

const CsvRow* find(const std::vector<CsvRow>& rows, const Kernel& kernel, const c1060::ShapeTimes& shape,
                   std::size_t n) {
    for (const CsvRow& row : rows)
        if (row.at("kernel") == kernel.name && row.at("x") == std::to_string(shape.x) &&
            row.at("y") == std::to_string(shape.y) && row.at("n") == std::to_string(n))
            return &row;
    return nullptr;
}

std::vector<std::size_t> sizes_of(const std::vector<CsvRow>& rows) {
    std::vector<std::size_t> sizes;
    for (const CsvRow& row : rows) {
        const std::size_t n = std::stoul(row.at("n"));
        if (std::find(sizes.begin(), sizes.end(), n) == sizes.end()) sizes.push_back(n);
    }
    return sizes;
}

// The shortest time over a kernel's shapes, as measured here and on the C1060.
struct Best {
    double ours = std::numeric_limits<double>::infinity();
    double theirs = std::numeric_limits<double>::infinity();
};

Best best_of(const std::vector<CsvRow>& rows, const Kernel& kernel, std::size_t n) {
    Best best;
    for (const c1060::ShapeTimes& shape : kernel.shapes) {
        if (const CsvRow* row = find(rows, kernel, shape, n))
            best.ours = std::min(best.ours, std::stod(row->at("time_ms")));
        best.theirs = std::min(best.theirs, c1060::at(shape.seconds, n).value_or(best.theirs));
    }
    return best;
}

}  // namespace

std::string table(const std::vector<CsvRow>& rows) {
    if (rows.empty()) return "No results are committed yet: `make bench` on a GPU measures them.\n";
    const CsvRow& any = rows.front();
    std::string text =
        "Milliseconds on " + any.at("device") + ", " + any.at("date") +
        ", medians; in brackets the time over that of the kernel's best shape. Beside them the seconds of a "
        "Tesla C1060.\n";
    for (const Kernel& kernel : kKernels) {
        std::vector<std::string> headings = {kernel.heading, "occupancy", "C1060"};
        for (const std::size_t n : sizes_of(rows)) {
            headings.push_back(std::to_string(n));
            headings.push_back("C1060, s");
        }
        ladder::TextTable lines(headings);
        for (const c1060::ShapeTimes& shape : kernel.shapes) {
            std::vector<std::string> cells = {"(" + std::to_string(shape.x) + ", " + std::to_string(shape.y) +
                                              ")"};
            const CsvRow* at_all = find(rows, kernel, shape, sizes_of(rows).front());
            cells.push_back(at_all ? ladder::format_ratio(std::stod(at_all->at("occupancy"))) : "-");
            cells.push_back(ladder::format_ratio(shape.occupancy));
            for (const std::size_t n : sizes_of(rows)) {
                const Best best = best_of(rows, kernel, n);
                const CsvRow* row = find(rows, kernel, shape, n);
                const double ours = row ? std::stod(row->at("time_ms")) : 0;
                cells.push_back(row ? ladder::format_ms(ours) + " (" +
                                          ladder::format_ratio(ours / best.ours) + ")"
                                    : "-");
                const std::optional<double> theirs = c1060::at(shape.seconds, n);
                cells.push_back(theirs ? ladder::format_ratio(*theirs) + " (" +
                                             ladder::format_ratio(*theirs / best.theirs) + ")"
                                       : "-");
            }
            lines.add(cells);
        }
        text += "\n" + lines.to_markdown();
    }
    return text;
}

}  // namespace block_shapes
