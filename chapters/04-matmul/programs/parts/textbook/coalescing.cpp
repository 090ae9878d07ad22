// See coalescing.hpp.
#include "chapters/04-matmul/programs/parts/textbook/coalescing.hpp"

#include <cstdint>
#include <string>

#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"

namespace coalescing {

constexpr unsigned kLine =
    32;  // floats in 128 bytes: rows begin at multiples of these, as with cudaMallocPitch

std::optional<Counted> count(block_size::Kernel kernel, unsigned size, Operands operands) {
    if (!gpu::emulator::present() || !gpu::emulator::count_models("cc1.3,cc2.0,cc9.0")) return std::nullopt;
    const unsigned width = 2 * size;
    const unsigned ld = (width + kLine - 1) / kLine * kLine;
    gpu::Buffer<float> zeros(static_cast<std::size_t>(width) * ld);
    zeros.fill_bytes(0);
    const float* const m = operands == Operands::kN ? nullptr : zeros.data();
    const float* const n = operands == Operands::kM ? nullptr : zeros.data();
    block_size::multiply(kernel, {m, n, nullptr, width, ld}, size);  // nothing is stored, so all are loads
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
