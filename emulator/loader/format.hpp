// The numbers of the fat binary format, as nvcc 13 writes it. The format is not documented: the numbers come from
// comparing nvcc's output under different options (the toolkit's crt/fatbinary_section.h shows the wrapper).
#pragma once

#include "emulator/integers.hpp"

namespace simt::loader {

constexpr u32 kWrapperMagic = 0x466243b1;
constexpr u32 kFatbinMagic = 0xba55ed50;
constexpr u16 kFatbinVersion = 1;
constexpr u64 kFatbinHeaderSize = 16;  // u32 magic, u16 version, u16 header size, u64 bytes behind the header

// An entry's header. It may be longer: the name and ptxas's options follow it.
constexpr u16 kEntryVersion = 0x0101;
constexpr u64 kEntryHeaderSize = 64;
constexpr u64 kEntryKind = 0;               // u16
constexpr u64 kEntryVersionAt = 2;          // u16
constexpr u64 kEntryHeaderSizeAt = 4;       // u32
constexpr u64 kEntryPayloadSize = 8;        // u64, padding included
constexpr u64 kEntryCompressedSize = 16;    // u32, without the padding
constexpr u64 kEntryMinor = 24;             // u16
constexpr u64 kEntryMajor = 26;             // u16
constexpr u64 kEntryArch = 28;              // u32
constexpr u64 kEntryNameOffset = 32;        // u32, from the start of the entry
constexpr u64 kEntryNameLength = 36;        // u32
constexpr u64 kEntryFlags = 40;             // u64
constexpr u64 kEntryUncompressedSize = 56;  // u64

constexpr u16 kKindPtx = 1;
constexpr u16 kKindCubin = 2;

constexpr u64 kFlagLz4 = 0x2000;   // a raw LZ4 block, no frame
constexpr u64 kFlagZstd = 0x8000;  // a zstd frame without its content's size

// The most that a compressed byte can stand for: an LZ4 length byte adds 255; a zstd block of 4 bytes makes 128 KiB.
constexpr u64 kLz4MaxRatio = 256;
constexpr u64 kZstdMaxRatio = 32768;

}  // namespace simt::loader
