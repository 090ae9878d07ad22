// See plain.hpp.
#include "chapters/05-shortcuts/programs/parts/plain.hpp"

#include <chrono>

#include "chapters/05-shortcuts/ladder.hpp"
#include "common/cuda/buffer.hpp"

namespace whole {

Parts plain(float* r, const float* d, std::size_t n) {
    using Clock = std::chrono::steady_clock;
    Clock::time_point before = Clock::now();
    const auto since = [&] {
        CUDA_CHECK(cudaDeviceSynchronize());
        const Clock::time_point now = Clock::now();
        const double milliseconds = std::chrono::duration<double, std::milli>(now - before).count();
        before = now;
        return milliseconds;
    };
    const rungs::Rung& rung = ladder::named("three_input_minimum", rungs::kAll);
    Parts parts;
    {
        gpu::Buffer<float> device_d(n * n);
        gpu::Buffer<float> device_r(n * n);
        gpu::Buffer<char> scratch(rung.scratch_bytes(n));
        parts.allocate = since();
        device_d.upload(d, n * n);
        parts.copy_in = since();
        rung.run(device_r.data(), device_d.data(), n, scratch.data());
        parts.compute = since();
        device_r.download(r, n * n);
        parts.copy_out = since();
    }
    parts.release = since();
    return parts;
}

}  // namespace whole
