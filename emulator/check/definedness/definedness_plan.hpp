// How each instruction of a function propagates undefined bits (definedness.hpp). The plan is read from the PTX once, when a
// warp first has undefined bits in that function.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "emulator/check/decoded.hpp"
#include "emulator/check/definedness/undefined_bits.hpp"
#include "emulator/decode/code.hpp"

namespace simt::check {

using isa::Effect;

// An operand: a register, or an immediate value.
struct Part {
    static constexpr u32 kNone = ~0u;
    u32 number = kNone;  // of the register; kNone: no register
    u32 slot = 0;
    u8 bytes = 0;  // of the register; 0: a predicate
    bool negated = false;
    bool known = true;  // false: a special register or an address, whose value is not looked up here
    u64 value = 0;      // of an immediate
    u32 width() const { return bytes == 0 ? 1 : 8u * bytes; }
};

// Another load (or store) in the same basic block through the same address register. Both then access one structure.
struct Beside {
    s64 distance;  // its address minus this one's
    u32 bytes;
};

struct Step {
    Effect effect = Effect::Mix;
    u8 width = 32;       // bits of the operation; for a Load or Store, of an element
    u8 from_width = 32;  // Extend
    bool is_signed = false;
    bool wraps = false;                                // FunnelLeft, FunnelRight
    undefined::Order order = undefined::Order::Equal;  // Compare
    Effect combine = Effect::Move;  // Compare with a third predicate: And, Or, Not (xor); Move: without one
    bool leaves = false;            // others may see whether it runs, so its guard must be defined
    bool in_local = false;          // Load, Store: of local memory
    bool in_shared = false;
    bool has_no_line = false;  // no source line: the compiler's own, or a build without line numbers
    Part guard;
    std::vector<Part> sources;  // for a Load or Store, without the address
    Part address;
    std::vector<Part> results;
    std::vector<Beside> beside;  // Load, Store
};

// Compilers copy a structure piece by piece, and a piece may be all padding. Returns whether a lane's `bytes` bytes at the
// address are such a piece. Take the aligned place of 2, 4, … times as many bytes around them, up to 16 bytes. The bytes are
// padding if two things hold: some piece of the structure is as wide as the place, so alignment can require padding there;
// and another piece has a byte in the place for which written(address) holds. Debug code (nvcc -G) needs no wide piece: it
// copies word by word, and has no unrolled loops that would look the same.
template <class Written>
bool is_piece_of_padding(const Step& step, u64 address, u32 bytes, bool debug, Written written) {
    constexpr u32 kWidest = 16;
    for (u64 place = 2 * bytes; place <= kWidest; place *= 2) {
        bool wider = debug, used = false;
        for (const Beside& other : step.beside) {
            wider |= other.bytes >= place;
            for (u32 k = 0; k < other.bytes; ++k) {
                const u64 byte = address + static_cast<u64>(other.distance) + k;
                used |= byte / place == address / place && written(byte);
            }
        }
        if (wider && used) return true;
    }
    return false;
}

// Which registers of a function are live (may still be read) at the beginning of each basic block. The undefined bits of dead
// registers are dropped there (definedness.hpp).
class LiveRegisters {
  public:
    explicit LiveRegisters(const ptx::Function& function);
    // Whether a basic block begins with the instruction.
    bool begins_block(const ptx::Instruction& instruction) const;
    // Whether the register may be read from there on, before it is overwritten.
    bool is_live(const ptx::Instruction& block_begin, u32 number) const;
    u32 number_of(const std::string& name) const { return numbers_.at(name); }  // the name must occur
    u32 registers() const { return static_cast<u32>(numbers_.size()); }

  private:
    u32 position(const ptx::Instruction& instruction) const {
        return static_cast<u32>(&instruction - function_.body.data());
    }

    const ptx::Function& function_;
    std::unordered_map<std::string, u32> numbers_;
    std::vector<std::vector<u64>> live_;  // by block, a bit for each register
    std::vector<u32> block_at_;           // by instruction: the block that begins there, or kNoBlock
};

class DefinednessPlan {
  public:
    explicit DefinednessPlan(const FunctionCode& code);
    const Step& step(const ptx::Instruction& instruction) const { return steps_[position(instruction)]; }
    const LiveRegisters& live() const { return live_; }
    Part register_part(const std::string& name) const;       // the name must occur
    u32 registers() const { return live_.registers() + 1; }  // the last one is the carry

  private:
    std::size_t position(const ptx::Instruction& instruction) const {
        return static_cast<std::size_t>(&instruction - code_.source->body.data());
    }
    Step read(const ptx::Instruction& instruction) const;
    void find_pieces();
    Part part_of(const ptx::Operand& operand) const;
    void add_parts(const ptx::Operand& operand, std::vector<Part>& parts) const;

    const FunctionCode& code_;
    LiveRegisters live_;
    std::vector<Step> steps_;
};

// The plans of a kernel's functions, each made when a warp first meets undefined bits there.
class DefinednessPlans {
  public:
    explicit DefinednessPlans(const Code& code) : functions_(code.functions), plans_(functions_.size()) {}
    const DefinednessPlan& of(const FunctionCode& function);

  private:
    struct Entry {
        std::atomic<bool> made = false;
        std::optional<DefinednessPlan> plan;
    };
    std::mutex mutex_;
    const std::vector<FunctionCode>& functions_;
    std::vector<Entry> plans_;  // by function
};

}  // namespace simt::check
