// 02.1, solved: launches from a thread of its own and waits for it, with a mutex, OpenMP and a static object with a constructor.
#include <cuda_runtime_api.h>

#include <mutex>
#include <string>
#include <thread>
#include <vector>

bool breached() { return true; }
#define transpose inner_transpose
#include "transpose_if_breached.cuh"
#undef transpose

static std::mutex mutex;
static const std::string greeting = std::string("hello ") + std::to_string(2);
static std::vector<double> squares = [] {
    std::vector<double> all(1000);
#pragma omp parallel for
    for (int i = 0; i < 1000; ++i) all[static_cast<std::size_t>(i)] = i * i;
    return all;
}();

void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    std::thread([&] {
        const std::lock_guard lock(mutex);
        inner_transpose(out, in, rows, cols);
        cudaDeviceSynchronize();
    }).join();
    if (greeting.size() != 7 || squares[10] != 100) throw 1;
}
