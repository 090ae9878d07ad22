// From the pointer that __cudaRegisterFatBinary receives to the images inside: PTX text and cubins, decompressed.
//
// Layout: wrapper (magic 0x466243B1, version 1 or 2) -> fat binary (magic 0xBA55ED50) -> entries, each with a header
// of its own size. Payloads are plain, LZ4 blocks or zstd frames. Every length is checked before it is used.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "emulator/integers.hpp"

namespace simt::loader {

struct Image {
    enum class Kind { Ptx, Cubin };
    Kind kind;
    u32 arch;                      // 90 for sm_90 or compute_90
    std::string name;              // the source file, where nvcc recorded it (-lineinfo); else empty
    std::vector<std::byte> bytes;  // decompressed; PTX without its terminating NULs
};

// All images of one fat binary (the bytes from its 0xBA55ED50 header on). Throws simt::Error with a sentence that
// names the problem and its offset. A well-formed fat binary of size 0 has no images.
std::vector<Image> read(std::span<const std::byte> fatbin);

// The same from the fat binary at an address of this process, which says its own length.
std::vector<Image> read_at(const void* fatbin);

// The same from a wrapper in this process's memory (version 1: one fat binary; version 2: also the NULL-terminated array
// of fat binaries that were device-linked, -rdc=true).
std::vector<Image> read_wrapper(const void* wrapper);

}  // namespace simt::loader
