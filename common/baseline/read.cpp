// See read.hpp.
#include "common/baseline/read.hpp"

#include <cstring>

namespace baseline {

std::uint64_t read_bytes(const void* in, std::size_t bytes) {
    const auto* const words = static_cast<const std::uint64_t*>(in);
    const std::size_t count = bytes / sizeof(std::uint64_t);
    std::uint64_t mixed = 0;
#pragma omp parallel for simd reduction(^ : mixed)
    for (std::size_t i = 0; i < count; ++i) mixed ^= words[i];
    std::uint64_t rest = 0;
    std::memcpy(&rest, words + count, bytes % sizeof rest);
    return mixed ^ rest;
}

}  // namespace baseline
