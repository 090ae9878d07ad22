// The search behind rung 15's order: where its loop has the block's barrier, a thread's copies, the turn, and in which direction rows are
// multiplied. All orders multiply the same elements in the same order of k, beside each other in turn, from an empty second-level cache;
// each product is compared, bit for bit, with the chosen order's. Prints how many times as fast as the chosen one each is.
//
//     build/04/orders               measures, and prints a table (about 10 seconds on an H200)
//     build/04/orders --csv         measures, and prints CSV
//     build/04/orders --from FILE   the table of such a CSV
#include <cstdio>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "chapters/04-matmul/15_in_strips.cu"
#include "chapters/04-matmul/ladder.hpp"
#include "chapters/04-matmul/more/shapes.hpp"
#include "common/cuda/timer.hpp"
#include "common/ladder/csv.hpp"
#include "common/ladder/machine.hpp"
#include "common/ladder/measuring_program.hpp"
#include "common/ladder/statistics.hpp"
#include "common/ladder/text_table.hpp"

namespace {

struct Candidate {
    unsigned turn, barrier_k, copies[3];
    bool rows_begin_right, b_first;
    void (*run)(unsigned multiprocessors, const Gemm& gemm);
    std::vector<double> us = {};
};

template <class O>
Candidate candidate() {
    return {O::kTurn,           O::kBarrierK, {O::kCopy0, O::kCopy1, O::kCopy2},
            O::kRowsBeginRight, O::kBFirst,   in_strips::multiply_for<O>};
}

// The rung itself, compiled elsewhere.
Candidate chosen() {
    using O = in_strips::Chosen;
    void (*const run)(unsigned, const Gemm&) = in_strips::multiply_for;
    return {O::kTurn, O::kBarrierK, {O::kCopy0, O::kCopy1, O::kCopy2}, O::kRowsBeginRight, O::kBFirst, run};
}

// The chosen order first. The others differ from it, or from one before them, in one thing or two.
std::vector<Candidate> candidates() {
    using in_strips::Order;
    return {
        chosen(),
        candidate<Order<8, 2, 3, 3, 5, false, false>>(),
        candidate<Order<10, 1, 3, 3, 5, false, false>>(),
        candidate<Order<10, 1, 2, 3, 5, false, false>>(),
        candidate<Order<10, 1, 2, 3, 5, false, true>>(),
        candidate<Order<10, 1, 2, 3, 5, true, true>>(),
        candidate<Order<10, 1, 2, 2, 2, false, true>>(),
        candidate<Order<6, 1, 2, 3, 5, false, true>>(),
        candidate<Order<10, 4, 4, 5, 6, false, true>>(),
        candidate<Order<8, 2, 2, 3, 4, true, false>>(),
        candidate<Order<4, 2, 2, 3, 4, true, false>>(),
    };
}

void measure(const std::function<void(const std::string&)>& add) {
    const ladder::Machine machine = ladder::this_machine();
    add(ladder::csv_line({"device", "driver", "toolkit", "date", "clocks", "n", "turn", "barrier_k", "copies",
                          "rows_begin", "first", "rounds", "us", "low", "high"}));
    const unsigned multiprocessors = gpu::multiprocessors();
    shapes::Flush flush;
    gpu::Timer timer;
    for (const std::size_t n : {2048, 4096, 8192}) {
        shapes::Matrices matrices({n, n, n, n, n, n, true}, false);
        std::vector<Candidate> all = candidates();
        std::vector<float> expected;
        const int rounds = n <= 2048 ? 21 : n <= 4096 ? 15 : 7;
        for (int round = -1; round < rounds; ++round) {  // the first one to check and to warm up
            for (Candidate& one : all) {
                flush();
                timer.start();
                one.run(multiprocessors, matrices.gemm());
                const double us = timer.stop_ms() * 1e3;
                if (round >= 0) {
                    one.us.push_back(us);
                    continue;
                }
                const std::vector<float> product = matrices.product();
                if (expected.empty()) expected = product;
                if (std::memcmp(product.data(), expected.data(), product.size() * sizeof(float)) != 0)
                    throw std::runtime_error("two orders have different products at " + std::to_string(n));
                matrices.poison();
            }
        }
        const std::string clocks = ladder::current_clocks(machine);
        for (const Candidate& one : all) {
            const ladder::Median median = ladder::median_of(one.us);
            add(ladder::csv_line({machine.device, machine.driver, machine.toolkit, machine.date, clocks,
                                  std::to_string(n), std::to_string(one.turn), std::to_string(one.barrier_k),
                                  std::to_string(one.copies[0]) + " " + std::to_string(one.copies[1]) + " " +
                                      std::to_string(one.copies[2]),
                                  one.rows_begin_right ? "right" : "left", one.b_first ? "B" : "A",
                                  std::to_string(rounds), ladder::csv_number(median.value),
                                  ladder::csv_number(median.low), ladder::csv_number(median.high)}));
        }
    }
}

// A row for each order, a column for each size.
std::string table(const std::string& csv) {
    const std::vector<ladder::CsvRow> rows = ladder::parse_csv(csv);
    if (rows.empty()) throw std::runtime_error("there are no rows in it");
    std::vector<std::string> sizes;
    for (const ladder::CsvRow& row : rows)
        if (sizes.empty() || sizes.back() != row.at("n")) sizes.push_back(row.at("n"));
    const std::size_t orders = rows.size() / sizes.size();
    std::vector<std::string> headings = {"turn\nafter row", "barrier\nin k", "copies\nin k", "rows\nbegin",
                                         "loaded\nfirst"};
    for (const std::string& n : sizes) headings.push_back("speed\nn = " + n);
    ladder::TextTable text(headings);
    for (std::size_t order = 0; order < orders; ++order) {
        const ladder::CsvRow& row = rows[order];
        std::vector<std::string> cells = {row.at("turn"), row.at("barrier_k"), row.at("copies"),
                                          row.at("rows_begin"), row.at("first")};
        for (std::size_t size = 0; size < sizes.size(); ++size)
            cells.push_back(ladder::format_ratio(std::stod(rows[size * orders].at("us")) /
                                                 std::stod(rows[size * orders + order].at("us"))));
        text.add(cells);
    }
    const ladder::CsvRow& any = rows.back();
    return "Medians, times the first order's speed; " + any.at("device") + ", CUDA " + any.at("toolkit") +
           ", " + any.at("date") + ", " + any.at("clocks") + ".\n\n" + text.to_text();
}

}  // namespace

int main(int argc, char** argv) {
    ladder::MeasuringProgram program;
    program.path = "build/04/orders";
    program.measure = measure;
    program.table = table;
    program.on_emulator = [] {
        std::puts("There are no times on the emulator, and all orders have the same counts.");
    };
    return ladder::run(program, argc, argv);
}
