// See tables.hpp.
#include "chapters/04-matmul/programs/parts/cpu/tables.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>

#include "common/ladder/text_table.hpp"

namespace cpu {
namespace {

// The measurements of Li, Ranka and Sahni for n = 256, 512, 1024, 2048 and 4096: seconds, and ratios as printed,
// which they computed from times with more digits.
constexpr std::array<std::size_t, 5> kTheirSizes = {256, 512, 1024, 2048, 4096};
struct Theirs {
    const char* name;
    std::array<double, 5> values;
};
constexpr std::array<Theirs, 3> kTheirLoopOrders = {{{"ijk", {0.11, 0.93, 10.41, 449.90, 4026.17}},
                                                     {"ikj", {0.14, 1.12, 8.98, 72.69, 581.28}},
                                                     {"ijk / ikj", {0.80, 0.83, 1.16, 6.19, 6.93}}}};
constexpr std::array<Theirs, 7> kTheirThreads = {{{"1 thread", {0.14, 1.12, 8.98, 72.67, 581.24}},
                                                  {"2 threads", {0.07, 0.56, 4.50, 36.39, 291.14}},
                                                  {"4 threads", {0.04, 0.28, 2.26, 18.21, 146.37}},
                                                  {"8 threads", {0.04, 0.28, 2.28, 18.42, 146.98}},
                                                  {"T1 / T2", {2.00, 2.00, 2.00, 2.00, 2.00}},
                                                  {"T1 / T4", {4.00, 3.97, 3.98, 3.99, 3.97}},
                                                  {"T1 / T8", {3.89, 4.00, 3.94, 3.95, 3.95}}}};

std::string format(const char* how, double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), how, value);
    return text.data();
}

// With at least three digits.
std::string seconds_text(double seconds) {
    return format(seconds >= 100 ? "%.0f" : seconds >= 10 ? "%.1f" : seconds >= 1 ? "%.2f" : "%.4f", seconds);
}

std::vector<std::size_t> sizes_of(const Run& run) {
    std::set<std::size_t> sizes;
    for (const Time& time : run.times) sizes.insert(time.n);
    return {sizes.begin(), sizes.end()};
}

const Time* find(const Run& run, const std::string& version, int threads, std::size_t n) {
    for (const Time& time : run.times) {
        if (time.version == version && time.threads == threads && time.n == n) return &time;
    }
    return nullptr;
}

// A table with a column for each size.
struct Table {
    std::vector<std::size_t> sizes;
    ladder::TextTable table;

    explicit Table(const Run& run) : sizes(sizes_of(run)), table(headings(sizes)) {}

    static std::vector<std::string> headings(const std::vector<std::size_t>& sizes) {
        std::vector<std::string> texts = {"n ="};
        for (const std::size_t n : sizes) texts.push_back(std::to_string(n));
        return texts;
    }
    template <class Cell>
    void add(const std::string& name, Cell&& cell) {
        std::vector<std::string> cells = {name};
        for (const std::size_t n : sizes) cells.push_back(cell(n));
        table.add(cells);
    }
};

// A star marks a time for which not all rows were computed.
std::string measured(const Run& run, const std::string& version, int threads, std::size_t n) {
    const Time* const time = find(run, version, threads, n);
    if (time == nullptr) return "-";
    return seconds_text(time->seconds.value) + (time->rows < n ? "*" : "");
}

void add_theirs(Table& table, const Theirs& row) {
    table.add(std::string(row.name) + ", 2.8 GHz Xeon", [&](std::size_t n) -> std::string {
        const auto* const found = std::find(kTheirSizes.begin(), kTheirSizes.end(), n);
        return found == kTheirSizes.end() ? "-" : format("%.2f", row.values[found - kTheirSizes.begin()]);
    });
}

std::string ratio(const Run& run, const std::string& above, int above_threads, const std::string& below,
                  int below_threads, std::size_t n) {
    const Time* const a = find(run, above, above_threads, n);
    const Time* const b = find(run, below, below_threads, n);
    return a != nullptr && b != nullptr ? format("%.2f", a->seconds.value / b->seconds.value) : "-";
}

std::vector<int> threads_of(const Run& run, const std::string& version) {
    std::set<int> threads;
    for (const Time& time : run.times) {
        if (time.version == version) threads.insert(time.threads);
    }
    return {threads.begin(), threads.end()};
}

std::string thread_count(int threads) {
    return std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

}  // namespace

std::string loop_orders(const Run& run) {
    Table table(run);
    for (const char* version : {"ijk", "ikj"})
        table.add(version, [&](std::size_t n) { return measured(run, version, 1, n); });
    table.add("ijk / ikj", [&](std::size_t n) { return ratio(run, "ijk", 1, "ikj", 1, n); });
    for (const Theirs& row : kTheirLoopOrders) add_theirs(table, row);
    return table.table.to_text();
}

std::string threads(const Run& run) {
    Table table(run);
    const std::vector<int> ours = threads_of(run, "openmp");
    for (const int t : ours) {
        table.add(thread_count(t), [&](std::size_t n) { return measured(run, "openmp", t, n); });
    }
    for (const int t : ours) {
        if (t > 1)
            table.add("T1 / T" + std::to_string(t),
                      [&](std::size_t n) { return ratio(run, "openmp", 1, "openmp", t, n); });
    }
    for (const Theirs& row : kTheirThreads) add_theirs(table, row);
    return table.table.to_text();
}

std::string library(const Run& run) {
    Table table(run);
    const auto rate = [&](const std::string& version, int t, std::size_t n) -> std::string {
        const Time* const time = find(run, version, t, n);
        const double operations = 2.0 * n * n * n;
        return time != nullptr ? format("%.1f", operations / time->seconds.value * 1e-9) : "-";
    };
    const std::vector<int> openmp = threads_of(run, "openmp");
    for (const int t : threads_of(run, "blocked")) {
        const std::string with = ", " + thread_count(t);
        if (std::find(openmp.begin(), openmp.end(), t) != openmp.end())
            table.add("ikj" + with, [&](std::size_t n) { return rate("openmp", t, n); });
        for (const char* version : {"blocked", "OpenBLAS"})
            table.add(version + with, [&](std::size_t n) { return rate(version, t, n); });
        table.add("blocked / OpenBLAS" + with, [&](std::size_t n) -> std::string {
            const Time* const time = find(run, "blocked", t, n);
            if (time == nullptr || !time->share) return "-";
            return format("%.2f", time->share->value) + " (" + format("%.2f", time->share->low) + "-" +
                   format("%.2f", time->share->high) + ")";
        });
    }
    return table.table.to_text();
}

std::string machine(const Run& run, bool with_kernels) {
    const std::string openblas = run.openblas.empty() ? "OpenBLAS was not installed" : run.openblas;
    return run.cpu + (with_kernels ? "; our kernel: " + run.kernel + "; " + openblas : "") + "; " + run.date +
           ".\n";
}

}  // namespace cpu
