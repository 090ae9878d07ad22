// CUDA arrays and mipmapped arrays. Their memory is an ordinary allocation, of which the program learns no address.
#pragma once

#include <memory>
#include <vector>

#include "emulator/memory/images.hpp"
#include "emulator/runtime/entry_points.hpp"
#include "emulator/runtime/transfer.hpp"

namespace simt::runtime {

struct Array {
    cudaChannelFormatDesc channels{};
    cudaExtent extent{};  // as the program gave it
    unsigned flags = 0;
    memory::Image image;  // of a mipmapped array: all levels
    u64 address = 0;      // of its allocation
    bool mipmapped = false, freed = false;
};

// The live array behind a handle. Throws a Failure with a sentence for any other.
const Array& array_of(cudaArray_const_t handle);
const Array& mipmapped_array_of(cudaMipmappedArray_const_t handle);

// The format of channels. Throws a Failure for formats that textures lack, or that the emulator does.
memory::TexelFormat format_of(const cudaChannelFormatDesc& channels);

// A place in an array: a byte of a row, a row, a slice or layer.
struct ArrayPlace {
    u64 byte = 0, row = 0, slice = 0;
};
// Rows of the array from there on. Throws a Failure if they do not lie in it.
Rows rows_in(const Array& array, const ArrayPlace& place, u64 width, u64 height);

}  // namespace simt::runtime
