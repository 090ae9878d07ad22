// The whole call with its parts overlapped. The matrix comes in bands of rows. As soon as bands 0 … b are there, all rows i and
// all values of k in them can be computed with: the rows of band b over all these k, and the rows before over the k of band b, added
// to what was found so far. So when the last band comes, much is done; and the first rows of r leave while others are computed.
// Compare with plain.hpp.
//
// The caller's matrices must be pinned (cudaMallocHost): from other memory, copies are made piece by piece through a buffer of the
// driver's, and the host waits. Memory on the device comes from the device's pool, which the first call fills.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <vector>

#include "common/cuda/check.hpp"

namespace whole {

// Streams and events, which calls share one after the other.
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

    // What is put into `later` from now on waits for what is in `earlier` by now.
    void order(cudaStream_t earlier, cudaStream_t later) {
        if (used_ == events_.size()) {
            events_.push_back(nullptr);
            CUDA_CHECK(cudaEventCreateWithFlags(&events_.back(), cudaEventDisableTiming));
        }
        const cudaEvent_t event = events_[used_++];
        CUDA_CHECK(cudaEventRecord(event, earlier));
        CUDA_CHECK(cudaStreamWaitEvent(later, event));
    }

    // All is done: the next call may use the events again.
    void finish() {
        CUDA_CHECK(cudaStreamSynchronize(in));
        used_ = 0;
    }

    cudaStream_t in = nullptr;
    cudaStream_t prepare = nullptr;  // goes before the others where blocks wait for a place
    cudaStream_t compute = nullptr;
    cudaStream_t also_compute = nullptr;
    cudaStream_t out = nullptr;

  private:
    std::vector<cudaEvent_t> events_;
    std::size_t used_ = 0;
};

// r and d: n × n on the host, pinned. Returns when r is there.
void overlapped(float* r, const float* d, std::size_t n, Streams& streams);

// Lets the device's pool keep what is freed: otherwise every call asks the driver for memory again.
void keep_freed_memory();

}  // namespace whole
