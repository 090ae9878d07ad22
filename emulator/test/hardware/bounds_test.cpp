// The bounds of reports against what an H200 measured: their rates, and the ladders that they should lead up.
#include "emulator/report/bound.hpp"

#include <algorithm>

#include "emulator/test/hardware/measured.hpp"

using namespace simt;
using namespace simt::testing;
namespace machine = simt::report::machine;

namespace {

struct Ladder {
    std::string program, options, measured_at;
    std::vector<std::string> sizes;  // small ones, some of which leave most multiprocessors without a block
};

// A rung, its time on an H200, and the sum of a counter over its launches on the emulator.
struct Rung {
    std::string name;
    double milliseconds = 0;
    nlohmann::json launches = nlohmann::json::array();

    double sum(const std::string& key) const {
        double total = 0;
        for (const nlohmann::json& launch : launches) total += launch.at("counters").at(key).get<double>();
        return total;
    }
};

// The rungs of our own, in the order of the ladder. Libraries, copies and roofs have no kernel in a namespace of their name.
std::vector<Rung> rungs_of(const Ladder& ladder, const std::string& size) {
    const nlohmann::json launches = emulate("--checks none build/" + ladder.program + " " + ladder.options +
                                            " --size " + size + " --reps 1 --skip-cpu")
                                        .launches;
    std::vector<Rung> rungs;
    for (const Line& line : read_csv("chapters/" + ladder.program + "/results/h200.csv")) {
        const std::string& name = line.at("rung");
        const auto is_it = [&name](const Rung& rung) { return rung.name == name; };
        if (line.at("size") != ladder.measured_at || line.at("on") != "device" ||
            std::any_of(rungs.begin(), rungs.end(), is_it) || name == "copy" || name == "read_only")
            continue;
        Rung rung{name, std::stod(line.at("time_ms"))};
        for (const nlohmann::json& launch : launches)
            if ((" " + launch.at("kernel").get<std::string>()).find(" " + name + "::") != std::string::npos)
                rung.launches.push_back(launch);
        if (!rung.launches.empty()) rungs.push_back(std::move(rung));
    }
    return rungs;
}

}  // namespace

TEST_CASE("no copy and no sum moved more bytes from and to DRAM in a second than the bounds say") {
    const auto best_of = [](const char* file, double least_bytes) {
        double best = 0;
        for (const Line& line : read_csv(file)) {
            if (line.at("metric") != "gb_per_s" || line.at("on") != "device" || line.at("mode") != "cold")
                continue;
            const double rate = 1e9 * std::stod(line.at("rate"));
            if (rate * 1e-3 * std::stod(line.at("time_ms")) >= least_bytes) best = std::max(best, rate);
        }
        return best;
    };
    constexpr double kManyCaches = 4 * machine::kL2Bytes;
    const double copy = best_of("chapters/02-transpose/results/h200.csv", kManyCaches);
    const double sum = best_of("chapters/03-reduction/results/h200.csv", kManyCaches);
    CHECK(copy <= 0.9 * machine::kDramBytesPerSecond);
    CHECK(copy >= 0.87 * machine::kDramBytesPerSecond);
    CHECK(sum <= machine::kDramBytesPerSecond);
    CHECK(sum >= 0.9 * machine::kDramBytesPerSecond);
}

TEST_CASE("no access moved more sectors in a second than the bounds say") {
    double stored = 0, loaded = 0;
    for (const Line& line : read_csv("emulator/test/hardware/results/sector_rates.csv")) {
        double& best = line.at("access").find("stores") != std::string::npos ? stored : loaded;
        best = std::max(best, 1e9 * std::stod(line.at("gigasectors_per_s")));
    }
    CHECK(stored == doctest::Approx(machine::kStoredSectorsPerSecond).epsilon(1e-9));
    const double loads = machine::kMultiprocessors * machine::kLoadsPerCycle * machine::kClock;
    CHECK(loaded <= loads * machine::kSectorsOfLoad);
    CHECK(loaded >= 0.8 * loads * machine::kSectorsOfLoad);
}

TEST_CASE("where a rung is quicker than the one before, its bound on a filled GPU is no worse") {
    // But for four whose gain is another one. It has a counter, too.
    const auto gain_of = [](const Rung& rung) -> std::string {
        if (rung.name == "double_buffered")
            return "overlapped_load_requests";            // loads hide behind arithmetic
        if (rung.name == "divided_k") return "bound_ns";  // small matrices have more blocks, of smaller tiles
        if (rung.name == "in_strips")
            return "shared_load_wavefronts";  // of small matrices it has few, large tiles
        if (rung.name == "streamed")
            return "barriers";  // its one loop costs instructions where packs are few
        return "";
    };
    // None is smaller than a block's largest tile, 256 x 128: else most of its work is for nothing.
    for (const Ladder& ladder : {Ladder{"02-transpose", "", "8192x8192", {"192x320", "512x512"}},
                                 Ladder{"03-reduction", "--ladder float", "268435456", {"65536", "1048576"}},
                                 Ladder{"04-matmul", "", "4096x4096x4096", {"256x256x64", "256x256x256"}}}) {
        for (const std::string& size : ladder.sizes) {
            const std::vector<Rung> rungs = rungs_of(ladder, size);
            REQUIRE(rungs.size() >= 7);
            for (std::size_t k = 1; k < rungs.size(); ++k) {
                const Rung &rung = rungs[k], &before = rungs[k - 1];
                if (rung.milliseconds >= before.milliseconds) continue;
                const std::string step =
                    ladder.program + " " + size + ": " + before.name + " to " + rung.name;
                CAPTURE(step);
                constexpr double kLittle = 1.01;  // a second launch, or a block's last step
                if (const std::string gain = gain_of(rung); gain.empty())
                    CHECK(rung.sum("filled_bound_ns") <= kLittle * before.sum("filled_bound_ns"));
                else if (gain == "bound_ns" || gain == "barriers" || gain == "shared_load_wavefronts")
                    CHECK(rung.sum(gain) < before.sum(gain));
                else
                    CHECK(rung.sum(gain) > before.sum(gain));
            }
        }
    }
}
