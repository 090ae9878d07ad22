// Occupancy: how many blocks of a kernel a multiprocessor holds at once, what limits that number, and which share of
// its warps they fill.
//
// 1.3 and 2.0: Equations 1.1 to 1.6 of Li, Ranka and Sahni, "GPU Matrix Multiplication". The print has floors in 1.2,
// 1.4 and 1.6, but its own example needs ceilings, which are used here. 7.5 to 12.1: the rules of cuda_occupancy.h.
// The test compares with that header, and emulator/test/runtime/occupancy_test.cpp with an H200's answers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/occupancy/device.hpp"

namespace occupancy {

struct Kernel {
    u32 threads = 0;    // of a block
    u32 registers = 0;  // of a thread; 0: none, or unknown
    u64 shared = 0;     // bytes of a block, static and dynamic together
    int carveout =
        -1;  // percent of the memory that the kernel prefers as shared memory; -1: as much as there is
};

enum class Limit { Warps, Registers, SharedMemory, Blocks };
const char* name_of(Limit limit);  // "warps", "registers", "shared memory", "blocks"

struct Occupancy {
    u32 blocks = 0;  // resident at once
    u32 warps_per_block = 0;
    u32 max_warps = 0;

    // Blocks that fit if this resource alone limits them; nothing if the kernel does not use it.
    u32 by_warps = 0;
    std::optional<u32> by_registers, by_shared;
    u32 by_blocks = 0;

    u32 registers_per_block = 0;  // as allocated
    u64 shared_per_block = 0;     // as allocated, with the driver's share
    u64 shared_capacity = 0;      // of the multiprocessor, as divided for this kernel

    u32 warps() const { return blocks * warps_per_block; }
    double ratio() const { return max_warps == 0 ? 0 : static_cast<double>(warps()) / max_warps; }
    std::vector<Limit> limits() const;  // every resource that allows no further block
};

// Every input is valid: a kernel that fits nowhere has 0 blocks.
Occupancy calculate(const Device& device, const Kernel& kernel);

// Why the device can run no block of the kernel; empty if it can.
std::string why_impossible(const Device& device, const Kernel& kernel);

// "registers", "warps and blocks", "warps, registers and shared memory".
std::string names_of(const std::vector<Limit>& limits);

// The number of warps for which a multiprocessor's registers suffice (PerSubpartition).
u32 warps_by_registers(const Device& device, u32 registers);

// The shared memory of a multiprocessor as divided for a kernel whose blocks take `shared_per_block` bytes: the
// smallest choice that covers the kernel's preference and holds at least one block.
u64 shared_capacity(const Device& device, const Kernel& kernel, u64 shared_per_block);

// The bytes that a block takes, with the driver's share.
u64 shared_of_block(const Device& device, u64 shared);

// The dynamic shared memory that each of `blocks` resident blocks could have besides kernel.shared, as CUDA answers:
// its share of the capacity, without subtracting the driver's part. Nothing if so many blocks can never be resident.
std::optional<u64> available_shared(const Device& device, const Kernel& kernel, u32 blocks);

}  // namespace occupancy
