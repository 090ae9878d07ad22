// See cub_transfer.hpp.
#include "chapters/03-reduction/cub_transfer.hpp"

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_scan.cuh>

#include "common/cuda/check.hpp"

namespace cub_transfer {
namespace {

cudaError_t call_histogram(std::int64_t* counts, const std::uint8_t* in, std::size_t n, void* scratch,
                           std::size_t& bytes) {
    constexpr int kBins = 256;
    auto* const unsigned_counts = reinterpret_cast<unsigned long long*>(counts);
    return cub::DeviceHistogram::HistogramEven(scratch, bytes, in, unsigned_counts, kBins + 1, 0, kBins,
                                               static_cast<long long>(n));
}

cudaError_t call_scan(std::int32_t* out, const std::int32_t* in, std::size_t n, void* scratch,
                      std::size_t& bytes) {
    // Unsigned, since it is to wrap around.
    return cub::DeviceScan::InclusiveSum(scratch, bytes, reinterpret_cast<const std::uint32_t*>(in),
                                         reinterpret_cast<std::uint32_t*>(out), n);
}

}  // namespace

std::size_t histogram_scratch_bytes(std::size_t n) {
    std::size_t bytes = 0;
    CUDA_CHECK(call_histogram(nullptr, nullptr, n, nullptr, bytes));
    return bytes;
}

std::size_t scan_scratch_bytes(std::size_t n) {
    std::size_t bytes = 0;
    CUDA_CHECK(call_scan(nullptr, nullptr, n, nullptr, bytes));
    return bytes;
}

void histogram(std::int64_t* counts, const std::uint8_t* in, std::size_t n, void* scratch) {
    std::size_t bytes = histogram_scratch_bytes(n);
    CUDA_CHECK(call_histogram(counts, in, n, scratch, bytes));
}

void scan(std::int32_t* out, const std::int32_t* in, std::size_t n, void* scratch) {
    std::size_t bytes = scan_scratch_bytes(n);
    CUDA_CHECK(call_scan(out, in, n, scratch, bytes));
}

}  // namespace cub_transfer
