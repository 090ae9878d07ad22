// The search behind rung 14's choice: every tile with several numbers of parts, over the shapes of more/shapes.csv.
// Prints each measured time beside divided_k::expected_us(), and the choice beside the fastest. The rates and starts
// of divided_k::kTiles come from such a measurement.
//
//     build/04/tune               measures, and prints a table (about 1 minute on an H200)
//     build/04/tune --csv         measures, and prints CSV
//     build/04/tune --from FILE   the table of such a CSV
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "chapters/04-matmul/more/shapes.hpp"
#include "chapters/04-matmul/parts/choice.hpp"
#include "common/cuda/timer.hpp"
#include "common/ladder/csv.hpp"
#include "common/ladder/machine.hpp"
#include "common/ladder/measuring_program.hpp"
#include "common/ladder/statistics.hpp"
#include "common/ladder/text_table.hpp"

namespace {

using divided_k::Choice;
using divided_k::kTiles;

constexpr unsigned kMultiprocessors = 132;  // of the H200
constexpr std::size_t kPartsOfATile = 5;    // numbers of parts to measure
constexpr double kFar = 1.6;  // times the shortest expected time: slower candidates are not measured

divided_k::Problem problem_of(const shapes::Shape& shape) {
    return {shape.m, shape.n, shape.k, shapes::aligned(shape)};
}

double expected(const shapes::Shape& shape, std::size_t tile, unsigned parts) {
    return divided_k::expected_us(problem_of(shape), tile, parts, kMultiprocessors);
}

// For each tile the numbers of parts that should be fastest, and 1; without candidates that are far slower than the
// best.
std::vector<Choice> candidates(const shapes::Shape& shape) {
    constexpr unsigned kMostParts = 128;
    std::vector<Choice> all;
    for (std::size_t tile = 0; tile < kTiles.size(); ++tile) {
        const std::size_t steps = (shape.k + kTiles[tile].depth - 1) / kTiles[tile].depth;
        std::vector<Choice> of_tile;
        for (unsigned parts = 1; parts <= std::min<std::size_t>(kMostParts, steps); ++parts)
            of_tile.push_back({tile, parts, expected(shape, tile, parts)});
        std::stable_sort(of_tile.begin(), of_tile.end(),
                         [](const Choice& x, const Choice& y) { return x.expected_us < y.expected_us; });
        for (std::size_t i = 0; i < of_tile.size(); ++i)
            if (i < kPartsOfATile || of_tile[i].parts == 1) all.push_back(of_tile[i]);
        all.push_back({tile, divided_k::kLastRound, expected(shape, tile, divided_k::kLastRound)});
    }
    const Choice chosen = divided_k::choose(problem_of(shape), kMultiprocessors);
    const auto is_chosen = [&](const Choice& choice) {
        return choice.tile == chosen.tile && choice.parts == chosen.parts;
    };
    if (std::none_of(all.begin(), all.end(), is_chosen)) all.push_back(chosen);
    const double shortest = std::min_element(all.begin(), all.end(), [](const Choice& x, const Choice& y) {
                                return x.expected_us < y.expected_us;
                            })->expected_us;
    all.erase(std::remove_if(all.begin(), all.end(),
                             [&](const Choice& choice) { return choice.expected_us > kFar * shortest; }),
              all.end());
    return all;
}

int rounds_for(double us) { return static_cast<int>(std::clamp(20e3 / us, 7.0, 11.0)); }

void measure_shape(const shapes::Shape& shape, const ladder::Machine& machine, shapes::Flush& flush,
                   const std::function<void(const std::string&)>& add) {
    shapes::Matrices matrices(shape, false);
    const std::vector<Choice> choices = candidates(shape);
    std::vector<std::vector<double>> times(choices.size());
    gpu::Timer timer;
    const int rounds = rounds_for(choices[0].expected_us);
    for (int round = -1; round < rounds; ++round) {  // the first one to warm up
        for (std::size_t i = 0; i < choices.size(); ++i) {
            flush();
            timer.start();
            divided_k::multiply(matrices.gemm(), choices[i].tile, choices[i].parts);
            const double us = timer.stop_ms() * 1e3;
            if (round >= 0) times[i].push_back(us);
        }
    }
    const std::string clocks = ladder::current_clocks(machine);
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const ladder::Median median = ladder::median_of(times[i]);
        const auto number = [](std::size_t value) { return std::to_string(value); };
        add(ladder::csv_line({machine.device, machine.driver, machine.toolkit, machine.date, clocks,
                              number(shape.m), number(shape.n), number(shape.k), number(shape.lda),
                              number(shape.ldb), number(shape.ldc), shape.bar ? "1" : "0",
                              number(choices[i].tile), number(choices[i].parts), std::to_string(rounds),
                              ladder::csv_number(choices[i].expected_us), ladder::csv_number(median.value),
                              ladder::csv_number(median.low), ladder::csv_number(median.high)}));
    }
}

void measure(const std::function<void(const std::string&)>& add) {
    const ladder::Machine machine = ladder::this_machine();
    add(ladder::csv_line({"device", "driver", "toolkit", "date", "clocks", "m", "n", "k", "lda", "ldb", "ldc",
                          "bar", "tile", "parts", "rounds", "expected_us", "us", "low", "high"}));
    shapes::Flush flush;
    for (const shapes::Shape& shape : shapes::all()) measure_shape(shape, machine, flush, add);
}

struct Timed {
    std::size_t tile;
    unsigned parts;
    double us;
};

std::string text_of(const Timed& timed) {
    const divided_k::Tile& tile = kTiles[timed.tile];
    return std::to_string(tile.rows) + " x " + std::to_string(tile.cols) + ", " +
           (timed.parts == divided_k::kLastRound ? "last round" : std::to_string(timed.parts));
}

std::string table(const std::string& csv) {
    const std::vector<ladder::CsvRow> rows = ladder::parse_csv(csv);
    if (rows.empty()) throw std::runtime_error("there are no rows in it");
    const std::vector<shapes::Shape> shapes = shapes::parse(csv);
    std::vector<std::string> names;
    std::map<std::string, std::vector<Timed>> of_shape;
    std::map<std::string, shapes::Shape> shape_of;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string name = shapes::name_of(shapes[i]);
        if (of_shape.count(name) == 0) names.push_back(name);
        shape_of[name] = shapes[i];
        of_shape[name].push_back({std::stoul(rows[i].at("tile")),
                                  static_cast<unsigned>(std::stoul(rows[i].at("parts"))),
                                  std::stod(rows[i].at("us"))});
    }
    ladder::TextTable text({"", "chosen: tile,\nparts", "expected\nus", "measured\nus", "fastest\nmeasured",
                            "\nus", "chosen of\nfastest"});
    for (const std::string& name : names) {
        const shapes::Shape& shape = shape_of[name];
        const std::vector<Timed>& timed = of_shape[name];
        const auto sooner = [](const Timed& x, const Timed& y) { return x.us < y.us; };
        const Timed fastest = *std::min_element(timed.begin(), timed.end(), sooner);
        const Choice choice = divided_k::choose(problem_of(shape), kMultiprocessors);
        const auto measured = std::find_if(timed.begin(), timed.end(), [&](const Timed& one) {
            return one.tile == choice.tile && one.parts == choice.parts;
        });
        if (measured == timed.end())
            throw std::runtime_error("what is chosen for " + name + " was not measured");
        const Timed chosen = *measured;
        text.add({name, text_of(chosen), ladder::format_rate(expected(shape, chosen.tile, chosen.parts)),
                  ladder::format_rate(chosen.us), text_of(fastest), ladder::format_rate(fastest.us),
                  ladder::format_ratio(fastest.us / chosen.us)});
    }
    const ladder::CsvRow& any = rows.back();
    return "Medians; " + any.at("device") + ", CUDA " + any.at("toolkit") + ", " + any.at("date") + ", " +
           any.at("clocks") + ".\n\n" + text.to_text();
}

}  // namespace

int main(int argc, char** argv) {
    ladder::MeasuringProgram program;
    program.path = "build/04/tune";
    program.measure = measure;
    program.table = table;
    program.on_emulator = [] {
        std::puts("There are no times on the emulator; build/04/choices prints what is chosen.");
    };
    return ladder::run(program, argc, argv);
}
