// The last rungs beside cuBLAS over the shapes of more/shapes.csv: cubes from 512 to 16384, thin matrices, odd sizes
// and leading dimensions. cuBLAS is given each of A and B row by row and column by column (the conversion is not
// timed); a rung is compared with the fastest of the four layouts. All run in turn, with an empty L2 cache, and every
// product is compared with double precision at its full size.
//
//     build/04/shapes               measures, and prints a table (about 2 minutes on an H200)
//     build/04/shapes --csv         measures, and prints CSV
//     build/04/shapes --from FILE   the table of such a CSV
//     build/04/shapes --only 'REGEX' …   the same with the shapes whose names match: '2048x.*|4096x4096x4096, rows.*'
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <map>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include "chapters/04-matmul/ladder.hpp"
#include "chapters/04-matmul/more/shapes.hpp"
#include "chapters/04-matmul/parts/choice.hpp"
#include "chapters/04-matmul/parts/cublas.hpp"
#include "chapters/04-matmul/parts/exact.hpp"
#include "chapters/04-matmul/parts/tolerance.hpp"
#include "common/cuda/counters.hpp"
#include "common/cuda/timer.hpp"
#include "common/ladder/comparison.hpp"
#include "common/ladder/csv.hpp"
#include "common/ladder/machine.hpp"
#include "common/ladder/measuring_program.hpp"
#include "common/ladder/statistics.hpp"
#include "common/ladder/text_table.hpp"

namespace {

constexpr double kToMicroseconds = 1e6;  // operations in a microsecond, at a rate of 1 TFLOP/s

struct Multiplication {
    std::string name;
    std::function<void(const Gemm&)> run;
    cublas::Layout layout;  // of its matrices
    bool of_cublas;
};

Multiplication of_rung(const char* name) { return {name, ladder::named(name, rungs::kAll).run, {}, false}; }

Multiplication of_cublas(const char* name, cublas::Layout layout) {
    const auto run = [layout](const Gemm& gemm) {
        cublas::multiply(gemm, layout, cublas::Precision::kPedantic);
    };
    return {name, run, layout, true};
}

std::vector<Multiplication> all() {
    return {
        of_rung("warp_tiled"),
        of_rung("divided_k"),
        of_rung("in_strips"),
        of_cublas("cuBLAS, both by rows", {false, false}),
        of_cublas("cuBLAS, A by columns", {true, false}),
        of_cublas("cuBLAS, B by columns", {false, true}),
        of_cublas("cuBLAS, both by columns", {true, true}),
    };
}

double operations(const shapes::Shape& shape) { return 2.0 * shape.m * shape.n * shape.k; }

// With few rounds an interval is as wide as all of them, and under full load a GPU's clock is not steady.
constexpr int kRounds = 41;

std::string choice_for(const shapes::Shape& shape) {
    constexpr unsigned kOfH200 = 132;
    const divided_k::Choice choice =
        divided_k::choose({shape.m, shape.n, shape.k, shapes::aligned(shape)}, kOfH200);
    const divided_k::Tile& tile = divided_k::kTiles[choice.tile];
    return std::to_string(tile.rows) + " x " + std::to_string(tile.cols) + ", " +
           (choice.parts == divided_k::kLastRound ? "last round"
                                                  : std::to_string(choice.parts * tile.slices));
}

// The errors of a product; throws if it is wrong.
ladder::Errors errors_of(const Multiplication& multiplication, const shapes::Shape& shape,
                         shapes::Matrices& matrices, const std::vector<double>& exact,
                         const std::vector<double>& magnitude) {
    matrices.poison();
    multiplication.run(matrices.gemm(multiplication.layout));
    const std::vector<float> product = matrices.product();
    ladder::Errors errors;
    const ladder::Comparison comparison = ladder::compare_rounded(
        product.data(), exact.data(), magnitude.data(), product.size(), matmul::tolerance(shape.k), errors);
    if (!comparison.ok())
        throw std::runtime_error(multiplication.name + " at " + shapes::name_of(shape) + ": " +
                                 ladder::describe(comparison, {shape.m, shape.n}));
    return errors;
}

void measure_shape(const shapes::Shape& shape, const ladder::Machine& machine, shapes::Flush& flush,
                   const std::function<void(const std::string&)>& add) {
    const std::vector<Multiplication> multiplications = all();
    shapes::Matrices matrices(shape, true);
    std::vector<ladder::Errors> errors;
    {
        std::vector<double> exact(shape.m * shape.n);
        std::vector<double> magnitude(shape.m * shape.n);
        exact::multiply_on_device(matrices.on_host(), exact.data(), magnitude.data());
        for (const Multiplication& multiplication : multiplications)
            errors.push_back(errors_of(multiplication, shape, matrices, exact, magnitude));
    }
    gpu::Timer timer;
    std::vector<std::vector<double>> times(multiplications.size());
    for (int round = 0; round < kRounds; ++round) {
        for (std::size_t i = 0; i < multiplications.size(); ++i) {
            flush();
            timer.start();
            multiplications[i].run(matrices.gemm(multiplications[i].layout));
            times[i].push_back(timer.stop_ms() * 1e3);
        }
    }
    const std::string clocks = ladder::current_clocks(machine);
    for (std::size_t i = 0; i < multiplications.size(); ++i) {
        const ladder::Median median = ladder::median_of(times[i]);
        const auto number = [](std::size_t value) { return std::to_string(value); };
        add(ladder::csv_line({machine.device,
                              machine.driver,
                              machine.toolkit,
                              machine.date,
                              clocks,
                              number(shape.m),
                              number(shape.n),
                              number(shape.k),
                              number(shape.lda),
                              number(shape.ldb),
                              number(shape.ldc),
                              shape.bar ? "1" : "0",
                              multiplications[i].name,
                              multiplications[i].name == "divided_k" ? choice_for(shape) : "",
                              std::to_string(kRounds),
                              ladder::csv_number(median.value),
                              ladder::csv_number(median.low),
                              ladder::csv_number(median.high),
                              ladder::csv_number(operations(shape) / kToMicroseconds / median.value),
                              ladder::csv_number(errors[i].largest),
                              ladder::csv_number(errors[i].rms)}));
    }
}

void measure(const std::regex& only, const std::function<void(const std::string&)>& add) {
    const ladder::Machine machine = ladder::this_machine();
    add(ladder::csv_line(
        {"device", "driver", "toolkit", "date",          "clocks",         "m",      "n",      "k",
         "lda",    "ldb",    "ldc",     "bar",           "multiplication", "choice", "rounds", "us",
         "low",    "high",   "tflops",  "largest_error", "rms_error"}));
    shapes::Flush flush;
    for (const shapes::Shape& shape : shapes::all())
        if (std::regex_match(shapes::name_of(shape), only)) measure_shape(shape, machine, flush, add);
}

// A rung or a layout with its median and interval.
struct Time {
    std::string name;
    double us = std::numeric_limits<double>::infinity();
    double low = us;
    double high = us;
};

void keep_faster(Time& best, const ladder::CsvRow& row) {
    const double us = std::stod(row.at("us"));
    if (us < best.us)
        best = {row.at("multiplication"), us, std::stod(row.at("low")), std::stod(row.at("high"))};
}

// One shape's rows: rungs, the fastest layout of cuBLAS.
struct Measured {
    shapes::Shape shape;
    Time rung_13, rung_14, rung_15, ours, cublas;
    std::string choice;
};

std::vector<Measured> by_shape(const std::string& csv) {
    const std::vector<ladder::CsvRow> rows = ladder::parse_csv(csv);
    const std::vector<shapes::Shape> shapes = shapes::parse(csv);
    std::vector<Measured> all;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string name = shapes::name_of(shapes[i]);
        if (all.empty() || shapes::name_of(all.back().shape) != name)
            all.push_back({shapes[i], {}, {}, {}, {}, {}, {}});
        Measured& last = all.back();
        const std::string multiplication = rows[i].at("multiplication");
        const bool of_cublas = multiplication.rfind("cuBLAS", 0) == 0;
        keep_faster(of_cublas ? last.cublas : last.ours, rows[i]);
        if (multiplication == "warp_tiled") keep_faster(last.rung_13, rows[i]);
        if (multiplication == "in_strips") keep_faster(last.rung_15, rows[i]);
        if (multiplication == "divided_k") {
            keep_faster(last.rung_14, rows[i]);
            last.choice = rows[i].at("choice");
        }
    }
    return all;
}

std::string table(const std::string& csv) {
    const std::vector<ladder::CsvRow> rows = ladder::parse_csv(csv);
    if (rows.empty()) throw std::runtime_error("there are no rows in it");
    const std::vector<Measured> all = by_shape(csv);
    const bool fifteen = std::any_of(all.begin(), all.end(),
                                     [](const Measured& measured) { return !measured.rung_15.name.empty(); });
    std::vector<std::string> headings = {"",
                                         "rung 14: tile,\nparts of k",
                                         "rung 14\nus",
                                         "cuBLAS\nus",
                                         "its\nlayout",
                                         "rung 13\nof cuBLAS",
                                         "rung 14\nof cuBLAS"};
    if (fifteen) headings.push_back("rung 15\nof cuBLAS");
    headings.insert(headings.end(), {"the fastest,\n95 %: from", "\nto"});
    ladder::TextTable text(headings);
    double sum_of_logarithms = 0;
    int bars = 0;
    std::string lowest_name;
    double lowest = std::numeric_limits<double>::infinity();
    for (const Measured& measured : all) {
        const Time& cublas = measured.cublas;
        const Time& ours = measured.ours;
        const auto ratio_of = [&](const Time& rung) {
            return rung.name.empty() ? "" : ladder::format_ratio(cublas.us / rung.us);
        };
        const std::string layout = cublas.name.substr(cublas.name.find(", ") + 2);
        std::vector<std::string> cells = {
            shapes::name_of(measured.shape) + (measured.shape.bar ? "" : " (no bar)"),
            measured.choice,
            ladder::format_rate(measured.rung_14.us),
            ladder::format_rate(cublas.us),
            layout,
            ratio_of(measured.rung_13),
            ratio_of(measured.rung_14)};
        if (fifteen) cells.push_back(ratio_of(measured.rung_15));
        cells.push_back(ladder::format_ratio(cublas.low / ours.high));
        cells.push_back(ladder::format_ratio(cublas.high / ours.low));
        text.add(cells);
        if (!measured.shape.bar) continue;
        const double ratio = cublas.us / ours.us;
        sum_of_logarithms += std::log(ratio);
        ++bars;
        if (ratio < lowest) lowest = ratio, lowest_name = shapes::name_of(measured.shape);
    }
    const ladder::CsvRow& any = rows.back();
    const auto sooner = [](const ladder::CsvRow& x, const ladder::CsvRow& y) {
        return x.at("date") < y.at("date");
    };
    const auto [first, last] = std::minmax_element(rows.begin(), rows.end(), sooner);
    const std::string dates =
        first->at("date") + (first->at("date") == last->at("date") ? "" : " to " + last->at("date"));
    char summary[256];
    std::snprintf(summary, sizeof summary,
                  "\nThe fastest rung of cuBLAS's fastest layout, %d shapes with a bar: geometric mean %.3f, "
                  "lowest %.2f (%s).\n",
                  bars, std::exp(sum_of_logarithms / bars), lowest, lowest_name.c_str());
    return "Medians; " + any.at("device") + ", CUDA " + any.at("toolkit") + ", driver for CUDA " +
           any.at("driver") + ", " + dates + ", " + any.at("clocks") + ".\n\n" + text.to_text() + summary;
}

}  // namespace

int main(int argc, char** argv) {
    const auto nothing_to_compare = [](std::FILE* out) {
        std::fprintf(out, "There is nothing to compare with: %s.\n", cublas::missing().c_str());
    };
    std::vector<std::string> arguments(argv + 1, argv + argc);
    std::regex only(".*");
    if (arguments.size() >= 2 && arguments[0] == "--only") {
        try {
            only = std::regex(arguments[1]);
        } catch (const std::regex_error& error) {
            std::fprintf(stderr, "shapes: '%s' is no regular expression: %s\n", arguments[1].c_str(),
                         error.what());
            return 2;
        }
        arguments.erase(arguments.begin(), arguments.begin() + 2);
    }
    ladder::MeasuringProgram program;
    program.path = "build/04/shapes";
    program.measure = [&](const auto& add) {
        if (cublas::missing().empty())
            measure(only, add);
        else
            nothing_to_compare(stderr);
    };
    program.table = table;
    program.on_emulator = [&] { nothing_to_compare(stdout); };
    return ladder::run(program, arguments, gpu::emulator::present(), stdout, stderr);
}
