// What the computations of this folder share: inputs, comparison with the host's results, and a table to run them from.
#pragma once

#include <cstdio>
#include <exception>
#include <vector>

#include "common/cuda/buffer.hpp"

namespace {

// Small pseudo-random integers, the same every time.
template <class T>
std::vector<T> numbers(std::size_t count, int range, unsigned seed = 1) {
    std::vector<T> result(count);
    for (T& value : result) {
        seed = seed * 1664525u + 1013904223u;
        value = static_cast<T>(static_cast<int>(seed >> 8) % range - range / 3);
    }
    return result;
}

template <class T>
bool same(const std::vector<T>& got, const std::vector<T>& expected) {
    for (std::size_t k = 0; k < expected.size(); ++k) {
        if (got[k] == expected[k]) continue;
        std::printf("(element %zu is %g, not %g) ", k, static_cast<double>(got[k]),
                    static_cast<double>(expected[k]));
        return false;
    }
    return true;
}

void finish() {
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

struct Computation {
    const char* name;
    bool (*run)();
};

// One line for each: "name ok", or what is wrong.
template <int N>
void run_all(const Computation (&computations)[N]) {
    for (const Computation& computation : computations) {
        std::printf("%s ", computation.name);
        try {
            std::printf("%s\n", computation.run() ? "ok" : "wrong");
        } catch (const std::exception& error) {
            std::printf("%s\n", error.what());
        }
    }
}

}  // namespace
