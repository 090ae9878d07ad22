// The whole call as a program makes it that has its matrices on the host: allocate, copy there, pad, compute, copy back, free; one
// after the other, each part timed. What rung 6's time leaves out. Compare with overlapped.cuh.
#pragma once

#include <chrono>
#include <cstddef>

#include "chapters/05-shortcuts/6_three_input_minimum.cuh"
#include "common/cuda/buffer.hpp"

namespace whole {

// In milliseconds, by the host's clock, which waits for the device after each part.
struct Parts {
    double allocate = 0;
    double copy_in = 0;
    double compute = 0;  // padding and looking at the data included
    double copy_out = 0;
    double release = 0;

    double sum() const { return allocate + copy_in + compute + copy_out + release; }
};

// r and d: n × n on the host.
inline Parts plain(float* r, const float* d, std::size_t n) {
    using Clock = std::chrono::steady_clock;
    Clock::time_point before = Clock::now();
    const auto since = [&] {
        CUDA_CHECK(cudaDeviceSynchronize());
        const Clock::time_point now = Clock::now();
        const double milliseconds = std::chrono::duration<double, std::milli>(now - before).count();
        before = now;
        return milliseconds;
    };
    Parts parts;
    {
        gpu::Buffer<float> device_d(n * n);
        gpu::Buffer<float> device_r(n * n);
        gpu::Buffer<char> scratch(three_input_minimum::scratch_bytes(n));
        parts.allocate = since();
        device_d.upload(d, n * n);
        parts.copy_in = since();
        three_input_minimum::shortcuts(device_r.data(), device_d.data(), n, scratch.data());
        parts.compute = since();
        device_r.download(r, n * n);
        parts.copy_out = since();
    }
    parts.release = since();
    return parts;
}

}  // namespace whole
