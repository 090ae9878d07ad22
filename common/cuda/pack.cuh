// Sixteen neighbouring bytes of an array, the most that one instruction loads: like float4 or int4, for any element
// type.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace gpu {

constexpr std::size_t kPackBytes = 16;

template <class Element>
struct alignas(kPackBytes) Pack {
    static constexpr unsigned kElements = kPackBytes / sizeof(Element);
    static_assert(sizeof(Element) * kElements == kPackBytes, "packs are full");
    Element element[kElements];
};

// Loads the pack that begins at `element`, a multiple of 16 bytes, in one instruction. Copying it as a Pack could
// become a load for each element, since the compiler may split a structure into its members.
template <class Element>
__device__ Pack<Element> load_pack(const Element* element) {
    const uint4 words = *reinterpret_cast<const uint4*>(element);
    Pack<Element> pack;
    memcpy(&pack, &words, sizeof pack);
    return pack;
}

template <class Element>
__device__ void store_pack(Element* element, const Pack<Element>& pack) {
    uint4 words;
    memcpy(&words, &pack, sizeof words);
    *reinterpret_cast<uint4*>(element) = words;
}

// An array as packs, which start at multiples of 16 bytes, and fewer than a pack of elements before and after them.
template <class Element>
struct Packed {
    const Element* in;
    std::size_t n;
    std::size_t head;   // elements before the first pack
    std::size_t packs;  // how many

    Packed(const Element* array, std::size_t count) : in(array), n(count) {
        const std::size_t beyond = reinterpret_cast<std::uintptr_t>(array) % kPackBytes;
        const std::size_t skipped = beyond == 0 ? 0 : (kPackBytes - beyond) / sizeof(Element);
        head = skipped < count ? skipped : count;
        packs = (count - head) / Pack<Element>::kElements;
    }

    __device__ Pack<Element> pack(std::size_t p) const {
        return load_pack(in + head + p * Pack<Element>::kElements);
    }
    // The first element after the packs; n if there is none.
    __device__ std::size_t tail() const { return head + packs * Pack<Element>::kElements; }
};

template <class Element>
__device__ Pack<Element> pack_of(Element value) {
    Pack<Element> pack;
#pragma unroll
    for (Element& element : pack.element) element = value;
    return pack;
}

// result = op(result, pack), element by element: kElements independent operations.
template <class Element, class Operator>
__device__ void combine(Pack<Element>& result, const Pack<Element>& pack, Operator op) {
#pragma unroll
    for (unsigned k = 0; k < Pack<Element>::kElements; ++k)
        result.element[k] = op(result.element[k], pack.element[k]);
}

// All elements of a pack combined, in their order.
template <class Element, class Operator>
__device__ Element reduce_pack(const Pack<Element>& pack, Operator op) {
    Element result = pack.element[0];
#pragma unroll
    for (unsigned k = 1; k < Pack<Element>::kElements; ++k) result = op(result, pack.element[k]);
    return result;
}

}  // namespace gpu
