// See report.hpp.
#include "chapters/04-matmul/more/statistics/report.hpp"

#include <cstdio>

#include "chapters/04-matmul/more/statistics/counting.hpp"

namespace statistics {
namespace {

using ladder::TextTable;

std::string shape_of(const PrintedRow& printed) {
    return "(" + std::to_string(printed.x) + ", " + std::to_string(printed.y) + ")";
}

std::string percent(double part) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g %%", 100 * part);
    return text;
}

bool same(const Row& counted, const Row& printed) {
    constexpr double kRounding = 1e-12;
    return counted.of_32 == printed.of_32 && counted.of_64 == printed.of_64 &&
           counted.of_128 == printed.of_128 && counted.volume == printed.volume &&
           counted.utilisation - printed.utilisation < kRounding &&
           printed.utilisation - counted.utilisation < kRounding;
}

std::vector<PrintedRow> rows_of(const std::string& figure) {
    std::vector<PrintedRow> rows;
    for (const PrintedRow& row : printed_rows())
        if (row.figure == figure) rows.push_back(row);
    return rows;
}

// The versions of Figure 1.36, each in its best shape, and our two rungs that are not among them.
struct Version {
    const char* kernel;
    const char* rung;
    unsigned x, y;
    bool of_the_book = true;
};
const Version kVersions[] = {
    {"GPU1", "coalesced", 256, 1},
    {"GPU2", "one_by_two", 8, 8},
    {"GPU3", "one_by_four", 4, 16},
    {"GPU4", "shared_memory", 16, 16},
    {"transposed_tile", "transposed_tile", 16, 16, false},
    {"GPU5", "bank_conflict_free, rows of 17", 16, 16},
    {"bank_conflict_free", "bank_conflict_free, rows of 18", 16, 16, false},
    {"GPU6", "column_per_thread", 16, 8},
    {"GPU7", "round_robin", 16, 8},
    {"GPU8", "wide_tile", 16, 8},
    {"sgemm", "MAGMA's, to its description", 16, 4},
};

std::string large(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value / 1e9);
    return text;
}

// A note where the book claims something about 2.0 that the kernels do not do.
std::string note_on(const std::string& figure) {
    if (figure != "1.15") return "";
    return "\nFor 2.0 and blocks 16 wide the text prints n³/8 + n²/16: it counts two lines of B. Both halves "
           "of the warp read "
           "the\nsame sixteen words of it, so that it is 3n³/32 + n²/16.\n";
}

}  // namespace

TextTable printed_table(const std::string& figure) {
    TextTable table({"kernel", "block", "transactions", "32 bytes", "64 bytes", "128 bytes", "volume",
                     "utilisation", "Figure " + figure});
    for (const PrintedRow& printed : rows_of(figure)) {
        const Row row = count(printed.kernel, printed.x, printed.y).row.at("cc1.3");
        table.add({printed.kernel, shape_of(printed), row.transactions().text(), row.of_32.text(),
                   row.of_64.text(), row.of_128.text(), row.volume.text(), percent(row.utilisation),
                   same(row, printed.row) ? "the same" : "differs"});
    }
    return table;
}

TextTable generations_table(const std::string& figure) {
    TextTable table({"kernel", "block", "1.3:\ntransactions", "volume", "2.0:\nlines", "volume",
                     "9.0:\nsectors", "volume"});
    for (const PrintedRow& printed : rows_of(figure)) {
        const Counted counted = count(printed.kernel, printed.x, printed.y);
        std::vector<std::string> cells = {printed.kernel, shape_of(printed)};
        for (const std::string& model : kModels) {
            cells.push_back(counted.row.at(model).transactions().text());
            cells.push_back(counted.row.at(model).volume.text());
        }
        table.add(cells);
    }
    return table;
}

TextTable shared_table() {
    TextTable table({"rung", "1.3:\nper load", "per store", "2.0:\nper load", "per store", "9.0:\nper load",
                     "per store"});
    for (const Version& version : kVersions) {
        const Counted counted = count(version.kernel, version.x, version.y);
        if (counted.shared.at("cc9.0").per_load == 0) continue;  // no shared memory
        std::vector<std::string> cells = {version.rung};
        for (const std::string& model : kModels) {
            cells.push_back(ladder::format_ratio(counted.shared.at(model).per_load));
            cells.push_back(ladder::format_ratio(counted.shared.at(model).per_store));
        }
        table.add(cells);
    }
    return table;
}

TextTable large_table() {
    constexpr double kLarge = 16384;
    TextTable table(
        {"version", "rung", "1.3:\ntransactions, 10^9", "volume, GB", "9.0:\nsectors, 10^9", "volume, GB"});
    for (const Version& version : kVersions) {
        if (!version.of_the_book) continue;
        const Counted counted = count(version.kernel, version.x, version.y);
        std::vector<std::string> cells = {version.kernel, version.rung};
        for (const char* model : {"cc1.3", "cc9.0"}) {
            cells.push_back(large(counted.row.at(model).transactions().at(kLarge)));
            cells.push_back(large(counted.row.at(model).volume.at(kLarge)));
        }
        table.add(cells);
    }
    return table;
}

std::string report() {
    std::string text =
        "What the kernels ask of memory to multiply n x n matrices, counted by running them on the emulator "
        "(Li, Ranka and "
        "Sahni,\n\"GPU Matrix Multiplication\").\n";
    for (const char* figure : {"1.15", "1.19", "1.23", "1.36"})
        text += "\nCompute capability 1.3, beside Figure " + std::string(figure) + ":\n\n" +
                printed_table(figure).to_text() + "\nThe same on 1.3, 2.0 and 9.0:\n\n" +
                generations_table(figure).to_text() + note_on(figure);
    text += "\nFor n = 16384, beside Figures 1.37 and 1.38:\n\n" + large_table().to_text();
    text +=
        "\nShared memory: accesses to all banks for each request of a warp (16 banks on 1.3, 32 since):\n\n" +
        shared_table().to_text();
    return text;
}

}  // namespace statistics
