// The emulator against results/kernels.csv: what an H200 answered and counted for kernels of real programs (kernels.sh).
#include <doctest/doctest.h>

#include <set>
#include <sstream>
#include <string>

#include "common/simt/hardware/measured.hpp"

using namespace simt::testing;

namespace {

// Kernels whose shared accesses the machine code joins (neighbouring words become one access, a loop begins in registers) or
// makes of other instructions (64-bit atomics become loops), so that the emulator's count is the one as written in PTX.
const std::set<std::string> kAsWritten = {"multiply_tiled_16", "multiply_tiled_32", "sum_with_shuffles",
                                          "scan_blelloch",     "sort_tiles",        "nearest_centre",
                                          "contended_counters"};
// Kernels whose lanes part and meet again elsewhere on a GPU: loops of different lengths that the compiler unrolled, a race
// for an atomic that some lanes lose, recursion.
const std::set<std::string> kMeetElsewhere = {"sparse_by_threads", "multiply_by_exchange", "recurse"};

}  // namespace

TEST_CASE("kernels of real programs answer what an H200 answers, bit by bit, and cost what they cost there") {
    const std::vector<Line> measured = read_csv("common/simt/hardware/results/kernels.csv");
    const TemporaryFile json(".json");
    const Ran ran = run("build/simt --quiet --json " + json.path() + " build/test/programs/kernels");
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
        if (kAsWritten.count(there.at("kernel")) == 0)
            CHECK(differences(there, launches[launch], kSharedKeys) == "");
    }
    CHECK(launch + (unsupported ? 1 : 0) == launches.size());
    CHECK(names.size() >= 40);
    if (measured.size() < launch)
        MESSAGE((launch - measured.size())
                << " launches of " << launch << " are not in results/kernels.csv: kernels.sh measures them");
}
