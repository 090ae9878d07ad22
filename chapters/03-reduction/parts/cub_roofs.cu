// See cub_reduce.hpp and cub_transfer.hpp. Both in one file, so that a compiler reads CUB's headers once: that takes
// seconds.

// Without NVIDIA's headers for profilers there is less to read.
#define CCCL_DISABLE_NVTX

#include <algorithm>

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>

#include "chapters/03-reduction/parts/cub_reduce.hpp"
#include "chapters/03-reduction/parts/cub_transfer.hpp"
#include "chapters/03-reduction/parts/instances.hpp"
#include "common/cuda/check.hpp"
#include "common/cuda/operators.hpp"

namespace cub_reduce {
namespace {

using operators::Max;
using operators::Min;
using operators::Sum;

// CUB has functions of its own for sums, minima and maxima, which may be faster than the one that takes any operator.
template <class Element>
cudaError_t call(Element* out, const Element* in, std::size_t n, Sum<Element>, void* scratch,
                 std::size_t& bytes) {
    return cub::DeviceReduce::Sum(scratch, bytes, in, out, n);
}
template <class Element>
cudaError_t call(Element* out, const Element* in, std::size_t n, Min<Element>, void* scratch,
                 std::size_t& bytes) {
    return cub::DeviceReduce::Min(scratch, bytes, in, out, n);
}
template <class Element>
cudaError_t call(Element* out, const Element* in, std::size_t n, Max<Element>, void* scratch,
                 std::size_t& bytes) {
    return cub::DeviceReduce::Max(scratch, bytes, in, out, n);
}
cudaError_t call(own::Element* out, const own::Element* in, std::size_t n, own::Operator op, void* scratch,
                 std::size_t& bytes) {
    return cub::DeviceReduce::Reduce(scratch, bytes, in, out, n, op, own::Operator::identity());
}

}  // namespace

template <class Element, class Operator>
std::size_t scratch_bytes(std::size_t n) {
    std::size_t bytes = 0;
    Element* const none = nullptr;
    CUDA_CHECK(call(none, none, n, Operator{}, nullptr, bytes));
    return bytes;
}

template <class Element, class Operator>
void reduce(Element* out, const Element* in, std::size_t n, Operator op, void* scratch) {
    std::size_t bytes = scratch_bytes<Element, Operator>(n);  // worked out on the host, without a launch
    CUDA_CHECK(call(out, in, n, op, scratch, bytes));
}

#define CUB_REDUCE(Element, Operator)                                   \
    template std::size_t scratch_bytes<Element, Operator>(std::size_t); \
    template void reduce(Element*, const Element*, std::size_t, Operator, void*);
REDUCTIONS(CUB_REDUCE)

}  // namespace cub_reduce

namespace cub_transfer {
namespace {

constexpr int kBins = 256;

template <class Counter>  // unsigned, of 32 or 64 bits
cudaError_t call_histogram(Counter* counts, const std::uint8_t* in, std::size_t n, void* scratch,
                           std::size_t& bytes) {
    return cub::DeviceHistogram::HistogramEven(scratch, bytes, in, counts, kBins + 1, 0, kBins,
                                               static_cast<long long>(n));
}

cudaError_t call_scan(std::int32_t* out, const std::int32_t* in, std::size_t n, void* scratch,
                      std::size_t& bytes) {
    // Unsigned, since it must wrap around.
    return cub::DeviceScan::InclusiveSum(scratch, bytes, reinterpret_cast<const std::uint32_t*>(in),
                                         reinterpret_cast<std::uint32_t*>(out), n);
}

}  // namespace

// The scratch memory that CUB needs grows with n, up to a grid that fills the GPU. Asked once, so that a call's time is that of
// the histogram alone.
std::size_t histogram_scratch_bytes(std::size_t) {
    static const std::size_t most = [] {
        constexpr std::size_t kMany = 1 << 30;
        std::size_t wide = 0;
        std::size_t narrow = 0;
        CUDA_CHECK(call_histogram<unsigned long long>(nullptr, nullptr, kMany, nullptr, wide));
        CUDA_CHECK(call_histogram<std::uint32_t>(nullptr, nullptr, kMany, nullptr, narrow));
        return std::max(wide, narrow);
    }();
    return most;
}

std::size_t scan_scratch_bytes(std::size_t n) {
    std::size_t bytes = 0;
    CUDA_CHECK(call_scan(nullptr, nullptr, n, nullptr, bytes));
    return bytes;
}

void histogram(std::int64_t* counts, const std::uint8_t* in, std::size_t n, void* scratch) {
    std::size_t bytes = histogram_scratch_bytes(n);
    CUDA_CHECK(call_histogram(reinterpret_cast<unsigned long long*>(counts), in, n, scratch, bytes));
}

void histogram_32(std::uint32_t* counts, const std::uint8_t* in, std::size_t n, void* scratch) {
    CUDA_CHECK(cudaMemsetAsync(counts + kBins, 0, kBins * sizeof *counts));
    std::size_t bytes = histogram_scratch_bytes(n);
    CUDA_CHECK(call_histogram(counts, in, n, scratch, bytes));
}

void scan(std::int32_t* out, const std::int32_t* in, std::size_t n, void* scratch) {
    std::size_t bytes = scan_scratch_bytes(n);
    CUDA_CHECK(call_scan(out, in, n, scratch, bytes));
}

}  // namespace cub_transfer
