// The fat binary format, as nvcc 13 writes it. The format is not documented: the numbers come from comparing nvcc's output
// under different options (the toolkit's crt/fatbinary_section.h shows the wrapper).
#pragma once

#include "emulator/integers.hpp"

namespace simt::loader {

constexpr u32 kWrapperMagic = 0x466243b1;

constexpr u32 kFatbinMagic = 0xba55ed50;
constexpr u16 kFatbinVersion = 1;
struct FatbinHeader {
    u32 magic;
    u16 version, header_size;
    u64 size;  // of the entries behind the header
};

// Before each image. The header may be longer: the name and ptxas's options follow it.
constexpr u16 kEntryVersion = 0x0101;
struct EntryHeader {
    u16 kind, version;
    u32 header_size;
    u64 payload_size;     // padding included
    u32 compressed_size;  // without the padding
    u32 unknown;
    u16 minor, major;  // PTX ISA version
    u32 arch;          // 90 for sm_90 or compute_90
    u32 name_offset, name_length;
    u64 flags, unknown_too;
    u64 uncompressed_size;
};
static_assert(sizeof(FatbinHeader) == 16 && sizeof(EntryHeader) == 64);

constexpr u16 kKindPtx = 1;
constexpr u16 kKindCubin = 2;

constexpr u64 kFlagLz4 = 0x2000;   // a raw LZ4 block, no frame
constexpr u64 kFlagZstd = 0x8000;  // a zstd frame without its content's size

// The most bytes that a compressed byte can stand for. An LZ4 length byte adds 255; a zstd block of 4 bytes makes 128 KiB.
constexpr u64 kLz4MaxRatio = 256;
constexpr u64 kZstdMaxRatio = 32768;

}  // namespace simt::loader
