// The predictions of each rung's header, counted. For every claim, the test shows that the rung before has what this
// one removes.
#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "chapters/02-transpose/ladder.hpp"
#include "common/cuda/buffer.hpp"
#include "common/testing/device.hpp"

namespace {

constexpr std::size_t kRows = 256;
constexpr std::size_t kCols = 192;
constexpr double kElements = kRows * kCols;
constexpr double kBytes = kElements * sizeof(float);

// The counters of body(out, in) with two rows × cols matrices.
template <class Body>
std::map<std::string, double> count_body(const Body& body, std::size_t rows, std::size_t cols) {
    gpu::Buffer<float> in(rows * cols);
    gpu::Buffer<float> out(rows * cols);
    in.fill_bytes(0);
    return testing::counters_of([&] { body(out.data(), in.data()); });
}

std::map<std::string, double> count(const char* name, std::size_t rows = kRows, std::size_t cols = kCols) {
    const rungs::Rung& rung = ladder::named(name, rungs::kAll);
    return count_body([&](float* out, const float* in) { rung.run(out, in, rows, cols); }, rows, cols);
}

double ratio(std::map<std::string, double>& counters, const std::string& numerator,
             const std::string& denominator) {
    return counters.at(numerator) / counters.at(denominator);
}

double sectors_per_load(std::map<std::string, double>& counters) {
    return ratio(counters, "global_load_sectors", "global_load_requests");
}

double sectors_per_store(std::map<std::string, double>& counters) {
    return ratio(counters, "global_store_sectors", "global_store_requests");
}

double wavefronts_per_shared_load(std::map<std::string, double>& counters) {
    return ratio(counters, "shared_load_wavefronts", "shared_load_requests");
}

double wavefronts_per_shared_store(std::map<std::string, double>& counters) {
    return ratio(counters, "shared_store_wavefronts", "shared_store_requests");
}

double bank_conflicts(std::map<std::string, double>& counters) {
    return counters.at("shared_load_bank_conflicts") + counters.at("shared_store_bank_conflicts");
}

}  // namespace

TEST_CASE("the copy takes 4 sectors per request on both sides") {
    if (!testing::counted()) return;
    auto copied = count("copy");
    CHECK(copied.at("global_load_requests") == kElements / 32);
    CHECK(sectors_per_load(copied) == 4);
    CHECK(sectors_per_store(copied) == 4);
}

TEST_CASE("the naive transpose takes 4 sectors per load and 32 per store, the copy 4 for both") {
    if (!testing::counted()) return;
    auto copied = count("copy");
    auto turned = count("naive");
    CHECK(sectors_per_store(copied) == 4);
    CHECK(sectors_per_load(turned) == 4);
    CHECK(sectors_per_store(turned) == 32);
}

TEST_CASE("the coalesced transpose stores 4 sectors per request where the naive one stores 32") {
    if (!testing::counted()) return;
    auto before = count("naive");
    auto after = count("coalesced");
    CHECK(sectors_per_store(before) == 32);
    CHECK(sectors_per_load(after) == 4);
    CHECK(sectors_per_store(after) == 4);
    CHECK(after.at("global_store_requests") == before.at("global_store_requests"));
}

TEST_CASE("the coalesced transpose reads columns of its tile: 32 wavefronts, 31 of them bank conflicts") {
    if (!testing::counted()) return;
    auto turned = count("coalesced");
    CHECK(wavefronts_per_shared_load(turned) == 32);
    CHECK(wavefronts_per_shared_store(turned) == 1);
    CHECK(turned.at("shared_load_bank_conflicts") == 31 * kElements / 32);
}

TEST_CASE("one float of padding leaves no bank conflict, where there were 31 per shared load") {
    if (!testing::counted()) return;
    auto before = count("coalesced");
    auto after = count("bank_conflict_free");
    CHECK(bank_conflicts(before) == 31 * kElements / 32);
    CHECK(bank_conflicts(after) == 0);
    CHECK(wavefronts_per_shared_load(after) == 1);
    CHECK(wavefronts_per_shared_store(after) == 1);
    CHECK(sectors_per_load(after) == 4);
    CHECK(sectors_per_store(after) == 4);
}

TEST_CASE("register blocking takes a quarter of the requests, each of 16 sectors") {
    if (!testing::counted()) return;
    auto before = count("bank_conflict_free");
    auto after = count("register_blocked");
    CHECK(after.at("global_load_requests") == before.at("global_load_requests") / 4);
    CHECK(after.at("global_store_requests") == before.at("global_store_requests") / 4);
    CHECK(sectors_per_load(after) == 16);
    CHECK(sectors_per_store(after) == 16);
    CHECK(after.at("warp_instructions") < before.at("warp_instructions") / 2);
}

TEST_CASE("register blocking moves float4 through shared memory in 4 wavefronts, without conflicts") {
    if (!testing::counted()) return;
    auto turned = count("register_blocked");
    CHECK(wavefronts_per_shared_load(turned) == 4);
    CHECK(wavefronts_per_shared_store(turned) == 4);
    CHECK(bank_conflicts(turned) == 0);
}

TEST_CASE("the swizzled tile has no bank conflicts and no padding") {
    if (!testing::counted()) return;
    auto before = count("register_blocked");
    auto after = count("swizzled");
    CHECK(before.at("static_shared") > 64 * 64 * sizeof(float));
    CHECK(after.at("static_shared") == 64 * 64 * sizeof(float));
    CHECK(bank_conflicts(after) == 0);
    CHECK(wavefronts_per_shared_load(after) == 4);
    CHECK(wavefronts_per_shared_store(after) == 4);
    CHECK(sectors_per_load(after) == 16);
    CHECK(sectors_per_store(after) == 16);
}

TEST_CASE("every rung touches each byte's sector of DRAM once, however often it asks") {
    if (!testing::counted()) return;
    for (const rungs::Rung& rung : rungs::kAll) {
        CAPTURE(rung.name);
        auto counters = count(rung.name);
        CHECK(counters.at("dram_read_bytes") == kBytes);
        CHECK(counters.at("dram_write_bytes") == kBytes);
    }
}

TEST_CASE("shifted writes every sector once where rows are of any length, which the rung before does not") {
    if (!testing::counted()) return;
    constexpr std::size_t kOddRows = 255;
    constexpr std::size_t kOddCols = 257;
    constexpr std::size_t kSector = 8;  // floats
    // A row of `out` has kOddRows floats, and starts and ends within a sector.
    std::size_t sectors = 0;
    for (std::size_t first = 0; first < kOddRows * kOddCols; first += kOddRows)
        sectors += (first + kOddRows - 1) / kSector - first / kSector + 1;
    auto before = count("swizzled", kOddRows, kOddCols);
    auto after = count("shifted", kOddRows, kOddCols);
    CHECK(after.at("global_store_sectors") == sectors);
    CHECK(before.at("global_store_sectors") > 1.1 * sectors);
}

TEST_CASE("thin moves a few rows or columns with full warps, which the rung before does not") {
    if (!testing::counted()) return;
    constexpr std::size_t kLong = 20011;
    constexpr double kFullWarps = 7.0 * kLong / 32;
    auto columns = count("thin", kLong, 7);
    auto rows = count("thin", 7, kLong);
    CHECK(count("shifted", kLong, 7).at("global_load_requests") > 4 * columns.at("global_load_requests"));
    CHECK(count("shifted", 7, kLong).at("global_store_requests") > 4 * rows.at("global_store_requests"));
    for (auto* counters : {&columns, &rows}) {
        CHECK(counters->at("global_load_requests") < 1.05 * kFullWarps);
        CHECK(counters->at("global_store_requests") < 1.05 * kFullWarps);
        CHECK(sectors_per_load(*counters) < 4.9);
        CHECK(sectors_per_store(*counters) <= 4);
        // Lanes that continue in the next long row may conflict with others in a bank.
        CHECK(wavefronts_per_shared_load(*counters) < 1.05);
        CHECK(wavefronts_per_shared_store(*counters) < 1.05);
    }
}

TEST_CASE("hinted moves rung 5's sectors in tiles of twice the size, without bank conflicts") {
    if (!testing::counted()) return;
    auto before = count("swizzled");
    auto after = count("hinted");
    CHECK(before.at("static_shared") == 64 * 64 * sizeof(float));
    CHECK(after.at("static_shared") == 128 * 64 * sizeof(float));
    for (const char* const counter : {"global_load_requests", "global_store_requests"}) {
        CAPTURE(counter);
        CHECK(after.at(counter) == before.at(counter));
    }
    CHECK(sectors_per_load(after) == 16);
    CHECK(sectors_per_store(after) == 16);
    CHECK(wavefronts_per_shared_load(after) == 4);
    CHECK(wavefronts_per_shared_store(after) == 4);
    CHECK(bank_conflicts(after) == 0);
}

TEST_CASE("prefetched writes whole sectors too, and loads fewer rows twice than shifted") {
    if (!testing::counted()) return;
    auto odd = count("prefetched", 255, 257);
    CHECK(odd.at("global_store_sectors") == count("shifted", 255, 257).at("global_store_sectors"));
    // Eight tiles of 96 rows, and one for what the shifts leave. Each but the first loads the 7 rows before its own once more.
    constexpr std::size_t kSide = 8 * 96;
    auto before = count("shifted", kSide, kSide);
    auto after = count("prefetched", kSide, kSide);
    CHECK(after.at("global_load_requests") == (kSide + 8 * 7) * kSide / 32);
    CHECK(after.at("global_load_requests") < 0.97 * before.at("global_load_requests"));
}

TEST_CASE("rungs that promise no bank conflicts keep it where tiles hang over and rows are not aligned") {
    if (!testing::counted()) return;
    for (const char* const rung :
         {"bank_conflict_free", "register_blocked", "swizzled", "shifted", "hinted", "prefetched"}) {
        CAPTURE(rung);
        auto unaligned = count(rung, 67, 129);
        CHECK(bank_conflicts(unaligned) == 0);
        auto aligned = count(rung, 100, 68);
        CHECK(bank_conflicts(aligned) == 0);
    }
}

TEST_CASE("no rung has a divergent branch where tiles are full") {
    if (!testing::counted()) return;
    for (const rungs::Rung& rung : rungs::kAll) {
        CAPTURE(rung.name);
        CHECK(count(rung.name).at("divergent_branches") == 0);
    }
}

TEST_CASE("a loop inside the kernel asks for every byte again, but for the same bytes") {
    if (!testing::counted()) return;
    const rungs::Rung& naive = ladder::named("naive", rungs::kAll);
    auto once = count("naive");
    const auto looped = [&](float* out, const float* in) { naive.repeated(out, in, kRows, kCols, 3); };
    auto inside = count_body(looped, kRows, kCols);
    const auto launched = [&](float* out, const float* in) {
        for (int repeat = 0; repeat < 3; ++repeat) naive.run(out, in, kRows, kCols);
    };
    auto outside = count_body(launched, kRows, kCols);
    CHECK(inside.at("global_store_sectors") == 3 * once.at("global_store_sectors"));
    CHECK(outside.at("global_store_sectors") == 3 * once.at("global_store_sectors"));
    CHECK(inside.at("dram_write_bytes") == kBytes);
    CHECK(outside.at("dram_write_bytes") == 3 * kBytes);
}
