// The search behind rung 15's bands: squares, with tiles in bands of 1 to 32 rows of tiles, beside each other in turn. Each product is
// checked. Three launches in a row are timed together, after one that is not, since a GPU that draws all the power it may takes some
// milliseconds to change its clock.
//
//     build/04/bands               measures, and prints a table (about 40 seconds on an H200)
//     build/04/bands --csv         measures, and prints CSV
//     build/04/bands --from FILE   the table of such a CSV
#include <cstdio>
#include <functional>
#include <map>
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
        {"device", "driver", "toolkit", "date", "clocks", "n", "band", "rounds", "us", "low", "high"}));
    gpu::Timer timer;
    for (const std::size_t n : {16384, 8192, 4096}) {
        shapes::Matrices matrices({n, n, n, n, n, n, true}, false);
        constexpr int kRounds = 7, kLaunches = 3;
        std::map<unsigned, std::vector<double>> us;  // of each band
        for (int round = 0; round < kRounds; ++round)
            for (const unsigned band : kBands) {
                multiply(band, matrices.gemm());
                timer.start();
                for (int launch = 0; launch < kLaunches; ++launch) multiply(band, matrices.gemm());
                us[band].push_back(timer.stop_ms() * 1e3 / kLaunches);
            }
        const std::string clocks = ladder::current_clocks(machine);
        check(matrices, n);
        for (const unsigned band : kBands) {
            const ladder::Median median = ladder::median_of(us[band]);
            add(ladder::csv_line({machine.device, machine.driver, machine.toolkit, machine.date, clocks,
                                  std::to_string(n), std::to_string(band), std::to_string(kRounds),
                                  ladder::csv_number(median.value), ladder::csv_number(median.low),
                                  ladder::csv_number(median.high)}));
        }
    }
}

// A row for each band, a column for each size.
std::string table(const std::string& csv) {
    const std::vector<ladder::CsvRow> rows = ladder::parse_csv(csv);
    constexpr std::size_t kCount = std::size(kBands);
    if (rows.empty() || rows.size() % kCount != 0)
        throw std::runtime_error("it has not one row for each band and size");
    std::vector<std::string> headings = {"rows of tiles\nin a band"};
    for (std::size_t row = 0; row < rows.size(); row += kCount)
        headings.push_back("us\nn = " + rows[row].at("n"));
    ladder::TextTable text(headings);
    for (std::size_t band = 0; band < kCount; ++band) {
        std::vector<std::string> cells = {rows[band].at("band")};
        for (std::size_t row = band; row < rows.size(); row += kCount) cells.push_back(rows[row].at("us"));
        text.add(cells);
    }
    const ladder::CsvRow& any = rows.back();
    return "Medians; " + any.at("device") + ", CUDA " + any.at("toolkit") + ", " + any.at("date") + ", " +
           any.at("clocks") + ".\n\n" + text.to_text();
}

}  // namespace

int main(int argc, char** argv) {
    ladder::MeasuringProgram program;
    program.path = "build/04/bands";
    program.measure = measure;
    program.table = table;
    program.on_emulator = [] {
        std::puts("There are no times on the emulator, and all bands have the same counts.");
    };
    return ladder::run(program, argc, argv);
}
