// The tables of then and now, from made-up results, and the printed figures against the numbers they are computed
// from.
#include "chapters/04-matmul/more/c1060/comparison.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "chapters/04-matmul/more/c1060/figures.hpp"

namespace {

ladder::CsvRow result(const char* rung, const char* n, const char* time_ms, const char* rate) {
    const std::string side = n;
    return {{"rung", rung},
            {"on", "device"},
            {"mode", "cold"},
            {"size", side + "x" + side + "x" + side},
            {"device", "NVIDIA H200"},
            {"time_ms", time_ms},
            {"rate", rate}};
}

std::string table(const std::string& name, const std::vector<ladder::CsvRow>& results) {
    for (const auto& [known, make] : c1060::comparisons())
        if (known == name) return make(results);
    return "";
}

bool says(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

const std::vector<ladder::CsvRow> kResults = {result("coalesced", "8192", "200", "5.5"),
                                              result("one_by_two", "8192", "100", "11"),
                                              result("warp_tiled", "8192", "20", "55")};

}  // namespace

TEST_CASE("times, rates and efficiencies stand side by side, and rungs of ours alone at the end") {
    CHECK(says(table("times", kResults),
               "| GPU1, coalesced | 0.71 | 5.24 | 40.85 | 327.77 | - | - | 200 | - |"));
    CHECK(says(table("times", kResults), "| warp_tiled | - | - | - | - | - | - | 20 | - |"));
    CHECK(says(table("rates", kResults), "| GPU2, one_by_two | 64 | 67 | 62 | 46 | - | - | 11.0 | - |"));
    CHECK(says(table("efficiency", kResults), "| 0.41 (0.62) | - | - | - | - |"));
    CHECK(says(table("efficiency", kResults), "| warp_tiled | - | - | - | - | - | - | 0.82 | - |"));
}

TEST_CASE("steps are times of neighbours, and bounds volumes over rates") {
    CHECK(says(table("steps", kResults), "| GPU2 over GPU1: one_by_two | 2.31 | 2.00 |"));
    CHECK(says(table("steps", kResults), "| GPU5 over GPU4: bank_conflict_free | 1.14 | - |"));
    CHECK(says(table("bounds", kResults), "| GPU1 | 3299 | 32.34 | 40.85 | 2749 | 572.7 | 200 |"));
    CHECK_FALSE(says(table("bounds", kResults), "CUBLAS"));
}

TEST_CASE("without results a table says how to get them; what needs none is there") {
    CHECK(says(table("times", {}), "make bench"));
    CHECK(says(table("watts", {}), "| Tesla C1060 | 933 | 622 | 78 | 188 | 0.202 | 0.302 | 2.410 |"));
    CHECK(says(table("watts", {}), "| Tesla C2050 | 1288 | 1030 | 515 | 238 | 0.185 | 0.231 | 0.462 |"));
    CHECK(says(table("plot", {}), "16384,GPU8,wide_tile,18270388224,1238024323072"));
}

TEST_CASE("their printed rates are 2 n³ over their printed times, as far as two digits tell") {
    for (const c1060::Version& version : c1060::kVersions)
        for (std::size_t k = 0; k < c1060::kSizes.size(); ++k) {
            CAPTURE(version.name);
            CAPTURE(c1060::kSizes[k]);
            const double work = 2e-9 * std::pow(c1060::kSizes[k], 3);
            constexpr double kHalfDigit = 0.005;
            CHECK(version.gigaflops[k] <= work / (version.seconds[k] - kHalfDigit) + 0.5);
            CHECK(version.gigaflops[k] >= work / (version.seconds[k] + kHalfDigit) - 0.5);
            CHECK(std::fabs(version.efficiency[k] - version.gigaflops[k] / c1060::kPeakGigaflops) < 0.0061);
        }
}
