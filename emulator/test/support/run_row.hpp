// Test support: runs a row's handler on operands, 32 sets at a time, like a warp.
#pragma once

#include <span>
#include <vector>

#include "emulator/test/support/row_inputs.hpp"

namespace simt::exec::row_test {

struct Result {
    u64 value = 0;
    bool carry = false;
    bool operator==(const Result&) const = default;
};

// A register file with one row per operand and one for the carry flag.
class RegisterFile {
  public:
    static constexpr u32 kRowBytes = 256;

    static u32 slot(int k) { return static_cast<u32>(k) * kRowBytes; }
    u8* data() { return bytes_; }

    void write(u32 slot, Element element, int lane, u64 value) {
        u8* const row = bytes_ + slot;
        switch (element) {
            case Element::Pred: {
                u32& mask = *reinterpret_cast<u32*>(row);
                mask = (mask & ~(1u << lane)) | static_cast<u32>(value & 1) << lane;
                break;
            }
            case Element::B16:
                reinterpret_cast<u16*>(row)[lane] = static_cast<u16>(value);
                break;
            case Element::B32:
            case Element::F32:
                reinterpret_cast<u32*>(row)[lane] = static_cast<u32>(value);
                break;
            default:
                reinterpret_cast<u64*>(row)[lane] = value;
                break;
        }
    }

    u64 read(u32 slot, Element element, int lane) const {
        const u8* const row = bytes_ + slot;
        switch (element) {
            case Element::Pred:
                return *reinterpret_cast<const u32*>(row) >> lane & 1u;
            case Element::B16:
                return reinterpret_cast<const u16*>(row)[lane];
            case Element::B32:
            case Element::F32:
                return reinterpret_cast<const u32*>(row)[lane];
            default:
                return reinterpret_cast<const u64*>(row)[lane];
        }
    }

  private:
    alignas(64) u8 bytes_[6 * kRowBytes] = {};
};

// Runs the row on up to 32 sets with the lanes of `exec`. Inactive lanes keep `before`. With `in_place`, the
// destination is the first source's row.
inline std::vector<Result> run_warp(const Row& row, std::span<const Operands> sets, u32 exec, u64 before,
                                    bool in_place) {
    RegisterFile registers;
    Op op;
    for (int k = 0; k < 6; ++k) op.slot[k] = RegisterFile::slot(k);
    if (in_place) op.slot[0] = op.slot[1];
    for (int lane = 0; lane < static_cast<int>(sets.size()); ++lane) {
        const Operands& set = sets[static_cast<std::size_t>(lane)];
        registers.write(op.slot[0], row.element[0], lane, before);
        for (int k = 1; k < row.operands; ++k)
            registers.write(op.slot[k], row.element[k], lane, set.source[k - 1]);
        if (row.uses_carry) registers.write(op.slot[kCarrySlot], Element::Pred, lane, set.carry);
    }
    Warp warp{registers.data(), exec, nullptr};
    row.handler(warp, &op);
    std::vector<Result> results;
    for (int lane = 0; lane < static_cast<int>(sets.size()); ++lane) {
        const bool carry = row.uses_carry && registers.read(op.slot[kCarrySlot], Element::Pred, lane) != 0;
        results.push_back({registers.read(op.slot[0], row.element[0], lane), carry});
    }
    return results;
}

// The row's results for all sets, with every lane active.
inline std::vector<Result> run_row(const Row& row, std::span<const Operands> sets) {
    std::vector<Result> results;
    for (std::size_t first = 0; first < sets.size(); first += kLanes) {
        const std::vector<Result> warp = run_warp(row, sets.subspan(first, kLanes), kAllLanes, 0, false);
        results.insert(results.end(), warp.begin(), warp.end());
    }
    return results;
}

}  // namespace simt::exec::row_test
