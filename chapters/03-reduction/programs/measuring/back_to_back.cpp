// The cost of one call among a hundred: sums of floats of 256 KiB to 16 MiB, called back to back, each on another
// piece of a pool that no cache holds. The ladder's single cold launch measures a call from beginning to end; here
// the next call may start meanwhile, and a second launch costs host time, too.
//
//     build/03/back_to_back              measures on a GPU; on the emulator checks the sums and counts the launches
//     build/03/back_to_back --csv        the same as CSV; needs a GPU
//     build/03/back_to_back --from FILE  the tables of a CSV that was measured before
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "chapters/03-reduction/ladder.hpp"
#include "chapters/03-reduction/parts/cub_reduce.hpp"
#include "chapters/03-reduction/programs/parts/keep_busy.hpp"
#include "common/baseline/reduce.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"
#include "common/cuda/operators.hpp"
#include "common/cuda/timer.hpp"
#include "common/ladder/csv.hpp"
#include "common/ladder/machine.hpp"
#include "common/ladder/measuring_program.hpp"
#include "common/ladder/random_input.hpp"
#include "common/ladder/statistics.hpp"
#include "common/ladder/text_table.hpp"

namespace {

using Sum = operators::Sum<float>;

const std::vector<std::size_t> kSizes = {1 << 16, 1 << 18, 1 << 20, 1 << 22};
constexpr int kRounds = 30;

struct Version {
    std::string name;
    bool sums;  // false: only reads
    std::function<void(float* out, const float* in, std::size_t n)> call;
};

std::vector<Version> versions_with(std::vector<gpu::Buffer<char>>& scratch) {
    const auto zeroed = [&](std::size_t bytes) -> void* {
        scratch.emplace_back(bytes);
        scratch.back().fill_bytes(0);
        return scratch.back().data();
    };
    std::vector<Version> all;
    void* const of_cub = zeroed(cub_reduce::scratch_bytes<float, Sum>(kSizes.back()));
    all.push_back({"cub", true, [=](float* out, const float* in, std::size_t n) {
                       cub_reduce::reduce(out, in, n, Sum{}, of_cub);
                   }});
    all.push_back({"read_only", false, [](float* out, const float* in, std::size_t n) {
                       read_only::read(reinterpret_cast<unsigned*>(out), in, n * sizeof(float));
                   }});
    for (const auto& rung : rungs::reductions<float, Sum>()) {
        void* const own = zeroed(rung.scratch_bytes(kSizes.back()));
        all.push_back({rung.name, true, [=](float* out, const float* in, std::size_t n) {
                           rung.run(out, in, n, Sum{}, own);
                       }});
    }
    return all;
}

// Numbers to sum, divided into successive pieces, with the expected sum of each piece.
class Pool {
  public:
    Pool(std::size_t floats) : host_(floats) {
        ladder::fill_random(host_.data(), floats, 1, -8.0f, 8.0f);
        for (float& number : host_) number = static_cast<float>(static_cast<int>(number));  // exact sums
        device_ = gpu::Buffer<float>(host_);
    }
    const float* piece(std::size_t k, std::size_t n) const { return device_.data() + first(k, n); }
    float sum(std::size_t k, std::size_t n) {
        const auto [known, is_new] = sums_.try_emplace({first(k, n), n});
        if (is_new) known->second = baseline::reduce_openmp(host_.data() + first(k, n), n, Sum{});
        return known->second;
    }

  private:
    std::size_t first(std::size_t k, std::size_t n) const { return k % (host_.size() / n) * n; }
    std::vector<float> host_;
    gpu::Buffer<float> device_;
    std::map<std::pair<std::size_t, std::size_t>, float> sums_;  // of the pieces used so far
};

// Runs `calls` calls and returns microseconds for each. queued: all calls wait in the stream before the first one
// starts, so that the host's own time is not included. Throws std::runtime_error for a wrong sum.
double run(const Version& version, std::size_t n, Pool& pool, std::size_t& next_piece, int calls,
           bool queued) {
    gpu::Buffer<float> sums(calls);
    sums.fill_bytes(0xff);
    const std::size_t first = next_piece;
    CUDA_CHECK(cudaDeviceSynchronize());
    gpu::Timer timer;
    if (queued) {
        constexpr long long kCycles = 3'000'000;  // more than the host needs for all calls
        keep_busy(kCycles);
    }
    timer.start();
    for (int call = 0; call < calls; ++call) version.call(sums.data() + call, pool.piece(next_piece++, n), n);
    const double microseconds = timer.stop_ms() * 1e3 / calls;
    if (!version.sums) return microseconds;
    const std::vector<float> got = sums.to_host();
    for (std::size_t call = 0; call < got.size(); ++call) {
        if (got[call] != pool.sum(first + call, n))
            throw std::runtime_error(version.name + " is wrong in call " + std::to_string(call) + " at " +
                                     std::to_string(n));
    }
    return microseconds;
}

const std::vector<std::string> kHeadings = {"device", "date",    "mode",  "size",      "rung",      "us",
                                            "us_low", "us_high", "share", "share_low", "share_high"};

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

// Measures all versions in turn, round by round, as the ladder does; shares of CUB are computed within a round.
std::string measured() {
    constexpr int kCalls = 100;
    constexpr int kWarmUps = 2;
    const ladder::Machine machine = ladder::this_machine();
    Pool pool(std::max(4 * machine.l2_bytes / sizeof(float), 4 * kSizes.back()));
    std::vector<gpu::Buffer<char>> scratch;
    const std::vector<Version> versions = versions_with(scratch);
    std::string csv = ladder::csv_line(kHeadings);
    std::size_t next_piece = 0;
    for (const bool queued : {false, true}) {
        for (const std::size_t n : kSizes) {
            std::vector<std::vector<double>> times(versions.size()), shares(versions.size());
            for (int round = -kWarmUps; round < kRounds; ++round) {
                for (std::size_t k = 0; k < versions.size(); ++k) {
                    const double microseconds = run(versions[k], n, pool, next_piece, kCalls, queued);
                    if (round < 0) continue;
                    times[k].push_back(microseconds);
                    shares[k].push_back(times[0].back() / microseconds);
                }
            }
            for (std::size_t k = 0; k < versions.size(); ++k) {
                const ladder::Median time = ladder::median_of(times[k]);
                const ladder::Median share = ladder::median_of(shares[k]);
                csv += ladder::csv_line({machine.device, machine.date, queued ? "queued" : "called",
                                         std::to_string(n), versions[k].name, number(time.value),
                                         number(time.low), number(time.high), number(share.value),
                                         number(share.low), number(share.high)});
            }
        }
    }
    return csv;
}

std::string tables_of(const std::string& csv) {
    const std::vector<ladder::CsvRow> rows = ladder::parse_csv(csv);
    std::string text;
    for (const std::string mode : {"called", "queued"}) {
        std::vector<std::string> headings = {mode == "called" ? "as called" : "queued"};
        std::vector<std::vector<std::string>> lines;
        for (const ladder::CsvRow& row : rows) {
            if (row.at("mode") != mode) continue;
            if (row.at("rung") == rows.front().at("rung")) headings.push_back(row.at("size"));
            auto line = std::find_if(lines.begin(), lines.end(),
                                     [&](const auto& one) { return one.front() == row.at("rung"); });
            if (line == lines.end()) line = lines.insert(lines.end(), {row.at("rung")});
            line->push_back(row.at("us") + " (" + ladder::format_ratio(std::stod(row.at("share"))) + ")");
        }
        ladder::TextTable table(headings);
        for (const auto& line : lines) table.add(line);
        text += (text.empty() ? "" : "\n") + table.to_text();
    }
    return text + "\nMicroseconds a call, in brackets how many times as fast as cub; medians. " +
           rows.front().at("device") + ", " + rows.front().at("date") + ".\n";
}

void check_on_emulator() {
    constexpr int kCalls = 3;
    constexpr std::size_t kElements = 1 << 16;
    Pool pool(4 * kElements);
    std::vector<gpu::Buffer<char>> scratch;
    std::size_t next_piece = 0;
    std::printf("%d calls at %zu:\n", kCalls, kElements);
    for (const Version& version : versions_with(scratch)) {
        const std::uint64_t before = gpu::emulator::launches();
        run(version, kElements, pool, next_piece, kCalls, false);
        const auto launches = static_cast<unsigned long long>(gpu::emulator::launches() - before);
        std::printf("  %-31s%2llu launches%s\n", version.name.c_str(), launches,
                    version.sums ? ", and the sums are right" : "");
    }
    std::printf("How long they take, only a GPU shows: the emulator has no time.\n");
}

}  // namespace

int main(int argc, char** argv) {
    ladder::MeasuringProgram program;
    program.path = "build/03/back_to_back";
    program.measure = [](const auto& add) { add(measured()); };
    program.table = tables_of;
    program.on_emulator = check_on_emulator;
    return ladder::run(program, argc, argv);
}
