// Solution of exercise 03.10: two reductions, since the deviation needs the mean first. Each thread adds up its elements in double,
// block_reduce the threads' sums, and one atomic a block the blocks' sums. Compare with
// chapters/03-reduction/6_register_blocked.cu, which has as many blocks as run at once, and a loop in each thread.
#include "exercises/03-reduction/10-mean-and-deviation/statistics.hpp"

#include <algorithm>
#include <cmath>

#include "common/cuda/block_reduce.cuh"
#include "common/cuda/buffer.hpp"
#include "common/cuda/operators.hpp"

namespace {

constexpr unsigned kThreads = 256;
constexpr std::size_t kBlocks = 1056;  // 8 for each of an H200's 132 multiprocessors

struct Value {
    __device__ double operator()(float element) const { return element; }
};
struct SquaredDistance {
    double from;
    __device__ double operator()(float element) const { return (element - from) * (element - from); }
};

// *out += the sum of map(element) over all n elements.
template <class Map>
__global__ void sum_kernel(double* out, const float* in, std::size_t n, Map map) {
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * kThreads;
    double sum = 0;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x; i < n; i += step)
        sum += map(in[i]);
    sum = gpu::block_reduce<kThreads>(sum, operators::Sum<double>{});
    if (threadIdx.x == 0) atomicAdd(out, sum);
}

template <class Map>
double sum_of(gpu::Buffer<double>& out, const gpu::Buffer<float>& in, Map map) {
    const std::size_t n = in.size();
    out.fill_bytes(0);
    const dim3 block(kThreads);
    const dim3 grid(static_cast<unsigned>(std::min((n + kThreads - 1) / kThreads, kBlocks)));
    sum_kernel<<<grid, block>>>(out.data(), in.data(), n, map);
    CUDA_CHECK(cudaGetLastError());
    return out.to_host().front();
}

}  // namespace

Statistics statistics(const float* in, std::size_t n) {
    gpu::Buffer<float> device(n);
    device.upload(in, n);
    gpu::Buffer<double> out(1);
    Statistics result;
    result.mean = sum_of(out, device, Value{}) / static_cast<double>(n);
    result.deviation = std::sqrt(sum_of(out, device, SquaredDistance{result.mean}) / static_cast<double>(n));
    return result;
}
