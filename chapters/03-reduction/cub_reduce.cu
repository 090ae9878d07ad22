// See cub_reduce.hpp.
#include "chapters/03-reduction/cub_reduce.hpp"

#include <cstdint>
#include <cub/device/device_reduce.cuh>

#include "chapters/03-reduction/own_operator.hpp"
#include "common/cuda/check.hpp"
#include "common/cuda/operators.hpp"

namespace cub_reduce {
namespace {

using operators::Max;
using operators::Min;
using operators::Sum;

// CUB knows sums, minima and maxima by name and may have better ways for them than for an operator of which it knows nothing.
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
#define CUB_REDUCE_ALL(Element)       \
    CUB_REDUCE(Element, Sum<Element>) \
    CUB_REDUCE(Element, Min<Element>) \
    CUB_REDUCE(Element, Max<Element>)
CUB_REDUCE_ALL(float)
CUB_REDUCE_ALL(double)
CUB_REDUCE_ALL(std::int32_t)
CUB_REDUCE_ALL(std::int64_t)
CUB_REDUCE(own::Element, own::Operator)

}  // namespace cub_reduce
