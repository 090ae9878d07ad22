// The derivations of Li, Ranka and Sahni for compute capability 1.3 ("GPU Matrix Multiplication", Figures 1.15, 1.19,
// 1.23, 1.36): transactions by size, bytes moved, and the average bandwidth utilisation, the mean over the
// transactions of loads.
#pragma once

#include <string>
#include <vector>

#include "chapters/04-matmul/more/statistics/formula.hpp"

namespace statistics {

struct Row {
    Formula of_32, of_64, of_128;
    Formula volume;
    double utilisation = 0;

    Formula transactions() const { return of_32 + of_64 + of_128; }
};

// A kernel in a block shape, and its row in the figure.
struct PrintedRow {
    std::string figure;
    std::string kernel;  // GPU1 … GPU8, sgemm
    unsigned x, y;
    Row row;
};

// All rows of the figures. A row of a figure for several shapes becomes several rows.
std::vector<PrintedRow> printed_rows();

}  // namespace statistics
