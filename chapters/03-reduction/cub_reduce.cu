// See cub_reduce.hpp.
#include "chapters/03-reduction/cub_reduce.hpp"

#include <cub/device/device_reduce.cuh>

#include "common/cuda/check.hpp"

namespace cub_reduce {

template <class Element>
std::size_t scratch_bytes(std::size_t n) {
    std::size_t bytes = 0;
    Element* const none = nullptr;
    CUDA_CHECK(cub::DeviceReduce::Sum(nullptr, bytes, none, none, n));
    return bytes;
}

template <class Element>
void sum(Element* out, const Element* in, std::size_t n, void* scratch) {
    std::size_t bytes = scratch_bytes<Element>(n);  // worked out on the host, without a launch
    CUDA_CHECK(cub::DeviceReduce::Sum(scratch, bytes, in, out, n));
}

template std::size_t scratch_bytes<float>(std::size_t);
template std::size_t scratch_bytes<std::int32_t>(std::size_t);
template void sum(float*, const float*, std::size_t, void*);
template void sum(std::int32_t*, const std::int32_t*, std::size_t, void*);

}  // namespace cub_reduce
