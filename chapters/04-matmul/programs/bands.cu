// The search behind rung 15's bands: squares, with tiles in bands of 1 to 32 rows of tiles, beside each other in turn. Each product is
// checked. Launches follow each other for half a second, since a GPU at its limit of power takes a while to change its clock.
//
//     build/04/bands               on a GPU measures, and prints a table (about 3 minutes on an H200); on the emulator prints what the
//                                  tiles that run at the same time read
//     build/04/bands --csv         measures, and prints CSV
//     build/04/bands --from FILE   the table of such a CSV
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "chapters/04-matmul/15_in_strips.cu"
#include "chapters/04-matmul/more/shapes.hpp"
#include "chapters/04-matmul/parts/exact.hpp"
#include "chapters/04-matmul/parts/tolerance.hpp"
#include "common/cuda/timer.hpp"
#include "common/ladder/comparison.hpp"
#include "common/ladder/csv.hpp"
#include "common/ladder/machine.hpp"
#include "common/ladder/measuring_program.hpp"
#include "common/ladder/statistics.hpp"
#include "common/ladder/text_table.hpp"

namespace {

constexpr unsigned kBands[] = {1, 2, 4, 8, 16, 32};

// The rung's orders, under other names: the rung itself is compiled elsewhere.
struct WithStrips : in_strips::WithStrips {};
struct Unaligned : in_strips::Unaligned {};
struct InPlace : in_strips::InPlace {};

void multiply(unsigned band, const Gemm& gemm) {
    in_strips::multiply_for<WithStrips, Unaligned, InPlace>(gpu::multiprocessors(), gemm, band);
}

// Throws if a product is wrong.
void check(shapes::Matrices& matrices, std::size_t n) {
    std::vector<double> exact(n * n), magnitude(n * n);
    exact::multiply_on_device(matrices.on_host(), exact.data(), magnitude.data());
    for (const unsigned band : kBands) {
        matrices.poison();
        multiply(band, matrices.gemm());
        const std::vector<float> product = matrices.product();
        ladder::Errors errors;
        const ladder::Comparison comparison = ladder::compare_rounded(
            product.data(), exact.data(), magnitude.data(), product.size(), matmul::tolerance(n), errors);
        if (!comparison.ok())
            throw std::runtime_error("bands of " + std::to_string(band) +
                                     " rows: " + ladder::describe(comparison, {n, n}));
    }
}

void measure(const std::function<void(const std::string&)>& add) {
    const ladder::Machine machine = ladder::this_machine();
    add(ladder::csv_line(
        {"device", "driver", "toolkit", "date", "n", "band", "rounds", "launches", "us", "low", "high"}));
    gpu::Timer timer;
    for (const std::size_t n : {16384, 8192, 4096}) {
        shapes::Matrices matrices({n, n, n, n, n, n, true}, false);
        const auto us_of = [&](unsigned band, int launches) {
            multiply(band, matrices.gemm());
            timer.start();
            for (int launch = 0; launch < launches; ++launch) multiply(band, matrices.gemm());
            return timer.stop_ms() * 1e3 / launches;
        };
        double us = 0;
        for (const unsigned band : kBands) us = us_of(band, 1);  // the first launches: see profile.sh
        constexpr int kRounds = 9;
        constexpr double kLong = 5e5;  // us
        const int launches = static_cast<int>(std::ceil(kLong / us));
        std::map<unsigned, std::vector<double>> times;  // of each band
        for (int round = 0; round < kRounds; ++round)
            for (const unsigned band : kBands) times[band].push_back(us_of(band, launches));
        check(matrices, n);
        for (const unsigned band : kBands) {
            const ladder::Median median = ladder::median_of(times[band]);
            add(ladder::csv_line({machine.device, machine.driver, machine.toolkit, machine.date,
                                  std::to_string(n), std::to_string(band), std::to_string(kRounds),
                                  std::to_string(launches), ladder::csv_number(median.value),
                                  ladder::csv_number(median.low), ladder::csv_number(median.high)}));
        }
    }
}

// A row for each band; for each size the time.
std::string table(const std::string& csv) {
    const std::vector<ladder::CsvRow> rows = ladder::parse_csv(csv);
    constexpr std::size_t kCount = std::size(kBands);
    if (rows.empty() || rows.size() % kCount != 0)
        throw std::runtime_error("it has not one row for each band and size");
    std::vector<std::string> headings = {"rows of tiles\nin a band"};
    for (std::size_t row = 0; row < rows.size(); row += kCount) {
        headings.push_back("ms\nn = " + rows[row].at("n"));
        headings.push_back("95 %\ninterval");
    }
    const auto ms = [](const std::string& us) { return ladder::format_ratio(std::stod(us) / 1e3); };
    ladder::TextTable text(headings);
    for (std::size_t band = 0; band < kCount; ++band) {
        std::vector<std::string> cells = {rows[band].at("band")};
        for (std::size_t row = band; row < rows.size(); row += kCount) {
            cells.push_back(ms(rows[row].at("us")));
            cells.push_back(ms(rows[row].at("low")) + " - " + ms(rows[row].at("high")));
        }
        text.add(cells);
    }
    const ladder::CsvRow& any = rows.front();
    return "Medians; " + any.at("device") + ", CUDA " + any.at("toolkit") + ", " + any.at("date") + ".\n\n" +
           text.to_text();
}

// Rows of A and columns of B that a round of tiles reads, one for each multiprocessor: the mean of all rounds; and the bytes, if each round
// brings its rows and columns once from DRAM.
std::string predicted(std::size_t n, unsigned multiprocessors) {
    const auto across = static_cast<unsigned>(gpu::tiles_for(n, in_strips::kTileCols));
    const auto down = static_cast<unsigned>(gpu::tiles_for(n, in_strips::kTileRows));
    ladder::TextTable text({"rows of tiles\nin a band", "rows of A\nin a round", "columns of B\nin a round",
                            "GB in\nall rounds"});
    for (const unsigned band : kBands) {
        in_strips::Division division{};
        division.across = across, division.down = down, division.band = band;
        std::size_t rounds = 0, rows = 0, columns = 0;
        for (unsigned first = 0; first < across * down; first += multiprocessors, ++rounds) {
            std::set<unsigned> tile_rows, tile_columns;
            for (unsigned number = first; number < std::min(first + multiprocessors, across * down);
                 ++number) {
                const in_strips::Place place = division.place(number);
                tile_rows.insert(place.row), tile_columns.insert(place.col);
            }
            rows += tile_rows.size() * in_strips::kTileRows;
            columns += tile_columns.size() * in_strips::kTileCols;
        }
        text.add({std::to_string(band), std::to_string(rows / rounds), std::to_string(columns / rounds),
                  std::to_string(std::lround(static_cast<double>(rows + columns) *
                                             static_cast<double>(n * sizeof(float)) / 1e9))});
    }
    const std::string side = std::to_string(n);
    return side + " x " + side + " x " + side + ", " + std::to_string(multiprocessors) +
           " tiles in a round\n\n" + text.to_text();
}

}  // namespace

int main(int argc, char** argv) {
    ladder::MeasuringProgram program;
    program.path = "build/04/bands";
    program.measure = measure;
    program.table = table;
    program.on_emulator = [] { std::fputs(predicted(16384, 132).c_str(), stdout); };
    return ladder::run(program, argc, argv);
}
