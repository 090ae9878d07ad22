// The cases of copies.cu and of what it includes: each is run by its name, since on a GPU one that fails takes the rest of its
// process with it.
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cuda/ptx>
#include <functional>
#include <string>
#include <vector>

#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"

namespace copies {

namespace ptx = cuda::ptx;
using Words = std::vector<uint32_t>;

struct Case {
    std::string name;
    std::function<void(const char* name)> run;
    bool ends_well = true;
};

// "name: words in hexadecimal", equal neighbours as word*count; or the name of the error.
inline void show(const char* name, const gpu::Buffer<uint32_t>& buffer) {
    const cudaError_t launched = cudaGetLastError(), ended = cudaDeviceSynchronize();
    std::printf("%s:", name);
    if (launched != cudaSuccess || ended != cudaSuccess) {
        std::printf(" %s\n", cudaGetErrorName(launched != cudaSuccess ? launched : ended));
        std::fflush(stdout);
        std::_Exit(1);
    }
    const Words words = buffer.to_host();
    for (std::size_t k = 0, next; k < words.size(); k = next) {
        for (next = k; next < words.size() && words[next] == words[k];) ++next;
        std::printf(" %08x", words[k]);
        if (next - k > 1) std::printf("*%zu", next - k);
    }
    std::printf("\n");
}

constexpr unsigned kShared = 8192;

}  // namespace copies
