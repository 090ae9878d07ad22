// Puts together what the workers of a launch counted and found, in an order that does not depend on their number.
#include "emulator/exec/launch_summary.hpp"
#include "emulator/exec/launch_record.hpp"

#include <algorithm>
#include <map>

#include "emulator/exec/source_places.hpp"

namespace simt::exec {

namespace {

using cost::OpClass;
using cost::OpCounters;

// Adds one instruction's memory costs to a launch's or a line's totals, which name them alike.
template <class Totals>
void add_memory(Totals& totals, OpClass op_class, const OpCounters& op) {
    switch (op_class) {
        case OpClass::GlobalLoad:
            totals.global_load_requests += op.requests;
            totals.global_load_sectors += op.units;
            break;
        case OpClass::GlobalStore:
            totals.global_store_requests += op.requests;
            totals.global_store_sectors += op.units;
            break;
        case OpClass::SharedLoad:
            totals.shared_load_requests += op.requests;
            totals.shared_load_wavefronts += op.units;
            totals.shared_load_bank_conflicts += op.conflicts;
            break;
        case OpClass::SharedStore:
            totals.shared_store_requests += op.requests;
            totals.shared_store_wavefronts += op.units;
            totals.shared_store_bank_conflicts += op.conflicts;
            break;
        default:
            break;
    }
}

bool is_fatal(check::Fault fault) {
    switch (fault) {
        case check::Fault::OutOfBounds:
        case check::Fault::Misaligned:
        case check::Fault::UseAfterFree:
        case check::Fault::WriteToConstant:
            return true;
        default:
            return false;
    }
}

// Beyond this an address has nothing to do with the allocation: a null pointer, one of the host, one that was never set.
bool is_near(const memory::Allocation& allocation, u64 address) {
    const u64 end = allocation.address + allocation.size;
    return address < allocation.address ? allocation.address - address <= memory::kGap
                                        : address < end || address - end <= memory::kGap;
}

class Summary {
  public:
    Summary(const Kernel& kernel, const LaunchContext& context, const std::vector<Worker>& workers)
        : kernel_(kernel), context_(context), workers_(workers) {}

    exec::Launch make() {
        const LaunchConfig& config = *context_.config;
        result_.id = config.id != 0 ? config.id : context_.grid_id;
        result_.reported = config.reported;
        result_.occupancy = config.occupancy;
        result_.resident_blocks = config.resident_on_multiprocessor;
        result_.occupancy_limit = config.occupancy_limit;
        result_.kernel = kernel_.demangled();
        result_.mangled = kernel_.function().name;
        result_.grid = config.grid;
        result_.block = config.block;
        result_.registers = kernel_.resources().registers;
        result_.static_shared = kernel_.static_shared();
        result_.dynamic_shared = config.dynamic_shared;
        find_end();
        find_stray_write();
        add_printed();
        if (result_.status == exec::Status::Ok) add_counters();
        const memory::AddressSpace::Traffic traffic = context_.space->take_traffic();
        if (result_.status == exec::Status::Ok) {
            result_.counters.dram_read_bytes = traffic.sectors_read * memory::kSectorBytes;
            result_.counters.dram_write_bytes = traffic.sectors_written * memory::kSectorBytes;
        }
        add_findings();
        return std::move(result_);
    }

  private:
    void find_end() {
        for (const Worker& worker : workers_) {
            if (worker.status == exec::Status::Ok || worker.failed_block >= failed_block_) continue;
            failed_block_ = worker.failed_block;
            result_.status = worker.status;
            result_.message = worker.message;
            result_.assertions = worker.assertions;
        }
    }

    // The kernel wrote where nothing in its text leads: that reads of that array have met no write was wrong.
    void find_stray_write() {
        u32 stray = check::kNoOp;
        for (const Worker& worker : workers_) stray = std::min(stray, worker.checks.stray_write);
        if (stray == check::kNoOp) return;
        result_.unchecked =
            "the store at " + place_of(kernel_, context_.code->info[stray].source) +
            " reached another array than those that its pointer comes from; races with reads of "
            "that array were not looked for";
    }

    // What the blocks printed, those behind the one that ended the launch left out.
    void add_printed() {
        std::map<u64, std::string> by_block;
        for (const Worker& worker : workers_)
            for (const auto& [block, text] : worker.printed)
                if (block <= failed_block_) by_block[block] += text;
        for (const auto& [block, text] : by_block) result_.printed += text;
    }

    void add_counters() {
        cost::Counters& counters = result_.counters;
        const Code& code = *context_.code;
        std::map<std::pair<std::string, u32>, cost::LineCounters> lines;
        for (std::size_t k = 0; k < code.ops.size(); ++k) {
            OpCounters op;
            for (const Worker& worker : workers_) {
                if (worker.counters.empty()) continue;
                const OpCounters& part = worker.counters[k];
                op.executed += part.executed;
                op.lanes += part.lanes;
                op.requests += part.requests;
                op.units += part.units;
                op.conflicts += part.conflicts;
                op.divergent += part.divergent;
            }
            if (op.executed == 0 && op.requests == 0) continue;
            const OpInfo& info = code.info[k];
            if (info.source == nullptr) continue;
            const check::Site site = site_of(kernel_, info.source);
            cost::LineCounters& line = lines[{site.file, site.line}];
            line.file = site.file;
            line.line = site.line;
            add_memory(counters, info.op_class, op);
            add_memory(line, info.op_class, op);
            // A generic access that landed elsewhere asked nothing of global memory.
            const u64 asked = op.requests == 0 ? 0 : op.lanes * code.ops[k].width * code.ops[k].count;
            if (info.op_class == OpClass::GlobalLoad) line.global_load_bytes += asked;
            if (info.op_class == OpClass::GlobalStore) line.global_store_bytes += asked;
            if (info.op_class >= OpClass::Atomic && op.requests != 0)
                add_access(line, static_cast<u32>(k), op, asked);
            if (!code.ops[k].counted) continue;
            counters.warp_instructions += op.executed;
            counters.thread_instructions += op.lanes;
            line.warp_instructions += op.executed;
            line.thread_instructions += op.lanes;
            line.divergent_branches += op.divergent;
            counters.divergent_branches += op.divergent;
            if (info.op_class == OpClass::Branch) counters.branches += op.executed;
            if (info.op_class == OpClass::Barrier) counters.barriers += op.executed;
            if (info.op_class == OpClass::Atomic) counters.atomics += op.requests;
        }
        for (const Worker& worker : workers_) {
            counters.warps += worker.warps_run;
            counters.divergent_warps += worker.divergent_warps;
            const auto& models = worker.patterns.models();
            if (result_.models.empty())
                result_.models = models;
            else
                for (std::size_t k = 0; k < models.size(); ++k) result_.models[k].add(models[k]);
        }
        for (auto& [place, line] : lines) result_.lines.push_back(std::move(line));
    }

    // What the op did, with its costliest pattern. Ops of a line that do the same, as of an unrolled loop, are one.
    void add_access(cost::LineCounters& line, u32 op, const OpCounters& sums, u64 asked) {
        cost::LineAccess access;
        access.op_class = context_.code->info[op].op_class;
        access.instruction = context_.code->info[op].source->opcode;
        access.requests = sums.requests;
        access.units = sums.units;
        access.conflicts = sums.conflicts;
        access.bytes = asked;
        u64 block = 0;
        const auto look_at = [&](const Worker& worker, u32 which, s64 distance) {
            const cost::AccessPattern* const found = worker.patterns.costliest(which);
            if (found == nullptr || found->units < access.worst.units) return;
            if (found->units == access.worst.units && worker.patterns.block_of(which) >= block) return;
            access.worst = *found;
            access.worst.phase = static_cast<u32>(found->phase + distance) % 128;
            block = worker.patterns.block_of(which);
        };
        const Code& code = *context_.code;
        const u32 beside = code.info[op].beside;
        for (const Worker& worker : workers_) {
            look_at(worker, op, 0);
            if (beside != 0)
                look_at(worker, beside - 1, code.ops[op].immediate - code.ops[beside - 1].immediate);
        }
        for (cost::LineAccess& other : line.accesses) {
            if (!alike(other, access)) continue;
            ++other.instructions;
            other.requests += access.requests;
            other.units += access.units;
            other.conflicts += access.conflicts;
            other.bytes += access.bytes;
            return;
        }
        line.accesses.push_back(std::move(access));
    }

    static bool alike(const cost::LineAccess& a, const cost::LineAccess& b) {
        return a.op_class == b.op_class && a.instruction == b.instruction && a.worst.mask == b.worst.mask &&
               a.worst.units == b.worst.units && a.worst.conflicts == b.worst.conflicts &&
               std::equal(std::begin(a.worst.relative), std::end(a.worst.relative),
                          std::begin(b.worst.relative));
    }

    // The same source lines at fault in many blocks, or in a loop that was unrolled, are one finding: the lowest block's,
    // with the sum of the times.
    void add_findings() {
        std::vector<check::RawFinding> raw;
        for (const Worker& worker : workers_)
            for (const check::RawFinding& found : worker.checks.findings)
                if (found.access.block <= failed_block_) raw.push_back(found);
        std::stable_sort(raw.begin(), raw.end(), [](const check::RawFinding& a, const check::RawFinding& b) {
            return a.access.block < b.access.block;
        });
        std::map<std::string, std::size_t> seen;
        for (const check::RawFinding& raw_finding : raw) {
            const check::Finding found = convert(raw_finding);
            const std::string key = std::to_string(static_cast<int>(found.fault)) + side(found.access) +
                                    (found.has_other ? side(found.other) : "");
            const auto [place, is_new] = seen.emplace(key, result_.findings.size());
            if (is_new)
                result_.findings.push_back(found);
            else
                result_.findings[place->second].times += found.times;
        }
        std::erase_if(result_.findings,
                      [this](const check::Finding& found) { return came_too_early(found); });
    }

    // What makes two accesses the same to a person.
    static std::string side(const check::Access& access) {
        const check::Site& site = access.site;
        return (site.line != 0 ? " " + site.file + ":" + std::to_string(site.line)
                               : " " + std::to_string(site.ptx_line)) +
               (access.write ? "w" : "r") + (access.atomic ? "a" : "");
    }

    // A read that found nothing written because it did not wait for the thread that writes: that race is reported, and
    // says it better.
    bool came_too_early(const check::Finding& read) const {
        if (read.fault != check::Fault::UninitialisedRead) return false;
        return std::any_of(result_.findings.begin(), result_.findings.end(), [&](const check::Finding& race) {
            if (race.space != read.space || !race.has_other) return false;
            const bool reader_first = side(race.other) == side(read.access);
            // Between blocks that run at once, either may be the one that came first.
            return reader_first ||
                   (!(race.access.block == race.other.block) && side(race.access) == side(read.access));
        });
    }

    check::Access access(const check::RawAccess& raw) const {
        check::Access result;
        result.site = site_of(kernel_, context_.code->info[raw.op].source);
        result.block = result_.grid.index_of(raw.block);
        result.thread = result_.block.index_of(raw.thread);
        result.write = raw.write;
        result.update = raw.strong && raw.write && (context_.code->ops[raw.op].detail & kUpdates) != 0;
        result.atomic = raw.strong && !result.update;
        return result;
    }

    check::Finding convert(const check::RawFinding& found) const {
        check::Finding result;
        result.fault = found.fault;
        result.space = found.space;
        result.address = found.address;
        result.width = found.width;
        result.times = found.times;
        result.missing = found.missing;
        result.has_use = found.used_by.has_value();
        if (found.used_by) result.used = site_of(kernel_, context_.code->info[*found.used_by].source);
        result.fatal = is_fatal(found.fault);
        result.access = access(found.access);
        result.has_other = found.other.has_value();
        if (found.other) result.other = access(*found.other);
        if (found.space == check::Space::Global || found.space == check::Space::Const) {
            const memory::Allocation* const near = context_.space->nearest(found.address);
            if (near != nullptr && is_near(*near, found.address)) {
                result.allocation = near->description() + (near->freed ? ", freed" : "");
                result.allocation_size = near->size;
                result.offset = static_cast<s64>(found.address - near->address);
                const bool inside =
                    found.address >= near->address && found.address < near->address + near->size;
                if (near->freed && inside && found.fault == check::Fault::OutOfBounds)
                    result.fault = check::Fault::UseAfterFree;
            }
        } else if (found.space == check::Space::Shared) {
            result.allocation = std::to_string(context_.shared_bytes) + " bytes of shared memory (" +
                                std::to_string(context_.code->static_shared) + " static, " +
                                std::to_string(context_.config->dynamic_shared) + " dynamic)";
            result.offset = static_cast<s64>(found.address);
        }
        return result;
    }

    const Kernel& kernel_;
    const LaunchContext& context_;
    const std::vector<Worker>& workers_;
    exec::Launch result_;
    u64 failed_block_ = ~u64{0};
};

}  // namespace

exec::Launch summarise(const Kernel& kernel, const LaunchContext& context,
                       const std::vector<Worker>& workers) {
    return Summary(kernel, context, workers).make();
}

}  // namespace simt::exec
