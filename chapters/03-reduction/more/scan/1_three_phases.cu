// Three phases: blocks scan their tiles; the tiles' sums are scanned in the same way; then the sum of the tiles before it is
// added to every tile. A block knows that sum only when the blocks before it are done, and only the end of a launch says that
// they are.
//
// Predicted: the array is read twice and written twice, so half of a copy's speed at best.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"
#include "common/cuda/pack.cuh"
#include "common/cuda/scan_tile.cuh"

namespace scan::three_phases {

// Scans each tile by itself; sums[tile] receives its sum.
template <bool kAligned, class Element, class Operator>
static __global__ void __launch_bounds__(kThreads)
    tiles_kernel(Element* out, Element* sums, const Element* in, std::size_t n, Operator op) {
    const std::size_t first = blockIdx.x * kTile<Element>;
    Share<Element> share = load_tile<kAligned>(in, first, n, op);
    const Element sum = scan_tile(share, op);
    store_tile<kAligned>(out, first, n, share);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// Adds the sum of all tiles before it to each tile. Block b has tile b + 1: there is nothing before the first.
template <bool kAligned, class Element, class Operator>
static __global__ void __launch_bounds__(kThreads)
    offsets_kernel(Element* out, const Element* sums, std::size_t n, Operator op) {
    const std::size_t first = (blockIdx.x + std::size_t{1}) * kTile<Element>;
    Share<Element> share = load_tile<kAligned>(out, first, n, op);
    put_before(share, sums[blockIdx.x], op);
    store_tile<kAligned>(out, first, n, share);
}

template <class Element>
std::size_t tiles(std::size_t n) {
    return (n + kTile<Element> - 1) / kTile<Element>;
}

// The sums of the tiles, those of the sums' tiles, and so on; each a multiple of 16 bytes.
template <class Element>
std::size_t scratch_bytes(std::size_t n) {
    std::size_t bytes = 0;
    do {
        n = std::max<std::size_t>(1, tiles<Element>(n));
        bytes += (n * sizeof(Element) + gpu::kPackBytes - 1) / gpu::kPackBytes * gpu::kPackBytes;
    } while (n > 1);
    return bytes;
}

// out[i] = op over in[0] … in[i], for the n elements at `in`; both on the device, out may be in. Any n. scratch:
// scratch_bytes(n) bytes at a multiple of 16, zero before the first call; the next call may use them again as they are.
template <class Element, class Operator>
void scan(Element* out, const Element* in, std::size_t n, Operator op, void* scratch) {
    if (n == 0) return;  // a grid of 0 blocks is an error
    const std::size_t count = tiles<Element>(n);
    Element* const sums = static_cast<Element*>(scratch);
    const auto addresses = reinterpret_cast<std::uintptr_t>(out) | reinterpret_cast<std::uintptr_t>(in);
    const bool aligned = addresses % gpu::kPackBytes == 0;
    const dim3 grid(static_cast<unsigned>(count));
    const dim3 all_but_the_first(static_cast<unsigned>(count - 1));
    const dim3 block(kThreads);
    // region: phases
    (aligned ? tiles_kernel<true, Element, Operator>
             : tiles_kernel<false, Element, Operator>)<<<grid, block>>>(out, sums, in, n, op);
    CUDA_CHECK(cudaGetLastError());
    if (count == 1) return;
    void* const rest = static_cast<char*>(scratch) +
                       (count * sizeof(Element) + gpu::kPackBytes - 1) / gpu::kPackBytes * gpu::kPackBytes;
    scan(sums, sums, count, op, rest);
    (aligned ? offsets_kernel<true, Element, Operator>
             : offsets_kernel<false, Element, Operator>)<<<all_but_the_first, block>>>(out, sums, n, op);
    CUDA_CHECK(cudaGetLastError());
    // end region
}

}  // namespace scan::three_phases
