// See warpgroup.hpp.
#include "emulator/exec/async/warpgroup.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "emulator/check/check.hpp"
#include "emulator/decode/instruction_parts.hpp"
#include "emulator/exec/async/async_state.hpp"
#include "emulator/exec/async/matrix_descriptor.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/source_places.hpp"
#include "emulator/exec/splits.hpp"
#include "emulator/exec/stop.hpp"
#include "emulator/isa/matrix_product.hpp"

namespace simt::exec {

namespace {

// A warp that waits for a product comes behind the reads of the warp that computed it. In BlockChecks::order, this is a barrier of
// these two, and this its number.
u32 meeting_of(const WarpState& state) { return 64 + state.checks.number; }

u32 group_of(const WarpState& state) { return state.checks.number / kWarpsOfGroup; }

std::vector<ProductReads>& reads_of(WarpState& state) {
    std::vector<std::vector<ProductReads>>& all = async_of(state).product_reads;
    all.resize(std::max<std::size_t>(all.size(), group_of(state) + 1));
    return all[group_of(state)];
}

bool whole_warp(WarpState& state, const Op* op) {
    if (state.warp.exec == kAllLanes) return true;
    return stop_misuse(state, op, thread_of(state, static_cast<u32>(std::countr_zero(state.warp.exec))),
                       "wgmma (.sync.aligned) needs all 32 threads of the warp, and not all are here");
}

// Creates the warp's record on first use. nullptr: the registers are not checked.
WarpProducts* products_of(WarpState& state, const Op* op) {
    if (!state.checks.worker->wanted.synchronisation) return nullptr;
    if (state.products == nullptr) state.products = std::make_shared<WarpProducts>();
    WarpProducts& products = *state.products;
    if (products.frame != state.checks.frame) {
        const Code& code = *state.worker->code;
        products.frame = state.checks.frame;
        products.plan = &state.checks.worker->plans->of(code.functions[code.info[op->index].function]);
        for (std::vector<u64>* each : {&products.result_of, &products.written_in})
            each->assign(products.plan->registers(), 0);
    }
    return &products;
}

void tell_checks(WarpState& state, const ProductReads& reads, check::CopyStep step) {
    for (const u32 offset : reads.offsets)
        check::async_copy(state.checks, {reads.op, reads.thread, offset, kMatrixPiece, false, reads.epoch},
                          step);
}

// Products up to this one have been waited for, by one of the four warps: they read nothing any more.
void land_reads(WarpState& state, u64 done) {
    std::vector<ProductReads>& all = reads_of(state);
    std::erase_if(all, [&](const ProductReads& reads) {
        if (reads.serial > done) return false;
        tell_checks(state, reads, check::CopyStep::Landed);
        return true;
    });
}

const Op* fence(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    if (!whole_warp(state, op)) return nullptr;
    WarpProducts* const products = products_of(state, op);
    if (products == nullptr) return op + 1;
    ++products->fences;
    return switch_loops(state, op + 1);  // to the loop that watches registers
}

const Op* commit(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    if (!whole_warp(state, op)) return nullptr;
    if (state.products != nullptr) state.products->groups.push_back(state.products->issued);
    return op + 1;
}

const Op* wait(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    if (!whole_warp(state, op)) return nullptr;
    if (state.products == nullptr) return op + 1;
    WarpProducts& products = *state.products;
    const std::size_t left = static_cast<std::size_t>(op->immediate), count = products.groups.size();
    if (count <= left || products.groups[count - 1 - left] <= products.done) return op + 1;
    products.done = products.groups[count - 1 - left];
    land_reads(state, products.done);
    check::barrier(state.block->checks, meeting_of(state), 1u << state.checks.number, false);
    return op + 1;
}

std::string name_of_operand(const ptx::Instruction& source, std::size_t number) {
    std::vector<std::string> names;
    for (const ptx::Operand& operand : source.operands)
        for (const ptx::Operand& each : elements_of(operand)) names.push_back(each.name);
    return number < names.size() ? names[number] : "";
}

}  // namespace

Split& split_at_product(WarpState& warp, const WarpState& last) {
    if (&warp == &last) return warp.splits[warp.current];
    return *std::ranges::find_if(warp.splits, [](const Split& split) {
        return split.state == SplitState::AtBarrier && split.barrier == kWarpgroupBarrier;
    });
}

std::vector<WarpState*> meet_warpgroup(WarpState& state, const Op* op, const Op*& next) {
    next = nullptr;
    if (!whole_warp(state, op)) return {};
    const u32 thread = thread_of(state, 0), first = group_of(state) * kWarpsOfGroup;
    Block& block = *state.block;
    if ((first + kWarpsOfGroup) * kLanes > block.checks.threads) {
        stop_misuse(
            state, op, thread,
            fmt::format("wgmma needs the 128 threads of a warpgroup, and this block of {} threads has "
                        "fewer here: launch blocks of a multiple of 128 threads",
                        block.checks.threads));
        return {};
    }
    std::vector<WarpState*> warps;
    for (u32 w = first; w < first + kWarpsOfGroup; ++w) {
        WarpState& other = *block.warps[w];
        if (&other == &state) {
            warps.push_back(&other);
            continue;
        }
        for (const Split& split : other.splits) {
            if (split.state != SplitState::AtBarrier || split.barrier != kWarpgroupBarrier) continue;
            if (split.pc != op) {
                stop_misuse(state, op, thread,
                            fmt::format("the four warps of a warpgroup have to come to the same "
                                        "wgmma.mma_async, and warp {} of the block is at another one, at {}",
                                        w, place_of(*state.worker, split.pc->index)));
                return {};
            }
            warps.push_back(&other);
        }
    }
    if (warps.size() == kWarpsOfGroup) return warps;
    Split& split = state.splits[state.current];
    split.barrier = kWarpgroupBarrier;
    split.arrived = state.warp.exec;
    next = suspend(state, SplitState::AtBarrier, op);
    return {};
}

void release_warpgroup(WarpState& last, const Op* op, const std::vector<WarpState*>& warps,
                       std::vector<u32> reads) {
    if (last.products != nullptr && !reads.empty()) {
        ProductReads noted{last.products->issued, op->index, thread_of(last, 0), last.checks.epoch,
                           std::move(reads)};
        tell_checks(last, noted, check::CopyStep::Issued);
        reads_of(last).push_back(std::move(noted));
    }
    for (WarpState* warp : warps) {
        check::arrive(last.checks, meeting_of(*warp));
        if (warp == &last) continue;
        Split& split = split_at_product(*warp, last);
        split.state = SplitState::Ready;
        ++split.pc;
    }
}

bool begin_product(WarpState& state, const Op* op, bool sums) {
    WarpProducts* const products = products_of(state, op);
    if (products == nullptr) return true;
    const u32 thread = thread_of(state, 0);
    if (products->fences == 0)
        return stop_misuse(
            state, op, thread,
            "there is no wgmma.fence before this wgmma.mma_async: it has to order the registers "
            "that were written before");
    const ptx::Instruction& source = *state.worker->code->info[op->index].source;
    const WarpgroupProduct& product = state.worker->code->warpgroup_products[op->detail];
    const std::vector<check::Part>& parts = products->plan->step(source).sources;
    const std::size_t accumulators = product.sums.size(), registers = accumulators + product.factors.size();
    for (std::size_t k = 0; k < registers; ++k) {
        if (parts[k].number == check::Part::kNone) continue;
        const bool factor = k >= accumulators;
        const u32 number = parts[k].number;
        if ((factor || sums) && products->written_in[number] == products->fences)
            return stop_misuse(
                state, op, thread,
                fmt::format("{} of {} was written after the last wgmma.fence: put a wgmma.fence "
                            "between the write and this wgmma.mma_async",
                            name_of_operand(source, k), factor ? "A" : "the accumulator"));
        if (factor && products->result_of[number] > products->done)
            return stop_misuse(
                state, op, thread,
                fmt::format("{} of A is the result of a wgmma.mma_async that nothing has waited "
                            "for: put wgmma.commit_group and wgmma.wait_group between the two",
                            name_of_operand(source, k)));
    }
    ++products->issued;
    for (std::size_t k = 0; k < accumulators; ++k) {
        if (parts[k].number == check::Part::kNone) continue;
        products->result_of[parts[k].number] = products->issued;
        products->written_in[parts[k].number] = 0;
    }
    return true;
}

bool check_pieces(WarpState& state, const Op* op, const std::vector<u32>& offsets) {
    const u32 size = state.block->checks.shared_bytes;
    for (std::size_t first = 0; first < offsets.size(); first += kLanes) {
        check::AccessCache pattern{};
        const u32 count = static_cast<u32>(std::min<std::size_t>(kLanes, offsets.size() - first));
        pattern.mask = count == kLanes ? kAllLanes : (1u << count) - 1;
        for (u32 lane = 0; lane < count; ++lane) {
            const u32 offset = offsets[first + lane];
            if (offset + kMatrixPiece > size)
                return fault(state, op, check::Fault::OutOfBounds, check::Space::Shared, lane, offset,
                             kMatrixPiece, false);
            pattern.relative[lane] = static_cast<s32>(offset - offsets[first]);
            check::read_by_proxy(state.checks, op, lane, offset, kMatrixPiece, async_of(state).fenced);
        }
        const check::Instruction at{state.checks, op, state.warp.rows, pattern.mask};
        check::generic::load(at, check::SharedLanes{{pattern, offsets[first], kMatrixPiece}});
    }
    return true;
}

bool watch_registers(WarpState& state, const Op* op) {
    WarpProducts& products = *state.products;
    if (op->counted == 0 || state.checks.frame != products.frame) return true;
    const ptx::Instruction* const source = state.worker->code->info[op->index].source;
    if (source == nullptr || source->is(isa::Kind::WarpgroupProduct)) return true;
    const check::Step& step = products.plan->step(*source);
    u64 result = 0, written = 0;
    const auto read = [&](const check::Part& part) {
        if (part.number == check::Part::kNone) return;
        result = std::max(result, products.result_of[part.number]);
        written = std::max(written, products.written_in[part.number]);
    };
    for (const check::Part& part : step.sources) read(part);
    read(step.address);
    // Compilers copy registers anywhere; a copy of a result in flight is one itself. They write constants anywhere, too.
    const bool moves = source->is(isa::Kind::Move);
    if (!moves && result > products.done)
        return stop_misuse(state, op, thread_of(state, 0),
                           "this reads the result of a wgmma.mma_async that nothing has waited for: put "
                           "wgmma.commit_group and wgmma.wait_group between the two");
    for (const check::Part& part : step.results) {
        if (part.number == check::Part::kNone) continue;
        products.result_of[part.number] = moves ? result : 0;
        products.written_in[part.number] = moves ? written : products.fences;
    }
    return true;
}

void land_products(Block& block) {
    for (std::size_t group = 0; group < block.async->product_reads.size(); ++group)
        land_reads(*block.warps[group * kWarpsOfGroup], ~u64{0});
}

namespace {

constexpr Binding kBindings[] = {
    {"~wgmma.fence", fence},
    {"~wgmma.commit", commit},
    {"~wgmma.wait", wait},
};

}  // namespace

std::span<const Handler> warpgroup_handlers() { return handlers<isa::warpgroup_forms, kBindings>(); }

}  // namespace simt::exec
