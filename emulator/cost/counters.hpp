// The costs of a launch, as the hardware counts them: per launch, and per instruction for the source lines.
#pragma once

#include <string>
#include <vector>

#include "emulator/cost/historical_models.hpp"
#include "emulator/cost/op_class.hpp"

namespace simt::cost {

// Costs of one PTX instruction over a launch. A launch's totals are the sums over its instructions.
struct OpCounters {
    u64 executed = 0;   // warp instructions issued, even if the guard is false in every lane
    u64 lanes = 0;      // thread instructions
    u64 requests = 0;   // memory: warp instructions that accessed memory
    u64 units = 0;      // global: sectors; shared: wavefronts
    u64 conflicts = 0;  // shared: bank conflicts
    u64 divergent = 0;  // branches: executions in which the lanes diverged
    // Shared memory: the same for the access of the machine code that stands for this one and those that ptxas joined with it.
    u64 joined_units = 0, joined_conflicts = 0;
    // Atomics: the requests and sectors of global memory among requests and units. A generic one may go to shared memory, too.
    u64 global_requests = 0, global_sectors = 0;
    OpCounters& operator+=(const OpCounters& more) {
        executed += more.executed;
        lanes += more.lanes;
        requests += more.requests;
        units += more.units;
        conflicts += more.conflicts;
        divergent += more.divergent;
        joined_units += more.joined_units;
        joined_conflicts += more.joined_conflicts;
        global_requests += more.global_requests;
        global_sectors += more.global_sectors;
        return *this;
    }
};

struct Counters {
    u64 warp_instructions = 0, thread_instructions = 0;
    u64 float_instructions = 0;  // warp instructions that compute with floating point
    u64 warps = 0, divergent_warps = 0;
    u64 branches = 0, divergent_branches = 0;
    u64 barriers = 0;
    u64 atomics = 0;  // requests of atom and red, in global and in shared memory
    u64 global_atomic_requests = 0, global_atomic_sectors = 0;
    u64 global_load_requests = 0, global_load_sectors = 0;
    u64 overlapped_load_requests = 0;  // of global memory, by the loads of decode/overlap.hpp
    u64 global_store_requests = 0, global_store_sectors = 0;
    u64 bulk_requests =
        0;  // bulk and tensor copies; how many sectors the hardware counts for them was not measured
    u64 dram_read_bytes = 0, dram_write_bytes = 0;  // 32 × distinct sectors over the launch
    u64 shared_load_requests = 0, shared_load_wavefronts = 0, shared_load_bank_conflicts = 0;
    u64 shared_store_requests = 0, shared_store_wavefronts = 0, shared_store_bank_conflicts = 0;
    // The six above with the accesses as ptxas joined them (decode/joined_accesses.hpp); where that is not known, the same.
    u64 joined_load_requests = 0, joined_load_wavefronts = 0, joined_load_bank_conflicts = 0;
    u64 joined_store_requests = 0, joined_store_wavefronts = 0, joined_store_bank_conflicts = 0;
    bool operator==(const Counters&) const = default;
};

// The lanes' addresses in one access of a warp. Each instruction keeps its costliest access, for display.
struct AccessPattern {
    u32 mask = 0;           // lanes; 0: none kept
    u32 width = 0;          // bytes of a lane
    u32 phase = 0;          // the first lane's address mod 128
    s64 relative[32] = {};  // each lane's address minus the first one's, for the lanes in the mask
    u32 units = 0;          // sectors or wavefronts
    u32 conflicts = 0;      // shared: bank conflicts
    Dim3 block{0, 0, 0};    // the warp's block
    u32 warp = 0;           // the warp's number in its block
};

// One memory instruction of a source line, or several equal ones (an unrolled loop).
struct LineAccess {
    OpClass op_class = OpClass::Other;
    std::string instruction;  // "ld.global.f32"
    u32 instructions = 1;     // in the PTX
    u8 joined =
        0;  // shared memory: bytes of a lane in the machine code, if ptxas joined several; 0: it did not
    u64 requests = 0, units = 0, conflicts = 0;
    u64 bytes = 0;  // bytes that the lanes asked for
    AccessPattern worst;
    void add_counts(const LineAccess& more) {
        requests += more.requests;
        units += more.units;
        conflicts += more.conflicts;
        bytes += more.bytes;
    }
};

// One source line of a kernel with the costs of its memory instructions: sums of OpCounters by space and direction.
struct LineCounters {
    std::string file;
    u32 line = 0;
    u64 warp_instructions = 0, thread_instructions = 0, divergent_branches = 0;
    u64 global_load_requests = 0, global_load_sectors = 0;
    u64 global_store_requests = 0, global_store_sectors = 0;
    u64 shared_load_requests = 0, shared_load_wavefronts = 0, shared_load_bank_conflicts = 0;
    u64 shared_store_requests = 0, shared_store_wavefronts = 0, shared_store_bank_conflicts = 0;
    u64 joined_load_requests = 0, joined_load_wavefronts = 0, joined_load_bank_conflicts = 0;
    u64 joined_store_requests = 0, joined_store_wavefronts = 0, joined_store_bank_conflicts = 0;
    u64 global_atomic_requests = 0, global_atomic_sectors = 0;
    u64 bulk_requests = 0;
    u64 global_load_bytes = 0, global_store_bytes = 0;  // that the lanes asked for; 0: not known
    std::vector<LineAccess> accesses;                   // in the order of the instructions
};

// The counters by name: the JSON, the C API, sums and comparisons go through these lists, in this order.
template <class Counts>
struct Named {
    const char* name;
    u64 Counts::*value;
};

inline constexpr Named<Counters> kCounters[] = {
    {"warp_instructions", &Counters::warp_instructions},
    {"thread_instructions", &Counters::thread_instructions},
    {"float_instructions", &Counters::float_instructions},
    {"branches", &Counters::branches},
    {"divergent_branches", &Counters::divergent_branches},
    {"divergent_warps", &Counters::divergent_warps},
    {"barriers", &Counters::barriers},
    {"global_load_requests", &Counters::global_load_requests},
    {"global_load_sectors", &Counters::global_load_sectors},
    {"overlapped_load_requests", &Counters::overlapped_load_requests},
    {"global_store_requests", &Counters::global_store_requests},
    {"global_store_sectors", &Counters::global_store_sectors},
    {"global_atomic_requests", &Counters::global_atomic_requests},
    {"global_atomic_sectors", &Counters::global_atomic_sectors},
    {"bulk_requests", &Counters::bulk_requests},
    {"dram_read_bytes", &Counters::dram_read_bytes},
    {"dram_write_bytes", &Counters::dram_write_bytes},
    {"shared_load_requests", &Counters::shared_load_requests},
    {"shared_load_wavefronts", &Counters::shared_load_wavefronts},
    {"shared_load_bank_conflicts", &Counters::shared_load_bank_conflicts},
    {"shared_store_requests", &Counters::shared_store_requests},
    {"shared_store_wavefronts", &Counters::shared_store_wavefronts},
    {"shared_store_bank_conflicts", &Counters::shared_store_bank_conflicts},
    {"joined_load_requests", &Counters::joined_load_requests},
    {"joined_load_wavefronts", &Counters::joined_load_wavefronts},
    {"joined_load_bank_conflicts", &Counters::joined_load_bank_conflicts},
    {"joined_store_requests", &Counters::joined_store_requests},
    {"joined_store_wavefronts", &Counters::joined_store_wavefronts},
    {"joined_store_bank_conflicts", &Counters::joined_store_bank_conflicts},
    {"atomics", &Counters::atomics},
};

inline constexpr Named<LineCounters> kLineCounters[] = {
    {"warp_instructions", &LineCounters::warp_instructions},
    {"thread_instructions", &LineCounters::thread_instructions},
    {"divergent_branches", &LineCounters::divergent_branches},
    {"global_load_requests", &LineCounters::global_load_requests},
    {"global_load_sectors", &LineCounters::global_load_sectors},
    {"global_load_bytes", &LineCounters::global_load_bytes},
    {"global_store_requests", &LineCounters::global_store_requests},
    {"global_store_sectors", &LineCounters::global_store_sectors},
    {"global_store_bytes", &LineCounters::global_store_bytes},
    {"global_atomic_requests", &LineCounters::global_atomic_requests},
    {"global_atomic_sectors", &LineCounters::global_atomic_sectors},
    {"bulk_requests", &LineCounters::bulk_requests},
    {"shared_load_requests", &LineCounters::shared_load_requests},
    {"shared_load_wavefronts", &LineCounters::shared_load_wavefronts},
    {"shared_load_bank_conflicts", &LineCounters::shared_load_bank_conflicts},
    {"shared_store_requests", &LineCounters::shared_store_requests},
    {"shared_store_wavefronts", &LineCounters::shared_store_wavefronts},
    {"shared_store_bank_conflicts", &LineCounters::shared_store_bank_conflicts},
    {"joined_load_requests", &LineCounters::joined_load_requests},
    {"joined_load_wavefronts", &LineCounters::joined_load_wavefronts},
    {"joined_load_bank_conflicts", &LineCounters::joined_load_bank_conflicts},
    {"joined_store_requests", &LineCounters::joined_store_requests},
    {"joined_store_wavefronts", &LineCounters::joined_store_wavefronts},
    {"joined_store_bank_conflicts", &LineCounters::joined_store_bank_conflicts},
};

}  // namespace simt::cost
