// See counting.hpp.
#include "chapters/04-matmul/more/statistics/counting.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "chapters/04-matmul/ladder.hpp"
#include "chapters/04-matmul/more/statistics/volkov.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"

namespace statistics {
namespace {

struct Kernel {
    const char* name;
    std::function<void(const Gemm&, dim3 block)> multiply;
    unsigned rows, cols;  // of C for a block; of the first three kernels: for a thread
    bool of_thread = false;
};

// For a version whose blocks have one fixed shape.
std::function<void(const Gemm&, dim3)> fixed(void (*multiply)(const Gemm&)) {
    return [multiply](const Gemm& gemm, dim3) { multiply(gemm); };
}
std::function<void(const Gemm&, dim3)> fixed(const char* rung) {
    return fixed(ladder::named(rung, rungs::kAll).run);
}

const std::vector<Kernel>& kernels() {
    static const std::vector<Kernel> all = {
        {"GPU1", coalesced::multiply, 1, 1, true},
        {"GPU2", one_by_two::multiply, 1, 2, true},
        {"GPU3", one_by_four::multiply, 1, 4, true},
        {"GPU4", fixed("shared_memory"), 16, 16},
        {"transposed_tile", fixed("transposed_tile"), 16, 16},
        {"GPU5", fixed(bank_conflict_free::multiply_for_16_banks), 16, 16},
        {"bank_conflict_free", fixed("bank_conflict_free"), 16, 16},
        {"GPU6", fixed("column_per_thread"), 16, 128},
        {"GPU7", fixed("round_robin"), 16, 128},
        {"GPU8", fixed("wide_tile"), 16, 128},
        {"sgemm", fixed(volkov::multiply), 16, 64},
    };
    return all;
}

const Kernel& kernel_named(const std::string& name) {
    for (const Kernel& kernel : kernels())
        if (kernel.name == name) return kernel;
    throw std::runtime_error("there is no kernel " + name + " to count");
}

using Counts = std::map<std::string, double>;

Counts counts_of(std::uint64_t launch) {
    Counts counts;
    for (const std::string& model : kModels)
        for (const char* key : {"transactions_32", "transactions_64", "transactions_128", "volume_bytes",
                                "bandwidth_utilisation", "shared_load_wavefronts", "shared_store_wavefronts"})
            counts[model + "." + key] = gpu::emulator::counter(launch, (model + "." + key).c_str()).value();
    for (const char* key : {"shared_load_requests", "shared_store_requests"})
        counts[key] = gpu::emulator::counter(launch, key).value();
    return counts;
}

// The counts of one product of m x n x k, whose matrices start at multiples of 128 bytes and have no gaps.
Counts count(const Kernel& kernel, dim3 block, std::size_t m, std::size_t n, std::size_t k) {
    gpu::Buffer<float> a(m * k), b(k * n), c(m * n);
    a.fill_bytes(0);
    b.fill_bytes(0);
    kernel.multiply({m, n, k, 1, a.data(), k, b.data(), n, 0, c.data(), n}, block);
    CUDA_CHECK(cudaDeviceSynchronize());
    return counts_of(gpu::emulator::launches());
}

// Counts by these models during its lifetime.
struct Models {
    Models() {
        std::string names;
        for (const std::string& model : kModels) names += (names.empty() ? "" : ",") + model;
        if (!gpu::emulator::count_models(names.c_str()))
            throw std::runtime_error(
                "the statistics are counted by the emulator, and this is a GPU: DEVICE=emulator");
    }
    ~Models() { gpu::emulator::count_models(""); }
};

double ratio(double numerator, double denominator) { return denominator == 0 ? 0 : numerator / denominator; }

}  // namespace

Counted count(const std::string& name, unsigned x, unsigned y) {
    const Kernel& kernel = kernel_named(name);
    const Models models;
    // Whole blocks, and rows of at least 256 bytes, so that two rows share no segment of 128.
    constexpr std::size_t kLeast = 64;
    const std::size_t m = std::max<std::size_t>(kLeast, kernel.of_thread ? y * kernel.rows : kernel.rows);
    const std::size_t n = std::max<std::size_t>(kLeast, kernel.of_thread ? x * kernel.cols : kernel.cols);
    const Counts once = count(kernel, {x, y}, m, n, kLeast);
    const Counts twice = count(kernel, {x, y}, m, n, 2 * kLeast);
    Counted counted;
    for (const std::string& model : kModels) {
        const auto formula = [&](const char* key) {
            return formula_of(once.at(model + "." + key), twice.at(model + "." + key), m, n, kLeast);
        };
        counted.row[model] = {formula("transactions_32"), formula("transactions_64"),
                              formula("transactions_128"), formula("volume_bytes"),
                              once.at(model + ".bandwidth_utilisation")};
        counted.shared[model] = {
            ratio(once.at(model + ".shared_load_wavefronts"), once.at("shared_load_requests")),
            ratio(once.at(model + ".shared_store_wavefronts"), once.at("shared_store_requests"))};
    }
    return counted;
}

}  // namespace statistics
