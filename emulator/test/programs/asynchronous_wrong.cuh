// What goes wrong with copies and barriers; each line that a report has to name is marked. asynchronous.cu runs one of
// these by name.
#pragma once

#include <cuda/barrier>
#include <cuda/ptx>
#include <string>

#include "emulator/test/programs/compared.cuh"

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace {

namespace ptx = cuda::ptx;

__global__ void reads_too_early(const int* in, int* out) {
    __shared__ alignas(16) int tile[64];
    __shared__ uint64_t barrier;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&barrier, 1);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, 256, &barrier);  // copied
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier,
                                       sizeof tile);
    }
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x];  // read
    while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) {
    }
}

__global__ void waits_for_ever(int* out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    if (threadIdx.x == 0) init(&barrier, blockDim.x + 1);
    __syncthreads();
    barrier.arrive_and_wait();  // waits
    out[threadIdx.x] = 1;
}

__global__ void overwrites_too_early(int* out) {
    __shared__ alignas(16) int tile[64];
    tile[threadIdx.x] = threadIdx.x;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, tile, sizeof tile);  // stored
        ptx::cp_async_bulk_commit_group();
    }
    __syncthreads();
    tile[threadIdx.x] = 0;  // overwritten
}

__global__ void forgets_to_initialise() {
    __shared__ uint64_t barrier;
    ptx::mbarrier_arrive(&barrier);  // arrived
}

void run_wrong(const std::string& name) {
    gpu::Buffer<int> in(std::vector<int>(64)), out(64);
    if (name == "reads_too_early") reads_too_early<<<1, 64>>>(in.data(), out.data());
    if (name == "waits_for_ever") waits_for_ever<<<1, 64>>>(out.data());
    if (name == "overwrites_too_early") overwrites_too_early<<<1, 64>>>(out.data());
    if (name == "forgets_to_initialise") forgets_to_initialise<<<1, 1>>>();
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

}  // namespace
