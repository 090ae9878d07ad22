// Puts together the counts and findings of a launch's workers, in an order that does not depend on their number.
#include "emulator/exec/launch_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "emulator/check/races/cures.hpp"
#include "emulator/exec/line_counts.hpp"
#include "emulator/exec/shared_arrays.hpp"
#include "emulator/exec/source_places.hpp"

namespace simt::exec {

namespace {

using check::Fault;
using cost::LineCounters;
using cost::OpClass;
using cost::OpCounters;

// Adds the counters that a line and a launch both have.
void add(cost::Counters& sum, const LineCounters& line) {
    for (const auto& [name, value] : cost::kLineCounters)
        for (const auto& [total_name, total] : cost::kCounters)
            if (std::string_view(name) == total_name) sum.*total += line.*value;
}

bool is_bulk_copy(const isa::Opcode& opcode) {
    return opcode.kind == isa::Kind::BulkCopy || opcode.kind == isa::Kind::TensorCopy;
}

bool is_fatal(Fault fault) {
    return fault == Fault::OutOfBounds || fault == Fault::Misaligned || fault == Fault::UseAfterFree ||
           fault == Fault::NoPeerAccess || fault == Fault::WriteToConstant || fault == Fault::Deadlock ||
           fault == Fault::EndlessWait || fault == Fault::Runaway;
}

// A null pointer, a host pointer or an uninitialised one lies further away and has nothing to do with the allocation.
bool is_near(const memory::Allocation& allocation, u64 address) {
    const u64 end = allocation.address + allocation.size;
    return address < allocation.address ? allocation.address - address <= memory::kGap
                                        : address < end || address - end <= memory::kGap;
}

class Summary {
  public:
    Summary(const LaunchContext& context, const std::vector<Worker>& workers)
        : context_(context), workers_(workers) {}

    Launch make() {
        const LaunchConfig& config = context_.config;
        result_ = config.record;
        if (result_.id == 0) result_.id = context_.grid_id;
        result_.kernel = context_.kernel.demangled();
        result_.mangled = context_.kernel.function().name;
        result_.device = context_.kernel.module().named_device();
        result_.grid = config.grid;
        result_.block = config.block;
        result_.registers = context_.kernel.resources().registers;
        result_.static_shared = context_.kernel.static_shared();
        result_.dynamic_shared = config.dynamic_shared;
        find_end();
        find_stray_write();
        add_printed();
        const memory::AddressSpace::Traffic traffic = context_.space.take_traffic();
        if (result_.status == Status::Ok || result_.status == Status::Interrupted) add_counters(traffic);
        add_findings();
        return std::move(result_);
    }

  private:
    void find_end() {
        for (const Worker& worker : workers_) {
            const bool interrupted = worker.status == Status::Interrupted && result_.status == Status::Ok;
            if (!interrupted && (worker.status == Status::Ok || worker.failed_block != context_.end_block))
                continue;
            result_.status = worker.status;
            result_.message = worker.message;
            result_.assertions = worker.assertions;
        }
    }

    // Finds a write to an array that the decoder thought the kernel only reads: its reads were not checked for races.
    void find_stray_write() {
        u32 stray = check::kNoOp;
        for (const Worker& worker : workers_) stray = std::min(stray, worker.checks.stray_write);
        if (stray == check::kNoOp) return;
        result_.unchecked =
            "the store at " + place_of(context_.kernel, context_.code.info[stray].source) +
            " reached another array than those that its pointer comes from; races with reads of "
            "that array were not looked for";
    }

    // Adds the blocks' output in block order, up to the block that ended the launch.
    void add_printed() {
        std::map<u64, std::string> by_block;
        for (const Worker& worker : workers_)
            by_block.insert(worker.printed.begin(), worker.printed.upper_bound(context_.end_block));
        for (const auto& [block, text] : by_block) result_.printed += text;
    }

    void add_counters(const memory::AddressSpace::Traffic& traffic) {
        cost::Counters& counters = result_.counters;
        const Code& code = context_.code;
        std::map<std::pair<std::string, u32>, LineCounters> lines;
        for (std::size_t k = 0; k < code.ops.size(); ++k) {
            OpCounters op;
            for (const Worker& worker : workers_)
                if (!worker.counters.empty()) op += worker.counters[k];
            const OpInfo& info = code.info[k];
            if ((op.executed == 0 && op.requests == 0) || info.source == nullptr) continue;
            const check::Site site = site_of(context_.kernel, info.source);
            LineCounters& line = lines[{site.file, site.line}];
            line.file = site.file;
            line.line = site.line;
            // A generic access that went to other memory only requested no bytes here.
            const u64 asked = op.requests == 0 ? 0 : op.lanes * code.ops[k].width * code.ops[k].count;
            add_memory(line, code, static_cast<u32>(k), op, asked);
            if (info.op_class >= OpClass::Atomic && op.requests != 0)
                add_access(line, workers_, code, static_cast<u32>(k), op, asked);
            if (info.overlapped && info.op_class == OpClass::GlobalLoad)
                counters.overlapped_load_requests += op.requests;
            if (!code.ops[k].counted) continue;
            line.warp_instructions += op.executed;
            line.thread_instructions += op.lanes;
            line.divergent_branches += op.divergent;
            if (is_bulk_copy(*info.source->isa)) line.bulk_requests += op.executed;
            if (isa::is_floating_point(*info.source->isa)) counters.float_instructions += op.executed;
            if (info.op_class == OpClass::Branch) counters.branches += op.executed;
            if (info.op_class == OpClass::Barrier) counters.barriers += op.executed;
            if (info.op_class == OpClass::Atomic) counters.atomics += op.requests;
        }
        for (const Worker& worker : workers_) {
            counters.warps += worker.warps_run;
            counters.divergent_warps += worker.divergent_warps;
            result_.longest_warp = std::max(result_.longest_warp, worker.longest_warp);
            const auto& models = worker.patterns.models();
            if (result_.models.empty())
                result_.models = models;
            else
                for (std::size_t k = 0; k < models.size(); ++k) result_.models[k].add(models[k]);
        }
        for (auto& [place, line] : lines) {
            add(counters, line);
            result_.lines.push_back(std::move(line));
        }
        counters.dram_read_bytes = traffic.sectors_read * memory::kSectorBytes;
        counters.dram_write_bytes = traffic.sectors_written * memory::kSectorBytes;
    }

    // Merges findings with the same source lines (from several blocks, or from an unrolled loop) into one: that of the lowest
    // block, with the sum of the counts.
    void add_findings() {
        std::vector<check::RawFinding> raw;
        for (const Worker& worker : workers_)
            for (const check::RawFinding& found : worker.checks.findings)
                if (found.access.block <= context_.end_block) raw.push_back(found);
        std::ranges::stable_sort(raw, {}, [](const check::RawFinding& found) { return found.access.block; });
        std::map<std::string, std::size_t> seen;
        std::vector<check::RawFinding> merged;
        for (const check::RawFinding& found : raw) {
            const check::Access one = access(found.access);
            const std::string key = std::to_string(static_cast<int>(found.fault)) + side(one) +
                                    (found.other ? side(access(*found.other)) : "");
            const auto [place, is_new] = seen.emplace(key, merged.size());
            if (is_new)
                merged.push_back(found);
            else
                merged[place->second].add(found);
        }
        for (const check::RawFinding& found : merged) result_.findings.push_back(convert(found));
        std::erase_if(result_.findings,
                      [this](const check::Finding& found) { return came_too_early(found); });
        add_cures(merged);
        std::ranges::stable_sort(result_.findings, {},
                                 [this](const check::Finding& found) { return rank(found); });
        merge_cures();
    }

    // Causes come before what follows from them: a value that was never written, or a race in shared memory, before the address that
    // it became; what ended the launch; a barrier or a mask before the race that it leaves; a race before a value that came too early.
    int rank(const check::Finding& found) const {
        const auto any = [this](const auto& holds) { return std::ranges::any_of(result_.findings, holds); };
        if (found.fault == Fault::UninitialisedRead)
            return any([&found](const check::Finding& end) {
                return end.fatal && found.has_use && found.used.ptx_line == end.access.site.ptx_line &&
                       found.used.kernel == end.access.site.kernel;
            })
                       ? 0
                       : 5;
        if (found.fault == Fault::SharedRace && any([](const check::Finding& end) {
                return end.fault == Fault::OutOfBounds && end.space == check::Space::Global;
            }))
            return 0;
        if (found.fatal && found.note.empty()) return 1;
        if (found.fault != Fault::SharedRace && found.fault != Fault::GlobalRace)
            return found.fault == Fault::AbsentLaneRead ? 3 : 2;
        // Of a race in both orders, the one that happens if nobody is early: written, then read; in a loop read, then written anew.
        using enum check::Cure::Kind;
        const bool in_loop = found.cure.kind == BarrierInLoop;
        const bool in_order = found.cure.kind == Barrier || found.cure.kind == BothBarriers || in_loop;
        return in_order && found.other.write == in_loop ? 4 : 3;
    }

    void add_cures(const std::vector<check::RawFinding>& raw) {
        std::optional<check::Cures> cures;
        for (check::Finding& found : result_.findings) {
            if (found.fault != Fault::SharedRace && found.fault != Fault::GlobalRace) continue;
            const auto from = std::ranges::find_if(raw, [&](const check::RawFinding& each) {
                return each.fault == found.fault && each.other &&
                       side(access(each.access)) == side(found.access) &&
                       side(access(*each.other)) == side(found.other);
            });
            if (from == raw.end()) continue;
            if (!cures) cures.emplace(context_.code);
            const bool both_store = std::ranges::any_of(result_.findings, [&](const check::Finding& each) {
                return each.has_other && each.access.write && each.other.write &&
                       each.access.site.line == found.access.site.line &&
                       each.other.site.line == found.other.site.line;
            });
            const check::CureInCode cure = cures->cure_of(from->other->op, from->access.op, both_store);
            found.cure.kind = cure.kind;
            found.cure.locked = cures->has_locks();
            if (cure.after != nullptr)
                found.cure.after = site_of(context_.kernel, cure.after, cure.after_frame);
            if (cure.before != nullptr)
                found.cure.before = site_of(context_.kernel, cure.before, cure.before_frame);
            if (cure.barrier != nullptr) found.cure.barrier = site_of(context_.kernel, cure.barrier);
        }
    }

    // Whether two races of blocks are of the same lines, once in this order and once in that.
    static bool are_opposite(const check::Finding& a, const check::Finding& b) {
        return a.across_blocks && b.across_blocks && side(a.access) == side(b.other) &&
               side(a.other) == side(b.access);
    }

    // Gives each race the later ones that its cure mends.
    void merge_cures() {
        for (auto found = result_.findings.begin(); found != result_.findings.end(); ++found)
            for (auto later = found + 1; !found->mended_before && later != result_.findings.end(); ++later) {
                if (later->mended_before || later->fault != found->fault ||
                    later->across_blocks != found->across_blocks ||
                    !(are_opposite(*found, *later) || check::join(found->cure, later->cure)))
                    continue;
                later->mended_before = true;
                found->also.push_back(*later);
                found->in_warps &= later->in_warps;
            }
    }

    // The key by which accesses merge: equal if a reader of the report would call them the same.
    static std::string side(const check::Access& access) {
        const check::Site& site = access.site;
        return fmt::format(" {}:{}{}{}", site.line != 0 ? site.file : "",
                           site.line != 0 ? site.line : site.ptx_line, access.write ? "w" : "r",
                           access.atomic ? "a" : "");
    }

    // Whether a reported race explains an uninitialised read better: the reader did not wait for the writer.
    bool came_too_early(const check::Finding& read) const {
        if (read.fault != Fault::UninitialisedRead) return false;
        return std::ranges::any_of(result_.findings, [&](const check::Finding& race) {
            if (race.space != read.space || !race.has_other) return false;
            const bool reader_first = side(race.other) == side(read.access);
            // Of two blocks that run at once, either may come first.
            return reader_first ||
                   (!(race.access.block == race.other.block) && side(race.access) == side(read.access));
        });
    }

    check::Access access(const check::RawAccess& raw) const {
        const bool update = raw.strong && raw.write && (context_.code.ops[raw.op].detail & kUpdates) != 0;
        return {.site = site_of(context_.kernel, context_.code.info[raw.op].source),
                .block = result_.grid.index_of(raw.block),
                .thread = result_.block.index_of(raw.thread),
                .write = raw.write,
                .atomic = raw.strong && !update,
                .update = update};
    }

    check::Finding convert(const check::RawFinding& found) const {
        check::Finding result;
        result.fault = found.fault;
        result.space = found.space;
        result.address = found.address;
        result.width = found.width;
        result.times = found.times;
        result.missing = found.missing;
        result.in_warps = found.in_warps;
        result.across_blocks = found.across_blocks;
        if (result.fault == Fault::Deadlock || result.fault == Fault::EndlessWait ||
            result.fault == Fault::Runaway)
            result.note = result_.message;
        result.has_use = found.used_by.has_value();
        if (found.used_by) result.used = site_of(context_.kernel, context_.code.info[*found.used_by].source);
        result.fatal =
            is_fatal(found.fault) && !(context_.options.past_stray && result_.status == Status::Ok);
        result.access = access(found.access);
        result.has_other = found.other.has_value();
        if (found.other) result.other = access(*found.other);
        if (found.space == check::Space::Global || found.space == check::Space::Const) {
            const memory::Allocation* const near = context_.space.nearest(found.address);
            if (near != nullptr && is_near(*near, found.address)) {
                result.allocation = near->description() + (near->freed ? ", freed" : "");
                result.allocation_size = near->size;
                result.offset = static_cast<s64>(found.address - near->address);
                if (const memory::Shape* const shape = near->shape_at(result.offset)) result.shape = *shape;
                const bool inside =
                    found.address >= near->address && found.address < near->address + near->size;
                if (near->freed && inside && found.fault == Fault::OutOfBounds)
                    result.fault = Fault::UseAfterFree;
                if (!near->freed && found.fault == Fault::OutOfBounds &&
                    near->holds(found.address, found.width) &&
                    near->device != context_.kernel.module().device()) {
                    result.fault = Fault::NoPeerAccess;
                    result.owner = near->device;
                }
            }
        } else if (found.space == check::Space::Shared) {
            result.allocation =
                fmt::format("{} bytes of shared memory ({} static, {} dynamic)", context_.shared_bytes,
                            context_.code.static_shared, context_.config.dynamic_shared);
            result.offset = static_cast<s64>(found.address);
            name_array(result, context_);
        }
        return result;
    }

    const LaunchContext& context_;
    const std::vector<Worker>& workers_;
    Launch result_;
};

}  // namespace

Launch summarise(const LaunchContext& context, const std::vector<Worker>& workers) {
    return Summary(context, workers).make();
}

}  // namespace simt::exec
