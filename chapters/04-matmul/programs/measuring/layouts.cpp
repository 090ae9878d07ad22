// cuBLAS with A or B column by column, beside rung 13: a library has a kernel for each layout, and the roof is the
// fastest of them. All use the same matrices and run in turn; each product is compared with double precision.
//
//     build/04/layouts               measures, and prints a table (about 40 s on an H200)
//     build/04/layouts --csv         measures, and prints CSV
//     build/04/layouts --from FILE   the table of such a CSV
#include <cmath>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "chapters/04-matmul/ladder.hpp"
#include "chapters/04-matmul/parts/cublas.hpp"
#include "chapters/04-matmul/parts/exact.hpp"
#include "chapters/04-matmul/parts/tolerance.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/timer.hpp"
#include "common/ladder/comparison.hpp"
#include "common/ladder/csv.hpp"
#include "common/ladder/machine.hpp"
#include "common/ladder/measuring_program.hpp"
#include "common/ladder/random_input.hpp"
#include "common/ladder/statistics.hpp"
#include "common/ladder/text_table.hpp"

namespace {

constexpr std::size_t kSizes[] = {4096, 8192};
constexpr int kRounds = 15;
constexpr double kToMilliseconds = 1e9;  // operations in a millisecond, at a rate of 1 TFLOP/s

struct Multiplication {
    const char* name;
    std::function<void(const Gemm&)> run;
    cublas::Layout layout;  // of its matrices
};

Multiplication of_cublas(const char* name, cublas::Layout layout) {
    const auto run = [layout](const Gemm& gemm) {
        cublas::multiply(gemm, layout, cublas::Precision::kPedantic);
    };
    return {name, run, layout};
}

const std::vector<Multiplication> kAll = {
    {"warp_tiled", [](const Gemm& gemm) { ladder::named("warp_tiled", rungs::kAll).run(gemm); }, {}},
    of_cublas("cuBLAS, both by rows", {false, false}),
    of_cublas("cuBLAS, A by columns", {true, false}),
    of_cublas("cuBLAS, B by columns", {false, true}),
    of_cublas("cuBLAS, both by columns", {true, true}),
};

// Random n x n matrices, row by row and column by column, and their product in double precision.
struct Matrices {
    explicit Matrices(std::size_t extent)
        : n(extent),
          a(n * n),
          b(n * n),
          a_turned(n * n),
          b_turned(n * n),
          c(n * n),
          exact(n * n),
          magnitude(n * n) {
        std::vector<float> rows_of_a = random(), rows_of_b = random();
        a.upload(rows_of_a.data(), rows_of_a.size());
        b.upload(rows_of_b.data(), rows_of_b.size());
        exact::multiply_on_device({n, n, n, 1, rows_of_a.data(), n, rows_of_b.data(), n, 0, nullptr, n},
                                  exact.data(), magnitude.data());
        turn(a_turned, rows_of_a);
        turn(b_turned, rows_of_b);
    }

    Gemm gemm_for(cublas::Layout layout) {
        return {n,
                n,
                n,
                1,
                (layout.a_by_columns ? a_turned : a).data(),
                n,
                (layout.b_by_columns ? b_turned : b).data(),
                n,
                0,
                c.data(),
                n};
    }

    std::size_t n;
    gpu::Buffer<float> a, b, a_turned, b_turned, c;
    std::vector<double> exact, magnitude;

  private:
    std::vector<float> random() const {
        std::vector<float> values(n * n);
        ladder::fill_random(values.data(), values.size(), ladder::fresh_seed(), -1, 1);
        return values;
    }
    void turn(gpu::Buffer<float>& turned, const std::vector<float>& rows) const {
        std::vector<float> columns(n * n);
        for (std::size_t i = 0; i < n * n; ++i) columns[i % n * n + i / n] = rows[i];
        turned.upload(columns.data(), columns.size());
    }
};

// The errors of a product; throws if it is wrong.
ladder::Errors errors_of(const Multiplication& multiplication, Matrices& matrices) {
    matrices.c.fill_bytes(0xff);
    multiplication.run(matrices.gemm_for(multiplication.layout));
    const std::vector<float> product = matrices.c.to_host();
    ladder::Errors errors;
    const ladder::Comparison comparison =
        ladder::compare_rounded(product.data(), matrices.exact.data(), matrices.magnitude.data(),
                                product.size(), matmul::tolerance(matrices.n), errors);
    if (!comparison.ok())
        throw std::runtime_error(std::string(multiplication.name) + ": " +
                                 ladder::describe(comparison, {matrices.n, matrices.n}));
    return errors;
}

std::vector<std::vector<double>> rates_in_turns(Matrices& matrices) {
    const double operations = 2.0 * static_cast<double>(matrices.n * matrices.n) * matrices.n;
    gpu::Timer timer;
    std::vector<std::vector<double>> rates(kAll.size());
    for (int round = 0; round < kRounds; ++round) {
        for (std::size_t i = 0; i < kAll.size(); ++i) {
            timer.start();
            kAll[i].run(matrices.gemm_for(kAll[i].layout));
            rates[i].push_back(operations / kToMilliseconds / timer.stop_ms());
        }
    }
    return rates;
}

void measure(const std::function<void(const std::string&)>& add) {
    const ladder::Machine machine = ladder::this_machine();
    add(ladder::csv_line({"device", "date", "clocks", "n", "multiplication", "tflops", "low", "high",
                          "largest_error", "rms_error"}));
    for (const std::size_t n : kSizes) {
        Matrices matrices(n);
        std::vector<ladder::Errors> errors;
        for (const Multiplication& multiplication : kAll)
            errors.push_back(errors_of(multiplication, matrices));
        const std::vector<std::vector<double>> rates = rates_in_turns(matrices);
        const std::string clocks = ladder::current_clocks(machine);
        for (std::size_t i = 0; i < kAll.size(); ++i) {
            const ladder::Median median = ladder::median_of(rates[i]);
            add(ladder::csv_line({machine.device, machine.date, clocks, std::to_string(n), kAll[i].name,
                                  ladder::csv_number(median.value), ladder::csv_number(median.low),
                                  ladder::csv_number(median.high), ladder::csv_number(errors[i].largest),
                                  ladder::csv_number(errors[i].rms)}));
        }
    }
}

std::string table(const std::vector<ladder::CsvRow>& rows) {
    if (rows.empty()) throw std::runtime_error("there are no rows in it");
    ladder::TextTable text({"", "n", "TFLOP/s", "95 %\nfrom", "\nto", "largest\nerror", "root mean\nsquare"});
    for (const ladder::CsvRow& row : rows)
        text.add({row.at("multiplication"), row.at("n"), ladder::format_ratio(std::stod(row.at("tflops"))),
                  ladder::format_ratio(std::stod(row.at("low"))),
                  ladder::format_ratio(std::stod(row.at("high"))),
                  ladder::format_error(std::stod(row.at("largest_error"))),
                  ladder::format_error(std::stod(row.at("rms_error")))});
    const ladder::CsvRow& any = rows.back();
    return "Medians; " + any.at("device") + ", " + any.at("date") + ", " + any.at("clocks") + ".\n\n" +
           text.to_text();
}

}  // namespace

int main(int argc, char** argv) {
    // On standard error, so that it does not mix with CSV.
    const auto nothing_to_compare = [](std::FILE* out) {
        std::fprintf(out, "There is nothing to compare with: %s.\n", cublas::missing().c_str());
    };
    ladder::MeasuringProgram program;
    program.path = "build/04/layouts";
    program.measure = [&](const auto& add) {
        if (cublas::missing().empty())
            measure(add);
        else
            nothing_to_compare(stderr);
    };
    program.table = [](const std::string& csv) { return table(ladder::parse_csv(csv)); };
    program.on_emulator = [&] { nothing_to_compare(stdout); };
    return ladder::run(program, argc, argv);
}
