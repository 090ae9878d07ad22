// NVIDIA's own reduction, CUB's DeviceReduce, as a roof: what comes with the toolkit and has to be matched. In a file of
// its own, since its headers take a compiler longer than all rungs together.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cub_reduce {

// Bytes of scratch that sum() needs for n elements.
template <class Element>
std::size_t scratch_bytes(std::size_t n);

// *out = the sum of the n elements at `in`; all on the device. For float and int32. scratch: scratch_bytes(n) bytes.
template <class Element>
void sum(Element* out, const Element* in, std::size_t n, void* scratch);

extern template std::size_t scratch_bytes<float>(std::size_t);
extern template std::size_t scratch_bytes<std::int32_t>(std::size_t);
extern template void sum(float*, const float*, std::size_t, void*);
extern template void sum(std::int32_t*, const std::int32_t*, std::size_t, void*);

}  // namespace cub_reduce
