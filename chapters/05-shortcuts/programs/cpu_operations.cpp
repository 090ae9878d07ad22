// Operations per clock of the versions on the CPU, counted as in the course's text: the additions and minima of all
// threads in a clock of one. A CPU does not report its current clock, so it is measured with a chain of instructions
// that each wait one clock for the one before. Time of other programs is not counted.
//
//     build/05/cpu_operations N           the versions with N vertices, 1000 by default
//     build/05/cpu_operations --regions   what a call costs beside its work: OpenMP's parallel region, and the team's
//                                         (common/baseline/team.hpp)
#include <omp.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "chapters/05-shortcuts/parts/operations.hpp"
#include "common/baseline/shortcuts/isa.hpp"
#include "common/baseline/shortcuts/min_plus.hpp"
#include "common/baseline/shortcuts/peak.hpp"
#include "common/baseline/shortcuts/shortcuts.hpp"
#include "common/baseline/team.hpp"
#include "common/ladder/machine.hpp"
#include "common/ladder/random_input.hpp"
#include "common/ladder/size.hpp"
#include "common/ladder/statistics.hpp"
#include "common/ladder/text_table.hpp"

namespace {

using namespace baseline::shortcuts;

struct Version {
    const char* name;
    Function run;
    std::size_t largest;  // larger sizes would take too long
};
constexpr Version kVersions[] = {
    {"serial", serial, 1000},
    {"openmp", openmp, 1000},
    {"linear_reading", linear_reading, 2000},
    {"instruction_parallelism", instruction_parallelism, 2000},
    {"vectors", vectors, 8192},
    {"register_reuse", register_reuse, 8192},
    {"more_reuse", more_reuse, 8192},
    {"prefetch", prefetch, 8192},
    {"cache_blocked", cache_blocked, 8192},
};

double seconds(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Clocks per second of this thread's core, from a chain of exclusive ors of two registers, which take one clock each.
// Time of other programs is not counted.
double clocks_per_second() {
    constexpr std::uint64_t kSteps = 20'000'000;
    std::uint64_t value = 1;
    std::uint64_t other = kSteps;
    asm volatile("" : "+r"(other));
    const double begin = seconds(CLOCK_THREAD_CPUTIME_ID);
    for (std::uint64_t step = 0; step < kSteps; step += 8) {
#pragma GCC unroll 8
        for (int k = 0; k < 8; ++k) {
            value ^= other;
            asm volatile("" : "+r"(value));  // otherwise the compiler would cancel them in pairs
        }
    }
    return kSteps / (seconds(CLOCK_THREAD_CPUTIME_ID) - begin);
}

// The latency of a minimum in clocks.
double clocks_of_a_minimum(double clock) {
    constexpr int kSteps = 20'000'000;
    float best = 3;
    float other = 2;
    asm volatile("" : "+m"(other));
    const double begin = seconds(CLOCK_THREAD_CPUTIME_ID);
    for (int step = 0; step < kSteps; step += 8) {
#pragma GCC unroll 8
        for (int k = 0; k < 8; ++k) {
            MinPlus::keep_smaller(best, other);
            as_if_changed(best);
        }
    }
    return (seconds(CLOCK_THREAD_CPUTIME_ID) - begin) * clock / kSteps;
}

// The slowest clock of all threads while all compute: vector instructions and busy neighbours lower it.
double clocks_under_load() {
    std::vector<double> clocks(static_cast<std::size_t>(omp_get_max_threads()));
    peak(0);
#pragma omp parallel
    clocks[static_cast<std::size_t>(omp_get_thread_num())] = clocks_per_second();
    return *std::min_element(clocks.begin(), clocks.end());
}

// The least CPU time of this many threads for a call, over several measurements: disturbances make one longer, never
// shorter. Short calls are repeated, since some systems count CPU time in steps of milliseconds.
template <class Call>
double fewest_seconds(int threads, Call call) {
    constexpr double kLongEnough = 0.1;
    double fewest = HUGE_VAL;
    for (int k = 0; k < 7; ++k) {
        const double begin = seconds(CLOCK_PROCESS_CPUTIME_ID);
        double spent = 0;
        int calls = 0;
        while (spent < kLongEnough * threads) {
            call();
            ++calls;
            spent = seconds(CLOCK_PROCESS_CPUTIME_ID) - begin;
        }
        fewest = std::min(fewest, spent / threads / calls);
    }
    return fewest;
}

// Microseconds of a call, while its threads are awake: the median of many.
template <class Call>
double microseconds(Call call) {
    std::vector<double> times(1001);
    for (double& time : times) {
        const double begin = seconds(CLOCK_MONOTONIC);
        call();
        time = 1e6 * (seconds(CLOCK_MONOTONIC) - begin);
    }
    return ladder::median_of(times).value;
}

// What a thread does in each call: some microseconds. With less, the team's caller would do the helpers' parts before they come.
void some_work() { runnable_isas().front()->peak(2000); }

void with_openmp(int threads) {
#pragma omp parallel num_threads(threads)
    some_work();
}

void with_team(int threads) {
    const auto parts = static_cast<std::size_t>(threads);
    baseline::team::run(parts, parts, [](std::size_t) { some_work(); });
}

// Microseconds by which a call is longer than its work alone: the median of many comparisons, since a core's clock changes.
template <class Call>
double added_microseconds(Call call) {
    std::vector<double> differences(31);
    for (double& difference : differences) difference = microseconds(call) - microseconds(some_work);
    return ladder::median_of(differences).value;
}

std::string in_words(double value, const char* format) {
    char text[32];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

void measure(std::size_t n) {
    std::vector<float> d(n * n);
    std::vector<float> r(n * n);
    ladder::fill_random(d.data(), d.size(), 5, 0.0f, 1000.0f);
    const double clock = clocks_under_load();
    const int threads = omp_get_max_threads();
    const double roof = peak_relaxations(n) / fewest_seconds(threads, [&] { peak(n); });

    std::printf("%s, %s, vectors of %d floats, n = %zu\n", ladder::this_machine().cpu.c_str(),
                runnable_isas().front()->name, runnable_isas().front()->lanes, n);
    std::printf("%.2f GHz; a minimum is there for the next one after %.1f clocks\n\n", clock * 1e-9,
                clocks_of_a_minimum(clock));
    ladder::TextTable table(
        {"", "relaxations/s", "operations\nper clock", "of one\nthread", "of add_and_\ncompare"});
    const auto add = [&](const char* name, double rate, int of_threads) {
        const double operations = operations::per_clock(rate, clock * 1e-6);
        table.add({name, in_words(rate, "%.3g"), in_words(operations, "%.2f"),
                   in_words(operations / of_threads, "%.2f"), in_words(rate / roof, "%.2f")});
    };
    add("add_and_compare", roof, threads);
    for (const Version& version : kVersions) {
        if (n > version.largest) continue;
        const int of_threads = version.run == serial ? 1 : threads;
        const double time = fewest_seconds(of_threads, [&] { version.run(r.data(), d.data(), n); });
        add(version.name, std::pow(static_cast<double>(n), 3) / time, of_threads);
    }
    std::fputs(table.to_text().c_str(), stdout);
}

void measure_regions() {
    std::printf("%s; a part of %.2f us for each thread, and what is added\n\n",
                ladder::this_machine().cpu.c_str(), microseconds(some_work));
    ladder::TextTable table({"threads", "OpenMP", "team"});
    for (int threads = 1; threads <= omp_get_max_threads(); threads *= 2)
        table.add({std::to_string(threads),
                   in_words(added_microseconds([=] { with_openmp(threads); }), "%.2f"),
                   in_words(added_microseconds([=] { with_team(threads); }), "%.2f")});
    std::fputs(table.to_text().c_str(), stdout);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        if (argc == 2 && std::string(argv[1]) == "--regions") {
            measure_regions();
            return 0;
        }
        if (argc > 2 || (argc == 2 && argv[1][0] == '-'))
            throw std::invalid_argument("it takes a number of vertices, --regions, or nothing");
        measure(argc > 1 ? ladder::parse_size(argv[1], 1)[0] : 1000);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 2;
    }
}
