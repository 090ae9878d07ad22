// The roof: CUB's DeviceReduce, NVIDIA's own reduction, which comes with the toolkit. In a separate file because its
// headers take longer to compile than any rung.
#pragma once

#include <cstddef>

namespace cub_reduce {

// Bytes of scratch that reduce() needs for n elements.
template <class Element, class Operator>
std::size_t scratch_bytes(std::size_t n);

// *out = op over the n elements at `in`; all on the device. For Sum, Min and Max of float, double, int32 and int64,
// and for the operator of own_operator.hpp. scratch: scratch_bytes(n) bytes.
template <class Element, class Operator>
void reduce(Element* out, const Element* in, std::size_t n, Operator op, void* scratch);

}  // namespace cub_reduce
