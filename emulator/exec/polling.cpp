// See polling.hpp.
#include "emulator/exec/polling.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace simt::exec {

namespace {

u64 mixed(u64 hash, u64 value) {
    hash = (hash ^ value) * 0x9E37'79B9'7F4A'7C15u;
    return hash ^ hash >> 29;
}

u64 mixed(u64 hash, const u8* bytes, std::size_t count) {
    for (; count >= sizeof(u64); bytes += sizeof(u64), count -= sizeof(u64)) {
        u64 value;
        std::memcpy(&value, bytes, sizeof value);
        hash = mixed(hash, value);
    }
    for (; count != 0; --count) hash = mixed(hash, *bytes++);
    return hash;
}

// The lanes that execute the op.
u32 lanes_at(const Split& split, const Op& op) {
    if (op.guard == kNoGuard) return split.mask;
    const u32 guard = *reinterpret_cast<const u32*>(split.frame->rows + op.guard);
    return split.mask & (op.guard_negated ? ~guard : guard);
}

bool is_class(const OpInfo& info, std::initializer_list<cost::OpClass> classes) {
    return info.source != nullptr && std::ranges::count(classes, info.op_class) != 0;
}

// Calls visit(address, host bytes) for each place in global memory that the lanes access. An address in shared or local memory lies in no
// allocation.
template <class Visit>
void each_place(const WarpState& warp, const Split& split, const Op& op, u32 width, Visit visit) {
    const u8* const row = split.frame->rows + op.slot[kAddressSlot];
    u64 last = 0;
    for (const u32 lane : Lanes(lanes_at(split, op))) {
        const bool wide = (op.detail & kAddress64) != 0;
        const u64 base =
            wide ? reinterpret_cast<const u64*>(row)[lane] : reinterpret_cast<const u32*>(row)[lane];
        const u64 address = base + static_cast<u64>(op.immediate);
        if (std::exchange(last, address) == address) continue;
        if (const u8* const host = warp.worker->launch->space.host(address, width)) visit(address, host);
    }
}

u64 contents_of(const std::vector<Block*>& blocks) {
    u64 hash = 0;
    for (const Block* block : blocks) {
        hash = mixed(hash, block->checks.shared, block->checks.shared_bytes);
        for (const auto& warp : block->warps) {
            hash = mixed(hash, warp->local.data(), warp->local.size());
            for (const Split& split : warp->splits) {
                if (split.state == SplitState::Free) continue;
                for (const Frame* frame = split.frame; frame != nullptr; frame = frame->caller)
                    hash = mixed(hash, frame->rows, frame->function->row_bytes);
            }
        }
    }
    return hash;
}

}  // namespace

// Where its lanes are.
std::vector<PollingRound::Place> PollingRound::places_of(const WarpState& warp) {
    std::vector<Place> places;
    for (const Split& split : warp.splits)
        if (split.state != SplitState::Free)
            places.emplace_back(split.pc, split.mask, split.pending, split.state, split.frame);
    std::ranges::sort(places);
    return places;
}

PollingRound::PollingRound(const std::vector<Block*>& blocks)
    : blocks_(blocks), contents_(contents_of(blocks)) {
    for (const Block* block : blocks)
        for (const auto& warp : block->warps) places_.push_back(places_of(*warp));
}

void PollingRound::before(const WarpState& warp) {
    using cost::OpClass;
    store_ = nullptr;
    const Split& split = warp.splits[static_cast<std::size_t>(warp.current)];
    if (split.state != SplitState::Ready) return;
    const Op& op = *split.pc;
    const OpInfo& info = warp.worker->code->info[op.index];
    const u32 width = std::min<u32>(op.width * std::max<u32>(op.count, 1), sizeof(PolledMemory::value));
    const auto noted = [&](u64 address, const u8* host) {
        PolledMemory place{address, width, op.index, {}};
        std::memcpy(place.value.data(), host, width);
        return place;
    };
    if (is_class(info, {OpClass::GlobalLoad, OpClass::Atomic}) && (op.detail & kFrameLocal) == 0) {
        each_place(warp, split, op, width, [&](u64 address, const u8* host) {
            // A grid's barrier is its launch's own.
            if (address - warp.worker->launch->grid_workspace < kGridWorkspaceBytes) return;
            if (first_ == nullptr) first_ = warp.block;
            polled_.push_back(noted(address, host));
        });
    } else if (info.source != nullptr && info.source->is(isa::Memory::Store)) {
        store_ = &op;
        stored_.clear();
        each_place(warp, split, op, width,
                   [&](u64 address, const u8* host) { stored_.push_back(noted(address, host)); });
        shared_.clear();
        const check::BlockChecks& block = warp.block->checks;
        if (stored_.empty()) shared_.assign(block.shared, block.shared + block.shared_bytes);
    } else if (is_class(info, {OpClass::Barrier})) {
        store_ = &op;  // it changes no memory
        stored_.clear();
        shared_.clear();
    }
}

void PollingRound::after(const WarpState& warp) {
    if (!warp.worker->progressed) return;
    const auto same = [&](const PolledMemory& place) {
        const u8* const host = warp.worker->launch->space.host(place.address, place.width);
        return host != nullptr && std::memcmp(host, place.value.data(), place.width) == 0;
    };
    changed_ |= store_ == nullptr || !std::ranges::all_of(stored_, same) ||
                !std::equal(shared_.begin(), shared_.end(), warp.block->checks.shared);
}

bool PollingRound::is_back() const {
    auto before = places_.begin();
    for (const Block* block : blocks_)
        for (const auto& warp : block->warps)
            if (places_of(*warp) != *before++) return false;
    return true;
}

bool PollingRound::is_fixed() const { return contents_ == contents_of(blocks_); }

std::vector<PolledMemory> PollingRound::polled() const {
    std::vector<PolledMemory> found = polled_;
    std::ranges::stable_sort(found, {}, &PolledMemory::address);
    const auto same = std::ranges::unique(found, {}, &PolledMemory::address);
    found.erase(same.begin(), same.end());
    return found;
}

bool may_let_lanes_go(const WarpState& warp) {
    return std::ranges::any_of(warp.splits, [&](const Split& split) {
        if (split.state != SplitState::Ready) return false;
        for (int k = split.parent; k >= 0; k = warp.splits[static_cast<std::size_t>(k)].parent)
            if (warp.splits[static_cast<std::size_t>(k)].mask != 0) return true;
        return false;
    });
}

}  // namespace simt::exec
