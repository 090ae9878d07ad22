// The whole call with its parts overlapped. The matrix comes in bands of rows. As soon as bands 0 … b are there, all rows i and
// all values of k in them can be computed with: row band b over all these k, and rows of the bands before over the k of band b,
// added to what was found so far. So when the last band comes, much is done; and the first bands of r leave while the last ones are
// computed. Compare with plain.cuh.
//
// The caller's matrices must be pinned (cudaMallocHost): from other memory, copies are made piece by piece through a buffer of the
// driver's, and the host waits. Memory on the device comes from the device's pool, which the first call fills.
#pragma once

#include <algorithm>
#include <cstddef>

#include "chapters/05-shortcuts/6_three_input_minimum.cuh"

namespace whole {

constexpr std::size_t kBands = 5;

class Streams {
  public:
    Streams() {
        for (cudaStream_t* stream : {&in, &compute, &out})
            CUDA_CHECK(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
        for (cudaEvent_t& event : events_)
            CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    }
    Streams(const Streams&) = delete;
    Streams& operator=(const Streams&) = delete;
    ~Streams() {
        for (cudaStream_t stream : {in, compute, out}) static_cast<void>(cudaStreamDestroy(stream));
        for (cudaEvent_t event : events_) static_cast<void>(cudaEventDestroy(event));
    }

    // What is put into `later` from now on waits for what is in `earlier` by now. Each pair of calls has an event of its own.
    void order(cudaStream_t earlier, cudaStream_t later) {
        const cudaEvent_t event = events_[next_++ % kEvents];
        CUDA_CHECK(cudaEventRecord(event, earlier));
        CUDA_CHECK(cudaStreamWaitEvent(later, event));
    }

    cudaStream_t in = nullptr;
    cudaStream_t compute = nullptr;
    cudaStream_t out = nullptr;

  private:
    static constexpr std::size_t kEvents = 2 * kBands + 4;
    cudaEvent_t events_[kEvents] = {};
    std::size_t next_ = 0;
};

// What one call works on; all on the device.
struct Work {
    std::size_t n;
    std::size_t nn;
    float* d;
    float* r;
    float* d_and_t;
    unsigned* answer;
};

// Rows `first` … first + rows - 1 of r over k = from_k … from_k + depth - 1; whichever form is right for what has been looked at.
template <bool kAdd>
void compute_part(const Work& work, std::size_t first, std::size_t rows, std::size_t from_k,
                  std::size_t depth, cudaStream_t stream) {
    using three_input_minimum::Shape;
    if (first >= work.n) return;
    float* const r = work.r + first * work.n;
    const float* const t = work.d_and_t + work.nn * work.nn;
    const warp_tiled::Factors<float> factors{t + from_k * work.nn + first, work.nn,
                                             work.d_and_t + from_k * work.nn, work.nn};
    const warp_tiled::Part part{std::min(rows, work.n - first), depth};
    warp_tiled::shortcuts_of<forms::ThreeInput, Shape, kAdd>(r, work.n, part, factors, stream, work.answer,
                                                             range::kAllInside);
    warp_tiled::shortcuts_of<forms::Fminf, Shape, kAdd>(r, work.n, part, factors, stream, work.answer,
                                                        range::kSomeOutside);
}

// r and d: n × n on the host, pinned. Returns when r is there.
inline void overlapped(float* r, const float* d, std::size_t n, Streams& streams) {
    if (n == 0) return;
    constexpr std::size_t kTile = three_input_minimum::kTile;
    const std::size_t nn = padding::padded(n, kTile);
    const std::size_t band = padding::padded((nn + kBands - 1) / kBands, kTile);
    Work work{n, nn, nullptr, nullptr, nullptr, nullptr};
    const auto allocate = [&](auto** pointer, std::size_t bytes) {
        CUDA_CHECK(cudaMallocAsync(reinterpret_cast<void**>(pointer), bytes, streams.compute));
    };
    allocate(&work.d, n * n * sizeof(float));
    allocate(&work.r, n * n * sizeof(float));
    allocate(&work.d_and_t, padding::elements(nn) * sizeof(float));
    allocate(&work.answer, sizeof(unsigned));
    CUDA_CHECK(cudaMemsetAsync(work.answer, 0, sizeof(unsigned), streams.compute));
    streams.order(streams.compute, streams.in);

    const auto leave = [&](std::size_t first) {
        const std::size_t count = (std::min(first + band, n) - first) * n;
        streams.order(streams.compute, streams.out);
        CUDA_CHECK(cudaMemcpyAsync(r + first * n, work.r + first * n, count * sizeof(float),
                                   cudaMemcpyDeviceToHost, streams.out));
    };
    for (std::size_t first = 0; first < n; first += band) {
        const std::size_t end = std::min(first + band, n);
        const std::size_t padded_end = std::min(first + band, nn);
        const bool last = end == n;
        CUDA_CHECK(cudaMemcpyAsync(work.d + first * n, d + first * n, (end - first) * n * sizeof(float),
                                   cudaMemcpyHostToDevice, streams.in));
        streams.order(streams.in, streams.compute);
        range::look_at(work.answer, work.d + first * n, (end - first) * n, range::NotNegative{},
                       streams.compute);
        padding::tiled::pad_rows(work.d_and_t, work.d, n, nn, HUGE_VALF, first, padded_end, streams.compute);
        compute_part<false>(work, first, band, 0, padded_end, streams.compute);
        if (last) leave(first);
        // The bands before: together while more is to come, and one by one at the end, so that each can leave.
        if (!last) {
            if (first > 0) compute_part<true>(work, 0, first, first, padded_end - first, streams.compute);
            continue;
        }
        for (std::size_t before = 0; before < first; before += band) {
            compute_part<true>(work, before, band, first, padded_end - first, streams.compute);
            leave(before);
        }
    }
    streams.order(streams.out, streams.compute);
    for (void* memory : {static_cast<void*>(work.d), static_cast<void*>(work.r),
                         static_cast<void*>(work.d_and_t), static_cast<void*>(work.answer)})
        CUDA_CHECK(cudaFreeAsync(memory, streams.compute));
    CUDA_CHECK(cudaStreamSynchronize(streams.compute));
}

// Lets the device's pool keep what is freed: otherwise every call asks the driver for memory again.
inline void keep_freed_memory() {
    int device = 0;
    cudaMemPool_t pool = nullptr;
    std::uint64_t threshold = UINT64_MAX;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetDefaultMemPool(&pool, device));
    CUDA_CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
}

}  // namespace whole
