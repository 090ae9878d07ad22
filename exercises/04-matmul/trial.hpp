// Shared by this chapter's harnesses, on top of chapter 01's trial.hpp: products of whole numbers, which are exact in
// any order, and the counts expected of a kernel with 16 × 16 tiles.
#pragma once

#include <string>
#include <vector>

#include "exercises/01-first-kernel/trial.hpp"

namespace trial {

constexpr double kSectorFloats = kSectorBytes / sizeof(float);

// A is m × k, B is k × n, C is m × n.
struct Product {
    std::size_t m, n, k;

    double multiplications() const { return static_cast<double>(m * n * k); }
    double c_sectors() const { return static_cast<double>(m * n) / kSectorFloats; }
    double input_sectors() const { return static_cast<double>((m + n) * k) / kSectorFloats; }
    // Blocks in the same row load each tile of A, blocks in the same column each tile of B.
    double sectors_with_tiles(double rows, double cols) const {
        return multiplications() * (1 / rows + 1 / cols) / kSectorFloats;
    }
};

// Products drawn from the seed, whose extents are multiples of these.
class DrawnProducts {
  public:
    DrawnProducts(std::size_t m, std::size_t n, std::size_t k) : unit_{m, n, k} {}

    Product operator()(grading::Draw& draw) const {
        return {unit_.m * draw.number(1, 4), unit_.n * draw.number(1, 4), unit_.k * draw.number(1, 6)};
    }
    Product operator()(const std::string& what) const {
        grading::Draw draw(what);
        return (*this)(draw);
    }

  private:
    Product unit_;
};
inline const DrawnProducts kTilesOf16(16, 16, 16);

// Blocks of such tiles along an extent.
inline unsigned tiles(std::size_t extent, std::size_t tile) { return static_cast<unsigned>(extent / tile); }

inline std::string name(const Product& p) {
    return std::to_string(p.m) + " x " + std::to_string(p.k) + " times " + std::to_string(p.k) + " x " +
           std::to_string(p.n);
}

// Which operand is stored transposed: A as k × m, or B as n × k.
enum class Turned { kNone, kA, kB };

// From -9 to 9, the same in every run with the same seed.
inline std::vector<float> whole_numbers(std::size_t count, std::uint64_t seed) {
    std::vector<std::int32_t> numbers(count);
    grading::fill_random(numbers.data(), count, seed, -9, 9);
    return {numbers.begin(), numbers.end()};
}

using Multiply = void (*)(float* c, const float* a, const float* b, std::size_t m, std::size_t n,
                          std::size_t k);

inline std::vector<float> product_of(const std::vector<float>& a, const std::vector<float>& b,
                                     const Product& p, Turned turned) {
    std::vector<float> c(p.m * p.n, 0);
    for (std::size_t row = 0; row < p.m; ++row) {
        for (std::size_t k = 0; k < p.k; ++k) {
            const float from_a = turned == Turned::kA ? a[k * p.m + row] : a[row * p.k + k];
            for (std::size_t col = 0; col < p.n; ++col)
                c[row * p.n + col] += from_a * (turned == Turned::kB ? b[col * p.k + k] : b[k * p.n + col]);
        }
    }
    return c;
}

// Calls multiply on the device and judges the result; the caller judges the cost.
inline grading::Run run(Multiply multiply, const Product& p, Turned turned = Turned::kNone) {
    if (!grading::device_usable()) return {};
    const std::vector<float> a = whole_numbers(p.m * p.k, p.m * 65537 + p.k);
    const std::vector<float> b = whole_numbers(p.k * p.n, p.k * 65537 + p.n);
    const gpu::Buffer<float> device_a(a), device_b(b);
    const bool a_turned = turned == Turned::kA, b_turned = turned == Turned::kB;
    simt::annotate(device_a.data(), a_turned ? p.k : p.m, a_turned ? p.m : p.k, "a");
    simt::annotate(device_b.data(), b_turned ? p.n : p.k, b_turned ? p.k : p.n, "b");
    testing::Rules rules;
    rules.columns = p.n;
    return run(
        name(p), product_of(a, b, p, turned), rules,
        [&](float* c) { multiply(c, device_a.data(), device_b.data(), p.m, p.n, p.k); }, "c");
}

// All products in turn, and three that are drawn, until one is wrong.
inline void run_all(Multiply multiply, std::vector<Product> products, Turned turned = Turned::kNone,
                    const DrawnProducts& drawn = kTilesOf16) {
    grading::Draw draw("products");
    for (int k = 0; k < 3; ++k) products.push_back(drawn(draw));
    for (const Product& product : products) {
        if (!run(multiply, product, turned).ok) return;
    }
}

// The kernel loads all of A and B, and stores each sector of C once, not by atomics.
inline void expect_all_moved(const grading::Run& run, const Product& p) {
    grading::at_most(run, "global_store_sectors", p.c_sectors(), "every sector of C once.");
    expect_all_sectors(run, p.input_sectors(), p.c_sectors());
}

// Every factor comes out of a tile: a warp has 32 products at once, which need 32 words, or 16 and a broadcast. Fewer
// wavefronts mean that some factors bypassed shared memory.
inline void expect_from_tiles(const grading::Run& run, const Product& p) {
    grading::at_least(run, "shared_load_wavefronts", p.multiplications() / kWarp,
                      "a warp multiplies 32 elements at a time, and takes them out of the tile.");
}

inline void expect_no_bank_conflicts(const grading::Run& run) {
    const char* const why = "32 lanes can use 32 banks.";
    grading::at_most(run, "shared_store_bank_conflicts", 0, why);
    grading::at_most(run, "shared_load_bank_conflicts", 0, why);
}

}  // namespace trial
