// The search behind rung 15's orders: where its loop has the block's barrier, a thread's copies, the turn, and in which direction rows are
// multiplied. All orders multiply the same elements in the same order of k, beside each other in turn, from an empty second-level cache;
// each product is compared, bit for bit, with the rung's. At 2048 A stays in place, at the larger sizes it is laid in strips; the last
// size has rows that do not begin at multiples of 16 bytes. Prints how many times as fast as the rung each order is.
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
    unsigned turn, barrier_k, copy_a, copy_b;
    bool rows_begin_right, b_first;
    void (*run)(unsigned multiprocessors, const Gemm& gemm);
    std::vector<double> us = {};
};

template <class O>
Candidate candidate() {
    return {O::kTurn,
            O::kBarrierK,
            O::kCopyA,
            O::kCopyB,
            O::kRowsBeginRight,
            O::kBFirst,
            [](unsigned multiprocessors, const Gemm& gemm) {
                in_strips::multiply_for<O, O, O>(multiprocessors, gemm, in_strips::kBand);
            }};
}

// The rung itself, compiled elsewhere. Its turn is 0 in the CSV, since it has three orders.
Candidate rung() {
    void (*const run)(unsigned, const Gemm&) = in_strips::multiply_for;
    return {0, 0, 0, 0, false, false, run};
}

// The rung's orders, under other names: here each also runs where the rung does not use it.
struct WithStrips : in_strips::WithStrips {};
struct Unaligned : in_strips::Unaligned {};
struct InPlace : in_strips::InPlace {};

// The rung first, then its three orders. The others differ from one of these in a few things.
std::vector<Candidate> candidates() {
    using in_strips::Order;
    return {
        rung(),
        candidate<WithStrips>(),
        candidate<Unaligned>(),
        candidate<InPlace>(),
        candidate<Order<8, 2, 4, 3, false, false>>(),
        candidate<Order<8, 2, 3, 3, false, false>>(),
        candidate<Order<10, 2, 4, 4, false, false>>(),
        candidate<Order<12, 2, 4, 4, false, false>>(),
        candidate<Order<14, 2, 4, 4, false, true>>(),
        candidate<Order<6, 2, 4, 3, false, false>>(),
        candidate<Order<10, 2, 4, 3, false, true>>(),
        candidate<Order<10, 1, 4, 3, false, false>>(),
        candidate<Order<6, 2, 4, 4, true, true>>(),
    };
}

void measure(const std::function<void(const std::string&)>& add) {
    const ladder::Machine machine = ladder::this_machine();
    add(ladder::csv_line({"device", "driver", "toolkit", "date", "clocks", "n", "rows_of", "turn",
                          "barrier_k", "copy_a", "copy_b", "rows_begin", "first", "rounds", "us", "low",
                          "high"}));
    const unsigned multiprocessors = gpu::multiprocessors();
    shapes::Flush flush;
    gpu::Timer timer;
    struct Size {
        std::size_t n, gap;  // gap: elements between the end of a row and the next
    };
    for (const auto [n, gap] : {Size{2048, 0}, Size{4096, 0}, Size{8192, 0}, Size{4096, 1}}) {
        shapes::Matrices matrices({n, n, n, n + gap, n + gap, n + gap, true}, false);
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
                                  std::to_string(n), std::to_string(n + gap), std::to_string(one.turn),
                                  std::to_string(one.barrier_k), std::to_string(one.copy_a),
                                  std::to_string(one.copy_b), one.rows_begin_right ? "right" : "left",
                                  one.b_first ? "B" : "A", std::to_string(rounds),
                                  ladder::csv_number(median.value), ladder::csv_number(median.low),
                                  ladder::csv_number(median.high)}));
        }
    }
}

// A row for each order, a column for each size.
std::string table(const std::string& csv) {
    const std::vector<ladder::CsvRow> rows = ladder::parse_csv(csv);
    if (rows.empty()) throw std::runtime_error("there are no rows in it");
    std::vector<std::string> sizes;  // headings
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const std::string& n = rows[row].at("n");
        const std::string& rows_of = rows[row].at("rows_of");
        if (row > 0 && n == rows[row - 1].at("n") && rows_of == rows[row - 1].at("rows_of")) continue;
        sizes.push_back(n == "2048"    ? "in place\nn = " + n
                        : n == rows_of ? "strips\nn = " + n
                                       : "strips\nrows of " + rows_of);
    }
    const std::size_t orders = rows.size() / sizes.size();
    std::vector<std::string> headings = {"turn\nafter row",  "barrier\nin k", "A's copy\nin k",
                                         "B's copies\nin k", "rows\nbegin",   "loaded\nfirst"};
    headings.insert(headings.end(), sizes.begin(), sizes.end());
    ladder::TextTable text(headings);
    for (std::size_t order = 1; order < orders; ++order) {  // the rung is 1.00
        const ladder::CsvRow& row = rows[order];
        std::vector<std::string> cells = {row.at("turn"),   row.at("barrier_k"),  row.at("copy_a"),
                                          row.at("copy_b"), row.at("rows_begin"), row.at("first")};
        for (std::size_t size = 0; size < sizes.size(); ++size)
            cells.push_back(ladder::format_ratio(std::stod(rows[size * orders].at("us")) /
                                                 std::stod(rows[size * orders + order].at("us"))));
        text.add(cells);
    }
    const ladder::CsvRow& any = rows.back();
    return "Medians, times the rung's speed; " + any.at("device") + ", CUDA " + any.at("toolkit") + ", " +
           any.at("date") + ", " + any.at("clocks") + ".\n\n" + text.to_text();
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
