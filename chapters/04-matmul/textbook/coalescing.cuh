// What the loads of Kirk and Hwu's kernels cost by the rules of three generations, one operand at a time or both.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "chapters/04-matmul/textbook/block_size.cuh"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"

namespace coalescing {

inline const char* const kModels[] = {"cc1.3", "cc2.0", "cc9.0"};
constexpr std::size_t kModelCount = 3;
constexpr unsigned kLine = 32;  // floats of 128 bytes: rows begin at such, as cudaMallocPitch would have it

struct Loads {
    double transactions = 0;  // for each load of a warp
    double utilisation = 0;   // share of the moved bytes that lanes asked for
};

enum class Operands { kM, kN, kBoth };

// The loads of a product of 2 × 2 blocks of size × size threads, by every model. Nothing on a GPU, which does not count.
struct Counted {
    Loads by_model[kModelCount];
};
inline std::optional<Counted> count(block_size::Kernel kernel, unsigned size, Operands operands) {
    if (!gpu::emulator::present() || !gpu::emulator::count_models("cc1.3,cc2.0,cc9.0")) return std::nullopt;
    const unsigned width = 2 * size;
    const unsigned ld = (width + kLine - 1) / kLine * kLine;
    gpu::Buffer<float> zeros(static_cast<std::size_t>(width) * ld);
    zeros.fill_bytes(0);
    const float* const m = operands == Operands::kN ? nullptr : zeros.data();
    const float* const n = operands == Operands::kM ? nullptr : zeros.data();
    block_size::multiply(kernel, {m, n, nullptr, width, ld}, size);  // nothing is stored: all are loads
    CUDA_CHECK(cudaDeviceSynchronize());
    const std::uint64_t launch = gpu::emulator::launches();
    const auto counter = [&](const std::string& key) {
        return gpu::emulator::counter(launch, key.c_str()).value_or(0);
    };
    Counted counted;
    for (std::size_t model = 0; model < kModelCount; ++model) {
        const std::string name = std::string(kModels[model]) + ".";
        double transactions = 0;
        for (const char* const bytes : {"32", "64", "128"})
            transactions += counter(name + "transactions_" + bytes);
        counted.by_model[model] = {transactions / counter("global_load_requests"),
                                   counter(name + "bandwidth_utilisation")};
    }
    gpu::emulator::count_models("");
    return counted;
}

}  // namespace coalescing
