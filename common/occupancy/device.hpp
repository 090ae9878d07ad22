// The resources of a multiprocessor, by compute capability: all that decides how many blocks it can hold at once.
//
// 1.3 and 2.0: Figure 1.4 of Li, Ranka and Sahni, "GPU Matrix Multiplication". 7.5 to 12.1: CUDA C++ Programming Guide,
// technical specifications by compute capability, and the constants in the toolkit's cuda_occupancy.h.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace occupancy {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr u32 kWarpSize = 32;

// How registers are allocated.
enum class RegisterRule {
    PerBlock,         // 1.x: all warps of a block together, their number rounded up to warp_unit
    PerWarp,          // 2.x: each warp by itself
    PerSubpartition,  // since then: each warp by itself, from the quarter of the multiprocessor that it runs on
};

struct Device {
    u32 major, minor;
    const char* example;  // a product with it
    u32 max_threads_per_block;
    u32 max_warps;   // of a multiprocessor
    u32 max_blocks;  // of a multiprocessor
    RegisterRule register_rule;
    u32 registers;      // 32-bit ones of a multiprocessor
    u32 register_unit;  // allocated in multiples of this many
    u32 warp_unit;      // PerBlock: warps are rounded up to a multiple
    u32 max_registers_per_thread;
    u32 shared;            // bytes of a multiprocessor
    u32 shared_unit;       // bytes; shared memory is allocated in multiples of this
    u32 shared_per_block;  // the most that a block can have
    u32 shared_reserved;   // bytes that the driver takes for each block
    std::span<const u32>
        shared_choices;  // KB: how the memory can be divided between shared memory and L1; empty: fixed
};

constexpr u32 kSubpartitions = 4;

std::span<const Device> devices();

// The multiprocessor of Kirk and Hwu, §5.4: 16,384 registers, 1,536 threads, 8 blocks. No real generation has all
// three. The book allocates registers and bytes one by one; its 48 KB of shared memory are Fermi's.
const Device& textbook();

// Nullptr if it is not in the table. "textbook" names the multiprocessor above.
const Device* find_device(u32 major, u32 minor);
const Device* find_device(std::string_view compute_capability);  // "9.0"

std::string name_of(const Device& device);   // "9.0"
std::string title_of(const Device& device);  // "Compute capability 9.0 (H100, H200)"
std::string known_capabilities();            // "1.3, 2.0, 7.5 …, textbook"

}  // namespace occupancy
