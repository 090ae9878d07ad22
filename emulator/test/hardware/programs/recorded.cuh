// What the parts of kernels.cu share: inputs, and the line that each launch prints, "kernel,size,digest". The digest is of
// every byte the launch may have written, so equal digests mean equal results, bit by bit.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"

namespace kernels {

// FNV-1a over a buffer's bytes, going on from `hash`.
template <class Element>
std::uint64_t digest_of(const gpu::Buffer<Element>& buffer, std::uint64_t hash) {
    const std::vector<Element> host = buffer.to_host();
    const auto* bytes = reinterpret_cast<const unsigned char*>(host.data());
    for (std::size_t i = 0; i < buffer.bytes(); ++i) hash = (hash ^ bytes[i]) * 0x100000001b3ull;
    return hash;
}

// After each launch: waits for it and prints its line, with the digest of the buffers that it wrote.
template <class... Buffers>
void record(const char* kernel, const std::string& size, const Buffers&... written) {
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    std::uint64_t hash = 0xcbf29ce484222325ull;
    ((hash = digest_of(written, hash)), ...);
    std::printf("%s,%s,%016llx\n", kernel, size.c_str(), static_cast<unsigned long long>(hash));
}
template <class... Buffers>
void record(const char* kernel, int n, const Buffers&... written) {
    record(kernel, std::to_string(n), written...);
}

inline std::string size_of(int rows, int columns) {
    return std::to_string(rows) + "x" + std::to_string(columns);
}

// Pseudo-random whole numbers below `bound`, the same everywhere.
inline std::vector<std::uint32_t> random_integers(std::size_t count, std::uint32_t bound,
                                                  std::uint64_t seed) {
    std::vector<std::uint32_t> host(count);
    for (std::uint32_t& value : host) {
        seed = seed * 6364136223846793005ull + 1442695040888963407ull;
        value = static_cast<std::uint32_t>(seed >> 33) % bound;
    }
    return host;
}

// The same as elements of any type on the device; divided by `divisor`, so that most floats have to be rounded.
template <class Element>
gpu::Buffer<Element> random_elements(std::size_t count, std::uint32_t bound, std::uint64_t seed,
                                     int divisor = 1) {
    std::vector<Element> host;
    for (const std::uint32_t value : random_integers(count, bound, seed))
        host.push_back(static_cast<Element>(value) / static_cast<Element>(divisor));
    return gpu::Buffer<Element>(host);
}
inline gpu::Buffer<float> random_floats(std::size_t count, std::uint64_t seed) {
    return random_elements<float>(count, 100000, seed, 777);
}

template <class Element>
gpu::Buffer<Element> zeros(std::size_t count) {
    gpu::Buffer<Element> buffer(count);
    buffer.fill_bytes(0);
    return buffer;
}

inline int blocks_for(int n, int threads) { return (n + threads - 1) / threads; }

constexpr int kSizes[] = {1, 33, 1000};

}  // namespace kernels
