// See line_counts.hpp.
#include "emulator/exec/line_counts.hpp"

#include <algorithm>

#include "emulator/cost/access_models.hpp"
#include "emulator/decode/joined_accesses.hpp"

namespace simt::exec {

namespace {

using cost::LineCounters;
using cost::OpClass;
using cost::OpCounters;

// The members of LineCounters that count memory instructions of one class.
// joined: for shared memory, with the accesses as ptxas joined them: requests, units, conflicts.
struct MemoryCounters {
    OpClass op_class;
    u64 LineCounters::*requests;
    u64 LineCounters::*units;
    u64 LineCounters::*conflicts;
    u64 LineCounters::*bytes;
    u64 LineCounters::*joined[3] = {};
};

constexpr MemoryCounters kMemoryCounters[] = {
    {OpClass::GlobalLoad, &LineCounters::global_load_requests, &LineCounters::global_load_sectors, nullptr,
     &LineCounters::global_load_bytes},
    {OpClass::GlobalStore, &LineCounters::global_store_requests, &LineCounters::global_store_sectors, nullptr,
     &LineCounters::global_store_bytes},
    {OpClass::SharedLoad,
     &LineCounters::shared_load_requests,
     &LineCounters::shared_load_wavefronts,
     &LineCounters::shared_load_bank_conflicts,
     nullptr,
     {&LineCounters::joined_load_requests, &LineCounters::joined_load_wavefronts,
      &LineCounters::joined_load_bank_conflicts}},
    {OpClass::SharedStore,
     &LineCounters::shared_store_requests,
     &LineCounters::shared_store_wavefronts,
     &LineCounters::shared_store_bank_conflicts,
     nullptr,
     {&LineCounters::joined_store_requests, &LineCounters::joined_store_wavefronts,
      &LineCounters::joined_store_bank_conflicts}},
};

bool alike(const cost::LineAccess& a, const cost::LineAccess& b) {
    return a.op_class == b.op_class && a.instruction == b.instruction && a.worst.mask == b.worst.mask &&
           a.worst.units == b.worst.units && a.worst.conflicts == b.worst.conflicts &&
           std::ranges::equal(a.worst.relative, b.worst.relative);
}

// Makes an access the one of the machine code that stands for it and its neighbours.
void join(cost::LineAccess& access, const Op& op, const OpCounters& sums) {
    access.joined = op.joined;
    access.units = sums.joined_units;
    access.conflicts = sums.joined_conflicts;
    cost::AccessPattern& worst = access.worst;
    if (worst.mask == 0) return;
    u32 offsets[kLanes];
    for (int lane = 0; lane < kLanes; ++lane)
        offsets[lane] = static_cast<u32>(worst.phase + worst.relative[lane]);
    const cost::SharedCost cost =
        cost::shared_cost(offsets, worst.mask, op.joined, access.op_class == OpClass::SharedStore);
    worst.width = op.joined;
    worst.units = cost.wavefronts;
    worst.conflicts = cost.conflicts;
}

}  // namespace

void count_stretches(Worker& worker) {
    for (const Stretch& stretch : worker.code->stretches) {
        if (worker.stretches.empty()) return;  // the worker has run no block
        const StretchCounters* const groups = worker.stretches.data() + stretch.counters;
        for (u32 k = 0; k < stretch.parts.size(); ++k) {
            const Stretch::Part part = stretch.parts[k];
            const StretchCounters& group = groups[part.group];
            OpCounters& op = worker.counters[stretch.first + k];
            if (k != 0) {  // the interpreter counted the first one
                op.executed += group.times;
                op.lanes += group.times * kLanes;
            }
            if (part.kind != Stretch::Kind::Load) continue;
            op.requests += group.times;
            op.units += group.units;
            op.conflicts += group.conflicts;
            const u8 joined = worker.code->ops[stretch.first + k].joined;
            if (joined <= JoinedAccesses::kElsewhere) continue;
            op.joined_units += group.joined_units[joined == 16];
            op.joined_conflicts += group.joined_conflicts[joined == 16];
        }
    }
}

void add_memory(LineCounters& line, const Code& code, u32 index, const OpCounters& op, u64 asked) {
    const u8 joined = code.ops[index].joined;
    line.global_atomic_requests += op.global_requests;
    line.global_atomic_sectors += op.global_sectors;
    const auto found =
        std::ranges::find(kMemoryCounters, code.info[index].op_class, &MemoryCounters::op_class);
    if (found == std::end(kMemoryCounters)) return;
    line.*found->requests += op.requests;
    line.*found->units += op.units;
    if (found->conflicts != nullptr) line.*found->conflicts += op.conflicts;
    if (found->bytes != nullptr) line.*found->bytes += asked;
    if (found->joined[0] == nullptr || joined == JoinedAccesses::kElsewhere) return;
    line.*found->joined[0] += op.requests;
    line.*found->joined[1] += joined != 0 ? op.joined_units : op.units;
    line.*found->joined[2] += joined != 0 ? op.joined_conflicts : op.conflicts;
}

void add_access(LineCounters& line, const std::vector<Worker>& workers, const Code& code, u32 op,
                const OpCounters& sums, u64 asked) {
    const u8 joined = code.ops[op].joined;
    if (joined == JoinedAccesses::kElsewhere) return;
    cost::LineAccess access{.op_class = code.info[op].op_class,
                            .instruction = code.info[op].source->opcode,
                            .requests = sums.requests,
                            .units = sums.units,
                            .conflicts = sums.conflicts,
                            .bytes = asked,
                            .worst = {}};
    u64 block = 0;
    const auto look_at = [&](const Worker& worker, u32 which) {
        const Patterns::Costliest* const found = worker.patterns.costliest(which);
        if (found == nullptr || found->pattern.units < access.worst.units ||
            (found->pattern.units == access.worst.units && found->block >= block))
            return;
        access.worst = found->pattern;
        access.worst.phase =
            static_cast<u32>(found->pattern.phase + code.ops[op].immediate - code.ops[which].immediate) % 128;
        block = found->block;
    };
    for (const Worker& worker : workers) {
        look_at(worker, op);
        if (code.info[op].beside != 0) look_at(worker, code.info[op].beside - 1);
    }
    if (joined != 0) join(access, code.ops[op], sums);
    const auto other = std::ranges::find_if(
        line.accesses, [&](const cost::LineAccess& before) { return alike(before, access); });
    if (other == line.accesses.end()) return line.accesses.push_back(std::move(access));
    other->instructions += access.instructions;
    other->add_counts(access);
}

}  // namespace simt::exec
