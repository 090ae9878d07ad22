// See printed_rows.hpp.
#include "chapters/04-matmul/more/statistics/printed_rows.hpp"

namespace statistics {
namespace {

struct Shape {
    unsigned x, y;
};

const std::vector<Shape> kColumns = {{1, 32}, {1, 64}, {1, 128}, {1, 256}, {1, 512}};
const std::vector<Shape> kWide = {{16, 16}, {16, 32}, {32, 2},  {32, 16}, {32, 1},
                                  {64, 1},  {128, 1}, {256, 1}, {512, 1}};

const Formula kNone = {};

}  // namespace

std::vector<PrintedRow> printed_rows() {
    std::vector<PrintedRow> rows;
    const auto add = [&](const char* figure, const char* kernel, const std::vector<Shape>& shapes,
                         const Row& row) {
        for (const Shape& shape : shapes) rows.push_back({figure, kernel, shape.x, shape.y, row});
    };
    add("1.15", "GPU1", kColumns, {{17.0 / 16, 1}, kNone, kNone, {34, 32}, 0.125});
    add("1.15", "GPU1", {{8, 8}}, {{3.0 / 16, 1.0 / 8}, kNone, kNone, {6, 4}, 1.25 / 3});
    add("1.15", "GPU1", kWide, {{1.0 / 16, 0}, {1.0 / 16, 1.0 / 16}, kNone, {6, 4}, 0.5625});

    add("1.19", "GPU2", kColumns, {{5.0 / 32, 0.5}, kNone, kNone, {5, 16}, 0.45});
    add("1.19", "GPU2", {{8, 8}}, {{1.0 / 64, 0}, {1.0 / 32, 1.0 / 16}, kNone, {2.5, 4}, 2.5 / 3});
    std::vector<Shape> wide = {{16, 4}};
    wide.insert(wide.end(), kWide.begin(), kWide.end());
    add("1.19", "GPU2", wide, {{1.0 / 128, 0}, kNone, {1.0 / 32, 1.0 / 32}, {4.25, 4}, 0.9});

    add("1.23", "GPU3", {{4, 16}}, {{1.0 / 64, 0}, {1.0 / 64, 1.0 / 16}, kNone, {1.5, 4}, 0.75});
    add("1.23", "GPU3", {{8, 8}}, {{1.0 / 128, 0}, kNone, {1.0 / 64, 1.0 / 32}, {2.25, 4}, 2.5 / 3});
    add("1.23", "GPU3", {{2, 32}}, {{3.0 / 64, 1.0 / 8}, kNone, kNone, {1.5, 4}, 2.0 / 3});

    // GPU1 to GPU3 in their best shapes, as above.
    add("1.36", "GPU1", {{256, 1}}, {{1.0 / 16, 0}, {1.0 / 16, 1.0 / 16}, kNone, {6, 4}, 0.5625});
    add("1.36", "GPU2", {{8, 8}}, {{1.0 / 64, 0}, {1.0 / 32, 1.0 / 16}, kNone, {2.5, 4}, 2.5 / 3});
    add("1.36", "GPU3", {{4, 16}}, {{1.0 / 64, 0}, {1.0 / 64, 1.0 / 16}, kNone, {1.5, 4}, 0.75});
    const Row tiles = {kNone, {1.0 / 128, 1.0 / 16}, kNone, {0.5, 4}, 1};
    const Row columns = {kNone, {1.0 / 256, 1.0 / 16}, {1.0 / 4096, 0}, {9.0 / 32, 4}, 1};
    add("1.36", "GPU4", {{16, 16}}, tiles);
    add("1.36", "GPU5", {{16, 16}}, tiles);
    for (const char* kernel : {"GPU6", "GPU7", "GPU8"}) add("1.36", kernel, {{16, 8}}, columns);
    add("1.36", "sgemm", {{16, 4}}, {kNone, {5.0 / 1024, 1.0 / 16}, kNone, {5.0 / 16, 4}, 1});
    return rows;
}

}  // namespace statistics
