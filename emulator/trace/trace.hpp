// What `simt --trace` records: the source lines and the accesses of chosen warps, in order. FORMAT.md describes the file;
// writer.hpp writes it, reader.hpp reads it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "emulator/integers.hpp"
#include "emulator/memory/shape.hpp"

namespace simt::trace {

constexpr u32 kLanes = 32;

// Block: a barrier of the block, which accesses no memory.
enum class Space : u8 { Global, Constant, Shared, Local, Block };
enum class Kind : u8 { Load, Store, Atomic, Barrier };
using memory::Shape;

// The words of the file, in the enumerations' order.
inline constexpr const char* kSpaces[] = {"global", "constant", "shared", "local", "block"};
inline constexpr const char* kKinds[] = {"load", "store", "atomic", "barrier"};

struct Instruction {
    Space space = Space::Global;
    Kind kind = Kind::Load;
    u32 width = 0;  // bytes that a lane accesses
    u32 line = 0;   // of the source file; 0: not known
    std::string opcode, file;
    bool operator==(const Instruction&) const = default;
};

// An allocation in global or constant memory.
struct Array {
    u64 number = 0;  // 1, 2, … in the order of allocation
    u64 bytes = 0;
    std::string name;                // "cudaMalloc (2nd call)"
    std::vector<Shape> shapes = {};  // where two overlap, the later one holds
    bool operator==(const Array&) const = default;
};

// A variable in shared memory.
struct SharedArray {
    u32 offset = 0, bytes = 0;
    std::string name;
    bool operator==(const SharedArray&) const = default;
};

// A source line.
struct Place {
    u32 line = 0;
    std::string file;
    bool operator==(const Place&) const = default;
};

// A warp begins to execute instructions of another source line, or of the same line with other lanes.
struct Arrival {
    u32 place = 0;  // index into Launch::places
    u64 block = 0;
    u32 warp = 0;
    u64 clock = 0;  // as an access's
    u32 mask = 0;   // the lanes at work there
    bool operator==(const Arrival&) const = default;
};

// One instruction of one warp.
struct Access {
    u32 instruction = 0;  // index into Launch::instructions
    u64 block = 0;        // linear number in the grid; x varies fastest
    u32 warp = 0;         // in its block
    u64 clock = 0;        // orders the accesses of a block: instructions that its warps had executed
    u32 mask = 0;         // the lanes that took part
    u32 cost = 0;         // global memory: sectors. Shared memory: wavefronts. 0: not counted
    u64 array = 0;        // Array::number; 0: shared and local memory, or lanes in more than one array
    // Of the lanes in the mask: bytes from the beginning of the array, of the block's shared memory, or of the thread's
    // local memory. If global memory has no array here, whole addresses.
    std::array<s64, kLanes> at{};
    bool operator==(const Access&) const = default;
};

struct Launch {
    u64 number = 0;  // 1, 2, … in the program
    Dim3 grid, block;
    u32 shared_bytes = 0;  // of a block
    std::string kernel;
    std::vector<Instruction> instructions = {};  // in the order of their first accesses, like the arrays
    std::vector<Array> arrays = {};
    std::vector<SharedArray> shared_arrays = {};
    std::vector<Place> places = {};  // in the order of their first arrivals
    std::vector<Arrival> arrivals = {};
    std::vector<Access> accesses = {};
    bool operator==(const Launch&) const = default;
};

struct Trace {
    std::vector<Launch> launches;  // those in which a chosen warp ran
    std::optional<u64> cut_after;  // accesses; nothing: the limit was not reached
    bool complete = false;         // false: the program was killed before the end was written
    bool operator==(const Trace&) const = default;
};

// Which warps are recorded.
struct Selection {
    bool all = false;
    u64 every = 1;  // of all: every so-many-th block
    Dim3 block{0, 0, 0};
    bool one_warp = true;  // of the block
    u32 warp = 0;
    bool operator==(const Selection&) const = default;
    bool wants(u64 linear_block, const Dim3& grid, u32 number) const {
        if (all) return linear_block % every == 0;
        return grid.index_of(linear_block) == block && (!one_warp || number == warp);
    }
};

}  // namespace simt::trace
