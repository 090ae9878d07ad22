// The emulator against results/kernels.csv: what an H200 answered and counted for kernels of real programs (kernels.sh).
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <sstream>
#include <string>

#include "emulator/test/hardware/measured.hpp"

using namespace simt::testing;

namespace {

// Kernels whose shared accesses the machine code joins (neighbouring words become one access, a loop begins in registers) or
// makes of other instructions (64-bit atomics become loops), so that the emulator's count is the one as written in PTX.
const std::set<std::string> kAsWritten = {"multiply_tiled_16", "multiply_tiled_32", "sum_with_shuffles",
                                          "scan_blelloch",     "sort_tiles",        "nearest_centre",
                                          "contended_counters"};
// Kernels whose atomics are others on a GPU: ptxas reduces a warp's values in registers before one lane updates memory
// (extremes), or how often a warp tries is up to the timing.
const std::set<std::string> kOtherAtomics = {"extremes", "multiply_by_exchange", "scan_chained",
                                             "search_level"};
// Kernels whose global counts are another matter on a GPU; the second test says why, with numbers.
const std::set<std::string> kMeetElsewhere = {"sparse_by_threads", "multiply_by_exchange", "recurse"};

}  // namespace

TEST_CASE("kernels of real programs answer what an H200 answers, bit by bit, and cost what they cost there") {
    const std::vector<Line> measured = read_csv("emulator/test/hardware/results/kernels.csv");
    const TemporaryFile json(".json");
    const Ended ran = shell("build/simt --quiet --json " + json.path() + " build/test/programs/kernels");
    // The program ends at the first instruction that is not supported; what came before is compared.
    const bool unsupported = ran.err.find("cudaErrorNotSupported") != std::string::npos;
    if (unsupported) MESSAGE(ran.err);
    CHECK((ran.exit_code == 0 || unsupported));
    const nlohmann::json launches = nlohmann::json::parse(json.text()).at("launches");
    std::istringstream lines(ran.out);
    std::size_t launch = 0;
    std::set<std::string> names;
    for (std::string line; std::getline(lines, line); ++launch) {
        CAPTURE(line);
        names.insert(line.substr(0, line.find(',')));
        REQUIRE(launch < launches.size());
        CHECK(launches[launch].at("findings").empty());
        if (launch >= measured.size()) continue;
        const Line& there = measured[launch];
        CHECK(line == there.at("kernel") + "," + there.at("size") + "," + there.at("digest"));
        if (kMeetElsewhere.count(there.at("kernel")) == 0)
            CHECK(differences(there, launches[launch], kGlobalKeys) == "");
        if (kOtherAtomics.count(there.at("kernel")) == 0)
            CHECK(atomic_differences(there, launches[launch], kContention) == "");
        if (kAsWritten.count(there.at("kernel")) == 0)
            CHECK(differences(there, launches[launch], kSharedKeys) == "");
    }
    CHECK(launch + (unsupported ? 1 : 0) == launches.size());
    CHECK(names.size() >= 40);
    if (measured.size() < launch)
        MESSAGE((launch - measured.size())
                << " launches of " << launch << " are not in results/kernels.csv: kernels.sh measures them");
}

TEST_CASE("where global counts differ from an H200's, they differ by what can be said") {
    const TemporaryFile json(".json");
    const Ended ran = shell("build/simt --quiet --json " + json.path() + " build/test/programs/kernels");
    const nlohmann::json launches = nlohmann::json::parse(json.text()).at("launches");
    const std::vector<Line> measured = read_csv("emulator/test/hardware/results/kernels.csv");
    std::map<std::string, std::pair<long, long>> sparse;  // rows -> requests as in PTX, as in machine code
    std::istringstream lines(shell("build/test/programs/kernels sparse_requests").out);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find(','), second = line.rfind(',');
        sparse[line.substr(0, first)] = {std::stol(line.substr(first + 1)),
                                         std::stol(line.substr(second + 1))};
    }
    CHECK(sparse.size() == 3);
    int compared = 0;
    for (std::size_t k = 0; k < measured.size() && k < launches.size(); ++k) {
        const Line& there = measured[k];
        const auto& here = launches[k].at("counters");
        const auto on_gpu = [&](const char* key) { return std::stol(there.at(key)); };
        const long loads = here.at("global_load_requests").get<long>();
        CAPTURE(there.at("kernel"));
        CAPTURE(there.at("size"));
        compared += static_cast<int>(kMeetElsewhere.count(there.at("kernel")));
        // ptxas unrolls the loop once more: both counts follow from the lengths of the rows.
        if (there.at("kernel") == "sparse_by_threads") {
            CHECK(loads == sparse[there.at("size")].first);
            CHECK(on_gpu("global_load_requests") == sparse[there.at("size")].second);
        }
        // A load before the loop for each warp, and one for each attempt. How often an attempt is lost to another warp is
        // up to the GPU's timing, run by run; here warps take turns.
        if (there.at("kernel") == "multiply_by_exchange") {
            const long threads = std::stol(there.at("size")), warps = (threads + 31) / 32;
            CHECK(on_gpu("global_load_requests") - on_gpu("atomic_requests") == warps);
            CHECK(loads - here.at("atomics").get<long>() == warps);
            CHECK(on_gpu("atomic_requests") >= here.at("atomics").get<long>());
        }
        // Each lane stores once. In machine code nothing makes the lanes that have come back from a recursive function wait for
        // each other, so that parts of a warp may store by themselves; here they meet at the call.
        if (there.at("kernel") == "recurse") {
            CHECK(on_gpu("global_store_requests") >= here.at("global_store_requests").get<long>());
            CHECK(on_gpu("global_store_requests") <= std::stol(there.at("size")));
        }
    }
    CHECK(compared == 9);
}
