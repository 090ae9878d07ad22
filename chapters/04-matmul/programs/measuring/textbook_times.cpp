// The effect of granularity and corner turning on time: the kernels of textbook/ on matrices of several sizes.
//
//     build/04/textbook_times               measures, and prints a table
//     build/04/textbook_times --csv         measures, and prints CSV
//     build/04/textbook_times --from FILE   the table of such a CSV
//
// On the emulator, which has no times, it runs every kernel once and compares the products.
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "chapters/04-matmul/programs/parts/textbook/column_major.hpp"
#include "chapters/04-matmul/programs/parts/textbook/tiles_per_block.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/timer.hpp"
#include "common/ladder/csv.hpp"
#include "common/ladder/machine.hpp"
#include "common/ladder/measuring_program.hpp"
#include "common/ladder/random_input.hpp"
#include "common/ladder/statistics.hpp"
#include "common/ladder/text_table.hpp"

namespace {

constexpr std::size_t kMeasured[] = {256, 512, 1024, 2048, 4096, 8192};
constexpr std::size_t kOnEmulator = 96;
constexpr double kToMilliseconds = 1e9;  // operations in a millisecond, at a rate of 1 TFLOP/s

struct Kernel {
    const char* name;
    void (*multiply)(const Gemm&);
    bool b_turned;  // B lies column by column
};

const Kernel kKernels[] = {
    {"1 tile", tiles_per_block::multiply<1>, false},    {"2 tiles", tiles_per_block::multiply<2>, false},
    {"4 tiles", tiles_per_block::multiply<4>, false},   {"column-major, simple", column_major::simple, true},
    {"column-major, tiled", column_major::tiled, true}, {"column-major, turned", column_major::turned, true},
};

struct Matrices {
    explicit Matrices(std::size_t extent) : n(extent), a(n * n), b(n * n), b_turned(n * n), c(n * n) {
        std::vector<float> random(n * n), turned(n * n);
        ladder::fill_random(random.data(), random.size(), 1, -1, 1);
        a.upload(random.data(), random.size());
        ladder::fill_random(random.data(), random.size(), 2, -1, 1);
        b.upload(random.data(), random.size());
        for (std::size_t i = 0; i < n * n; ++i) turned[i % n * n + i / n] = random[i];
        b_turned.upload(turned.data(), turned.size());
    }

    Gemm gemm_for(const Kernel& kernel) {
        return {n, n, n, 1, a.data(), n, kernel.b_turned ? b_turned.data() : b.data(), n, 0, c.data(), n};
    }

    std::size_t n;
    gpu::Buffer<float> a, b, b_turned, c;
};

// Every kernel adds up an element's products in the same order, in one thread, so all give the same bits.
void require_same_products(Matrices& matrices) {
    std::vector<float> first;
    for (const Kernel& kernel : kKernels) {
        matrices.c.fill_bytes(0xff);
        kernel.multiply(matrices.gemm_for(kernel));
        const std::vector<float> product = matrices.c.to_host();
        if (first.empty()) first = product;
        if (product != first)
            throw std::runtime_error(std::string(kernel.name) + " has another product than " +
                                     kKernels[0].name);
    }
}

// TFLOP/s of all kernels, which run in turn.
std::vector<ladder::Median> rates(Matrices& matrices) {
    constexpr int kRounds = 11;
    const double operations = 2.0 * static_cast<double>(matrices.n * matrices.n) * matrices.n;
    gpu::Timer timer;
    std::vector<std::vector<double>> measured(std::size(kKernels));
    for (int round = 0; round < kRounds; ++round) {
        for (std::size_t k = 0; k < std::size(kKernels); ++k) {
            timer.start();
            kKernels[k].multiply(matrices.gemm_for(kKernels[k]));
            measured[k].push_back(operations / kToMilliseconds / timer.stop_ms());
        }
    }
    std::vector<ladder::Median> medians;
    for (const std::vector<double>& of_kernel : measured) medians.push_back(ladder::median_of(of_kernel));
    return medians;
}

void measure(const std::function<void(const std::string&)>& add) {
    const ladder::Machine machine = ladder::this_machine();
    add(ladder::csv_line({"device", "date", "clocks", "kernel", "n", "tflops", "low", "high"}));
    for (const std::size_t n : kMeasured) {
        Matrices matrices(n);
        require_same_products(matrices);
        const std::vector<ladder::Median> medians = rates(matrices);
        const std::string clocks = ladder::current_clocks(machine);
        for (std::size_t k = 0; k < medians.size(); ++k)
            add(ladder::csv_line({machine.device, machine.date, clocks, kKernels[k].name, std::to_string(n),
                                  ladder::csv_number(medians[k].value), ladder::csv_number(medians[k].low),
                                  ladder::csv_number(medians[k].high)}));
    }
}

// A row for each size, a column for each kernel.
std::string table(const std::vector<ladder::CsvRow>& rows) {
    if (rows.empty()) throw std::runtime_error("there are no rows in it");
    std::vector<std::string> headings = {"n"};
    for (const Kernel& kernel : kKernels) headings.push_back(kernel.name);
    ladder::TextTable text(headings);
    std::vector<std::string> cells;
    for (const ladder::CsvRow& row : rows) {
        if (cells.empty()) cells.push_back(row.at("n"));
        cells.push_back(ladder::format_ratio(std::stod(row.at("tflops"))));
        if (cells.size() < headings.size()) continue;
        text.add(cells);
        cells.clear();
    }
    const ladder::CsvRow& any = rows.back();
    return "TFLOP/s, medians; " + any.at("device") + ", " + any.at("date") + ", " + any.at("clocks") +
           ".\n\n" + text.to_text();
}

void compare_on_emulator() {
    Matrices matrices(kOnEmulator);
    require_same_products(matrices);
    std::puts(
        "All kernels have the same product. The emulator has no times: build/04/granularity and "
        "build/04/corner_turning count.");
}

}  // namespace

int main(int argc, char** argv) {
    ladder::MeasuringProgram program;
    program.path = "build/04/textbook_times";
    program.measure = measure;
    program.table = [](const std::string& csv) { return table(ladder::parse_csv(csv)); };
    program.on_emulator = compare_on_emulator;
    return ladder::run(program, argc, argv);
}
