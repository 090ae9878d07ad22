// Launches and copies in streams: what orders them, and what only seems to. Compare with streams_read_early in
// races_global.cuh, where nothing does.
#pragma once

#include "emulator/test/corpus/programs/bounds.cuh"

namespace corpus {

struct TwoStreams {
    cudaStream_t first{}, second{};
    cudaEvent_t event{};
    explicit TwoStreams(unsigned flags = cudaStreamNonBlocking) {
        CUDA_CHECK(cudaStreamCreateWithFlags(&first, flags));
        CUDA_CHECK(cudaStreamCreateWithFlags(&second, flags));
        CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
        CUDA_CHECK(cudaDeviceSynchronize());
    }
    ~TwoStreams() {
        cudaEventDestroy(event);
        cudaStreamDestroy(first);
        cudaStreamDestroy(second);
    }
};

// case: event_before_the_work | race | global | 4 | launches
// The event is recorded before the launch that the other stream should wait for.
template <bool wrong>
__global__ void first_part(int* data) {
    data[threadIdx.x] = threadIdx.x;  // finds: race, global
}
template <bool wrong>
__global__ void second_part(const int* data, int* out) {
    out[threadIdx.x] = data[31 - threadIdx.x];  // finds: race, global
}
template <bool wrong>
void run_event_before_the_work() {
    auto data = zeros<int>(32), out = zeros<int>(32);
    TwoStreams streams;
    CUDA_CHECK(cudaEventRecord(streams.event, streams.first));
    first_part<wrong><<<1, 32, 0, streams.first>>>(data.data());
    if (!wrong) CUDA_CHECK(cudaEventRecord(streams.event, streams.first));
    CUDA_CHECK(cudaStreamWaitEvent(streams.second, streams.event));
    second_part<wrong><<<1, 32, 0, streams.second>>>(data.data(), out.data());
    finish();
}

// case: default_stream_does_not_wait | race | global | 4 | launches
// The default stream waits for the others, but not for those that were created to be independent of it.
template <bool wrong>
__global__ void fill_beside(int* data) {
    data[threadIdx.x] = threadIdx.x;  // finds: race, global
}
template <bool wrong>
__global__ void read_beside(const int* data, int* out) {
    out[threadIdx.x] = data[threadIdx.x];  // finds: race, global
}
template <bool wrong>
void run_default_stream_does_not_wait() {
    auto data = zeros<int>(32), out = zeros<int>(32);
    TwoStreams streams(wrong ? cudaStreamNonBlocking : cudaStreamDefault);
    fill_beside<wrong><<<1, 32, 0, streams.first>>>(data.data());
    read_beside<wrong><<<1, 32>>>(data.data(), out.data());
    fill_beside<wrong><<<1, 32, 0, streams.second>>>(data.data());
    finish();
}

// case: waited_for_the_other | race | global | 4 | launches
// The host waits for the wrong stream before it goes on.
template <bool wrong>
__global__ void fill_waited(int* data) {
    data[threadIdx.x] = threadIdx.x;  // finds: race, global
}
template <bool wrong>
__global__ void read_waited(const int* data, int* out) {
    out[threadIdx.x] = data[threadIdx.x];  // finds: race, global
}
template <bool wrong>
void run_waited_for_the_other() {
    auto data = zeros<int>(32), out = zeros<int>(32);
    TwoStreams streams;
    fill_waited<wrong><<<1, 32, 0, streams.first>>>(data.data());
    CUDA_CHECK(cudaStreamSynchronize(wrong ? streams.second : streams.first));
    read_waited<wrong><<<1, 32, 0, streams.second>>>(data.data(), out.data());
    finish();
}

// case: halves_that_overlap | race | global | 1 | launches
// Two streams work on two halves, one of which is a byte too long.
template <bool wrong>
__global__ void fill_half(unsigned char* data, int count, int value) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < count) data[x] = static_cast<unsigned char>(value);  // finds: race, global
}
template <bool wrong>
void run_halves_that_overlap() {
    auto data = zeros<unsigned char>(1001);
    TwoStreams streams;
    fill_half<wrong><<<4, 128, 0, streams.first>>>(data.data(), wrong ? 501 : 500, 1);
    fill_half<wrong><<<4, 128, 0, streams.second>>>(data.data() + 500, 501, 2);
    finish();
}

// case: counted_in_two_streams | race | global | 4 | launches
template <bool wrong>
__global__ void count_up(int* count) {
    wrong ? void(*count += 1) : void(atomicAdd(count, 1));  // finds: race, global
}
template <bool wrong>
void run_counted_in_two_streams() {
    auto count = zeros<int>(1);
    TwoStreams streams;
    count_up<wrong><<<1, 1, 0, streams.first>>>(count.data());
    count_up<wrong><<<1, 1, 0, streams.second>>>(count.data());
    finish();
}

// case: copied_too_early | race | global | 4 | launches
// The result is copied in another stream than the one that computes it.
template <bool wrong>
__global__ void compute(int* data) {
    data[threadIdx.x] = threadIdx.x;  // finds: race, global
}
template <bool wrong>
void run_copied_too_early() {
    auto data = zeros<int>(64), copy = zeros<int>(64);
    TwoStreams streams;
    compute<wrong><<<1, 64, 0, streams.first>>>(data.data());
    cudaMemcpyAsync(copy.data(), data.data(), 256, cudaMemcpyDeviceToDevice,
                    wrong ? streams.second : streams.first);  // finds: race, host
    finish();
}

// case: cleared_beside_the_work | race | global | 4 | launches
// A buffer is cleared in one stream and added to in another.
template <bool wrong>
__global__ void add_to_cleared(int* data) {
    atomicAdd(&data[threadIdx.x % 4], 1);  // finds: race, global
}
template <bool wrong>
void run_cleared_beside_the_work() {
    auto data = zeros<int>(4);
    TwoStreams streams;
    CUDA_CHECK(cudaMemsetAsync(data.data(), 0, 16, streams.first));  // finds: race, host
    if (!wrong) CUDA_CHECK(cudaEventRecord(streams.event, streams.first));
    CUDA_CHECK(cudaStreamWaitEvent(streams.second, streams.event));
    add_to_cleared<wrong><<<1, 64, 0, streams.second>>>(data.data());
    finish();
}

}  // namespace corpus
