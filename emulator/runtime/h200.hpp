// The emulated device: the limits of an NVIDIA H200 (compute capability 9.0), as cudaGetDeviceProperties prints them
// on that GPU. Launches and attributes are computed from them. Occupancy has a table of its own,
// common/occupancy/device.cpp; a test compares the two.
#pragma once

#include "emulator/integers.hpp"

namespace simt::runtime::h200 {

constexpr const char* kName = "NVIDIA H200 (emulated)";
constexpr u32 kMajor = 9, kMinor = 0;
constexpr u32 kMultiprocessors = 132;
constexpr u32 kWarpSize = 32;

constexpr u32 kMaxThreadsPerBlock = 1024;
constexpr u32 kMaxBlockX = 1024, kMaxBlockY = 1024, kMaxBlockZ = 64;
constexpr u32 kMaxGridX = 2147483647, kMaxGridY = 65535, kMaxGridZ = 65535;

constexpr u32 kMaxThreadsPerMultiprocessor = 2048;
constexpr u32 kMaxBlocksPerMultiprocessor = 32;

constexpr u32 kRegistersPerBlock = 65536;
constexpr u32 kRegistersPerMultiprocessor = 65536;

constexpr u32 kSharedPerBlock = 48 << 10;        // without opting in
constexpr u32 kSharedPerBlockOptin = 227 << 10;  // after cudaFuncSetAttribute
constexpr u32 kSharedPerMultiprocessor = 228 << 10;
constexpr u32 kSharedReservedPerBlock = 1 << 10;  // for the driver

constexpr u32 kConstantMemory = 64 << 10;
constexpr u32 kTextureAlignment = 512;

}  // namespace simt::runtime::h200
