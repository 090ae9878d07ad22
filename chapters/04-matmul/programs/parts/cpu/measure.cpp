// See times.hpp. Versions run in turn, round by round, so that disturbances affect all of them alike.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

#include "chapters/04-matmul/programs/parts/cpu/times.hpp"
#include "common/baseline/multiply.hpp"
#include "common/baseline/multiply/blocked.hpp"
#include "common/baseline/openblas.hpp"
#include "common/ladder/random_input.hpp"

namespace cpu {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kFewestRounds = 7;
constexpr std::size_t kMostRounds = 51;
constexpr double kRoundsSeconds = 4;   // rounds go on until then, or until there are enough
constexpr double kSliceSeconds = 0.2;  // the time of a row-by-row version in one round
// After their work, threads of OpenMP and of OpenBLAS spin for a while, on the cores that the other library needs
// next.
constexpr std::chrono::milliseconds kUntilThreadsSleep{50};

struct Version {
    std::string name;
    int threads;
    bool row_by_row;
    std::function<void(const Gemm&)> run;
};

std::vector<Version> versions_for(const std::vector<int>& threads, int cores) {
    std::vector<Version> versions = {{"ijk", 1, true, baseline::multiply_ijk},
                                     {"ikj", 1, true, baseline::multiply_ikj}};
    for (const int t : threads)
        versions.push_back(
            {"openmp", t, true, [t](const Gemm& gemm) { baseline::multiply_openmp(gemm, t); }});
    // Neighbours in the list run right after each other, for comparison in pairs: OpenBLAS comes right after
    // `blocked`.
    for (const int t : cores > 1 ? std::vector<int>{1, cores} : std::vector<int>{1}) {
        baseline::multiply::Plan plan = baseline::multiply::default_plan();
        plan.threads = t;
        versions.push_back({"blocked", t, false,
                            [plan](const Gemm& gemm) { baseline::multiply::multiply_blocked(gemm, plan); }});
        if (baseline::openblas::missing().empty())
            versions.push_back(
                {"OpenBLAS", t, false, [t](const Gemm& gemm) { baseline::openblas::multiply(gemm, t); }});
    }
    return versions;
}

double seconds_of(const Version& version, const Gemm& gemm) {
    std::this_thread::sleep_for(kUntilThreadsSleep);
    const Clock::time_point start = Clock::now();
    version.run(gemm);
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// The number of rows of C to compute, enough for about kSliceSeconds: a multiple of the threads, found by doubling.
std::size_t rows_for(const Version& version, Gemm gemm) {
    const std::size_t n = gemm.m;
    if (!version.row_by_row) return n;
    for (gemm.m = 4 * static_cast<std::size_t>(version.threads); gemm.m < n; gemm.m *= 2) {
        if (seconds_of(version, gemm) > kSliceSeconds / 2) return gemm.m;
    }
    return n;
}

void measure_at(std::size_t n, const std::vector<Version>& versions, std::vector<Time>& times) {
    std::vector<float> a(n * n), b(n * n), c(n * n);
    ladder::fill_random(a.data(), a.size(), 1, -1.0f, 1.0f);
    ladder::fill_random(b.data(), b.size(), 2, -1.0f, 1.0f);
    Gemm gemm{n, n, n, 1, a.data(), n, b.data(), n, 0, c.data(), n};

    std::vector<std::size_t> rows;
    for (const Version& version : versions) rows.push_back(rows_for(version, gemm));
    std::vector<std::vector<double>> seconds(versions.size());
    const Clock::time_point begin = Clock::now();
    const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
    // The first round is for warming up.
    for (std::size_t round = 0; round <= kFewestRounds || (round <= kMostRounds && spent() < kRoundsSeconds);
         ++round) {
        for (std::size_t v = 0; v < versions.size(); ++v) {
            gemm.m = rows[v];
            const double all_rows =
                seconds_of(versions[v], gemm) * static_cast<double>(n) / static_cast<double>(rows[v]);
            if (round > 0) seconds[v].push_back(all_rows);
        }
    }
    for (std::size_t v = 0; v < versions.size(); ++v) {
        Time time{versions[v].name, n, versions[v].threads, rows[v], ladder::median_of(seconds[v]), {}};
        if (v + 1 < versions.size() && versions[v + 1].name == "OpenBLAS") {
            std::vector<double> shares;
            for (std::size_t i = 0; i < seconds[v].size(); ++i)
                shares.push_back(seconds[v + 1][i] / seconds[v][i]);
            time.share = ladder::median_of(shares);
        }
        times.push_back(time);
    }
}

}  // namespace

std::vector<Time> measure(const std::vector<std::size_t>& sizes, const std::vector<int>& threads, int cores) {
    const std::vector<Version> versions = versions_for(threads, cores);
    std::vector<Time> times;
    for (const std::size_t n : sizes) {
        // Large sizes take minutes, so show what is running.
        std::fprintf(stderr, "n = %zu: %zu versions take turns\n", n, versions.size());
        measure_at(n, versions, times);
    }
    return times;
}

}  // namespace cpu
