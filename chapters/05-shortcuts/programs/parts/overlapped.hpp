// The whole call with its parts overlapped. The matrix arrives in bands of rows. Once bands 0 … b are there, all
// their rows i and values of k can be used: the rows of band b with all these k, and the earlier rows with the k of
// band b, combined with earlier results. So when the last band arrives, much is done, and the first rows of r leave
// while others are computed. Compare with plain.hpp.
//
// The caller's matrices must be pinned (cudaMallocHost): copies from other memory go piece by piece through the
// driver's buffer, and the host waits. Device memory comes from the device's pool, which the first call fills.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <vector>

#include "common/cuda/check.hpp"

namespace whole {

// Streams and events, which successive calls share.
class Streams {
  public:
    Streams() {
        int lowest = 0;
        int highest = 0;
        CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&lowest, &highest));
        for (cudaStream_t* stream : {&in, &compute, &also_compute, &out})
            CUDA_CHECK(cudaStreamCreateWithPriority(stream, cudaStreamNonBlocking, lowest));
        CUDA_CHECK(cudaStreamCreateWithPriority(&prepare, cudaStreamNonBlocking, highest));
    }
    Streams(const Streams&) = delete;
    Streams& operator=(const Streams&) = delete;
    ~Streams() {
        for (cudaStream_t stream : {in, prepare, compute, also_compute, out})
            static_cast<void>(cudaStreamDestroy(stream));
        for (cudaEvent_t event : events_) static_cast<void>(cudaEventDestroy(event));
    }

    // Work enqueued in `later` from now on waits for the work that is in `earlier` now.
    void order(cudaStream_t earlier, cudaStream_t later) {
        if (used_ == events_.size()) {
            events_.push_back(nullptr);
            CUDA_CHECK(cudaEventCreateWithFlags(&events_.back(), cudaEventDisableTiming));
        }
        const cudaEvent_t event = events_[used_++];
        CUDA_CHECK(cudaEventRecord(event, earlier));
        CUDA_CHECK(cudaStreamWaitEvent(later, event));
    }

    // Waits until all is done; the next call may reuse the events.
    void finish() {
        CUDA_CHECK(cudaStreamSynchronize(in));
        used_ = 0;
    }

    cudaStream_t in = nullptr;
    cudaStream_t prepare = nullptr;  // has priority if blocks wait for a free multiprocessor
    cudaStream_t compute = nullptr;
    cudaStream_t also_compute = nullptr;
    cudaStream_t out = nullptr;

  private:
    std::vector<cudaEvent_t> events_;
    std::size_t used_ = 0;
};

// r and d: n × n on the host, pinned. Returns when r is complete.
void overlapped(float* r, const float* d, std::size_t n, Streams& streams);

// Makes the device's pool keep freed memory; otherwise every call would request it from the driver again.
void keep_freed_memory();

}  // namespace whole
