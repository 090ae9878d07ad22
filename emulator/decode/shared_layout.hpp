// Where variables lie in a block's shared memory.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "emulator/ptx/module.hpp"

namespace simt::exec {

struct SharedLayout {
    std::unordered_map<const ptx::Variable*, u32> offsets;  // of those that have a size
    u32 static_bytes = 0;
    std::optional<u32> reserved;  // where the bytes begin that cooperative groups of several warps use
    u32 dynamic_begin = 0;        // where all extern __shared__ arrays begin: behind the static ones

    u32 offset_of(const ptx::Variable& variable) const {
        return variable.size == 0 ? dynamic_begin : offsets.at(&variable);
    }
};

// %reserved_smem_offset_1 is where cooperative groups find their bytes, as many as cooperative_groups/details/memory.h
// counts on.
constexpr const char* kReservedSharedRegister = "%reserved_smem_offset_1";
constexpr u32 kReservedSharedBytes = 288;

// functions: all that the kernel may run.
SharedLayout lay_out_shared(const ptx::Module& module, const std::vector<const ptx::Function*>& functions);

}  // namespace simt::exec
