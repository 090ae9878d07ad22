// The historical models on whole kernels: the transactions, the volume and the utilisation that "GPU Matrix Multiplication"
// derives for GPU1 to GPU6 (Figures 1.15, 1.19, 1.23, 1.36), for every block shape of its tables and several n, exactly.
#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "emulator/integers.hpp"
#include "emulator/test/support/shell.hpp"

using namespace simt;
using Json = nlohmann::json;

namespace {

// One launch of programs/seed_matmul.cu.
struct Product {
    std::string kernel;
    u64 n = 0, x = 0, y = 0;
    u64 rows = 0, columns = 0;  // of c that were computed
    Json counted_1_3, counted_2_0;

    // What the chapter calls n^3 and n^2, for the part of c that was computed.
    u64 n3() const { return n * rows * columns; }
    u64 n2() const { return rows * columns; }
};

const std::vector<Product>& products() {
    static const std::vector<Product> all = [] {
        const testing::TemporaryFile json(".json");
        const testing::Ended ran =
            testing::shell("build/simt --quiet --checks none --model cc1.3 --model cc2.0 --json " +
                           json.path() + " build/test/programs/seed_matmul");
        REQUIRE(ran.exit_code == 0);
        std::vector<Product> list;
        std::istringstream lines(ran.out);
        const Json document = Json::parse(json.text());
        for (const Json& launch : document["launches"]) {
            Product& product = list.emplace_back();
            lines >> product.kernel >> product.n >> product.x >> product.y >> product.rows >> product.columns;
            REQUIRE(launch["block"] == Json::array({product.x, product.y, 1}));
            product.counted_1_3 = launch["models"]["cc1.3"];
            product.counted_2_0 = launch["models"]["cc2.0"];
        }
        return list;
    }();
    return all;
}

// A row of the chapter's tables.
struct Expected {
    u64 of_32 = 0, of_64 = 0, of_128 = 0, volume = 0;
    double utilisation = 0;
};

void check_row(const Product& p, const Expected& expected) {
    CAPTURE(p.kernel);
    CAPTURE(p.n);
    CAPTURE(p.x);
    CAPTURE(p.y);
    CHECK(p.counted_1_3["transactions_32"] == expected.of_32);
    CHECK(p.counted_1_3["transactions_64"] == expected.of_64);
    CHECK(p.counted_1_3["transactions_128"] == expected.of_128);
    CHECK(p.counted_1_3["volume_bytes"] == expected.volume);
    CHECK(p.counted_1_3["bandwidth_utilisation"].get<double>() ==
          doctest::Approx(expected.utilisation).epsilon(1e-12));
}

// Calls check for every launch of the kernel; how many block shapes and sizes there were.
template <class Check>
void for_each(const std::string& kernel, std::size_t shapes, std::size_t sizes, Check check) {
    std::map<std::pair<u64, u64>, int> seen;
    std::map<u64, int> sizes_seen;
    for (const Product& product : products()) {
        if (product.kernel != kernel) continue;
        ++seen[{product.x, product.y}];
        ++sizes_seen[product.n];
        check(product);
    }
    CHECK(seen.size() == shapes);
    CHECK(sizes_seen.size() == sizes);
}

}  // namespace

TEST_CASE("Figure 1.15: GPU1 on 1.3") {
    for_each("gpu1", 16, 5, [](const Product& p) {
        const u64 n3 = p.n3(), n2 = p.n2();
        if (p.x == 1)
            check_row(p, {17 * n3 / 16 + n2, 0, 0, 34 * n3 + 32 * n2, 0.125});
        else if (p.x == 8)
            check_row(p, {3 * n3 / 16 + n2 / 8, 0, 0, 6 * n3 + 4 * n2, (2 * 0.125 + 1) / 3});
        else
            check_row(p, {n3 / 16, n3 / 16 + n2 / 16, 0, 6 * n3 + 4 * n2, 0.5625});
    });
}

TEST_CASE("Figure 1.19: GPU2 on 1.3") {
    for_each("gpu2", 16, 6, [](const Product& p) {
        const u64 n3 = p.n3(), n2 = p.n2();
        if (p.x == 1)
            check_row(p, {5 * n3 / 32 + n2 / 2, 0, 0, 5 * n3 + 16 * n2, 0.45});
        else if (p.x == 8)
            check_row(p, {n3 / 64, n3 / 32 + n2 / 16, 0, 5 * n3 / 2 + 4 * n2, 2.5 / 3});
        else
            check_row(p, {n3 / 128, 0, n3 / 32 + n2 / 32, 17 * n3 / 4 + 4 * n2, 0.9});
    });
}

TEST_CASE("Figure 1.23: GPU3 on 1.3") {
    for_each("gpu3", 3, 4, [](const Product& p) {
        const u64 n3 = p.n3(), n2 = p.n2();
        if (p.x == 4)
            check_row(p, {n3 / 64, n3 / 64 + n2 / 16, 0, 3 * n3 / 2 + 4 * n2, 0.75});
        else if (p.x == 8)
            check_row(p, {n3 / 128, 0, n3 / 64 + n2 / 32, 9 * n3 / 4 + 4 * n2, 2.5 / 3});
        else
            check_row(p, {3 * n3 / 64 + n2 / 8, 0, 0, 3 * n3 / 2 + 4 * n2, 2.0 / 3});
    });
}

TEST_CASE("Figure 1.36: GPU4, GPU5 and GPU6 on 1.3") {
    for (const char* kernel : {"gpu4", "gpu5"})
        for_each(kernel, 1, 4, [](const Product& p) {
            const u64 n3 = p.n3(), n2 = p.n2();
            check_row(p, {0, n3 / 128 + n2 / 16, 0, n3 / 2 + 4 * n2, 1});
        });
    for_each("gpu6", 1, 2, [](const Product& p) {
        const u64 n3 = p.n3(), n2 = p.n2();
        check_row(p, {0, n3 / 256 + n2 / 16, n3 / 4096, 9 * n3 / 32 + 4 * n2, 1});
    });
}

TEST_CASE("GPU1 on 2.0: a transaction for each line that the warp touches") {
    for_each("gpu1", 16, 5, [](const Product& p) {
        const u64 n3 = p.n3(), n2 = p.n2();
        CAPTURE(p.n);
        CAPTURE(p.x);
        if (p.x >= 32) {
            CHECK(p.counted_2_0["transactions_128"] == n3 / 16 + n2 / 32);
        } else if (p.x == 16) {
            // The chapter prints n^3/8: it counts two lines for b. Both halves of the warp read the same 16 words of it.
            CHECK(p.counted_2_0["transactions_128"] == 3 * n3 / 32 + n2 / 16);
        }
        CHECK(p.counted_2_0["transactions_32"] == 0);
        CHECK(p.counted_2_0["transactions_64"] == 0);
    });
}

TEST_CASE(
    "shared memory of GPU4 and GPU5: the transposed tile conflicts, and which padding helps depends on the "
    "banks") {
    const auto conflicts = [](const std::string& kernel, const char* what) {
        std::pair<u64, u64> sum;  // on 1.3 and 2.0
        for (const Product& p : products()) {
            if (p.kernel != kernel || p.n != 64) continue;
            sum.first += p.counted_1_3[what].get<u64>();
            sum.second += p.counted_2_0[what].get<u64>();
        }
        return sum;
    };
    using Pair = std::pair<u64, u64>;
    constexpr u64 n = 64;
    // Every warp stores each of its n / 16 tiles once and reads a column of it 16 times.
    constexpr u64 tiles = n * n / 32 * (n / 16);
    const auto stores = [&](const char* kernel) { return conflicts(kernel, "shared_store_bank_conflicts"); };
    const auto loads = [&](const char* kernel) { return conflicts(kernel, "shared_load_bank_conflicts"); };
    CHECK(stores("gpu4") == Pair{0, 0});
    CHECK(loads("gpu4") == Pair{0, 0});
    // 16 banks: 16 lanes at one bank, in each half-warp. 32 banks: 16 lanes at two, and the other half-warp at two others.
    CHECK(stores("gpu5_without_padding") == Pair{30 * tiles, 7 * tiles});
    CHECK(stores("gpu5") == Pair{0, tiles});
    CHECK(stores("gpu5_padded_by_2").second == 0);
    CHECK(loads("gpu5") == Pair{0, 0});
    CHECK(loads("gpu5_without_padding").first == 30 * 16 * tiles);
    // The chapter calls GPU6's stores into [32][17] free of conflicts; two columns at a time they are not.
    u64 of_gpu6 = 0;
    for (const Product& p : products())
        if (p.kernel == "gpu6") of_gpu6 += p.counted_1_3["shared_store_bank_conflicts"].get<u64>();
    CHECK(of_gpu6 > 0);
}
