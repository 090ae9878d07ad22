// See device_heap.hpp.
#include "emulator/memory/device_heap.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>

namespace simt::memory {
namespace {

constexpr u64 kBlockAlignment = 32;  // a sector, so that no two blocks share one
constexpr u64 kBlockGap = 256;       // bytes between two blocks
constexpr u64 kHeader = 16;          // what each block costs besides its bytes
constexpr std::size_t kFreedBlocksKept = 4096;
constexpr u64 kChunkBytes = 4096 * kSectorBytes;  // of one element of Allocation::touched

u64 aligned(u64 address, u64 align) { return (address + align - 1) / align * align; }

u64 bytes_between(const Allocation& block, u64 address) {
    if (address < block.address) return block.address - address;
    const u64 inside = address - block.address;
    return inside < block.size ? 0 : inside - block.size + 1;
}

// The block that is nearest to the address; nullptr if there is none.
template <class Blocks>
const Allocation* nearest_of(const Blocks& blocks, u64 address) {
    const auto above = blocks.upper_bound(address);
    const Allocation* best = above == blocks.end() ? nullptr : above->second.get();
    if (above != blocks.begin()) {
        const Allocation* const below = std::prev(above)->second.get();
        if (!best || bytes_between(*below, address) <= bytes_between(*best, address)) best = below;
    }
    return best;
}

}  // namespace

void DeviceHeap::begin(const Allocation& arena, u64 limit) {
    end();
    const std::unique_lock lock(mutex_);
    arena_ = &arena;
    limit_ = limit;
    cursor_ = arena.address;
}

void DeviceHeap::end() {
    const std::unique_lock lock(mutex_);
    arena_ = nullptr;
    live_.clear();
    freed_.clear();
    freed_order_.clear();
    used_ = 0;
}

bool DeviceHeap::exists() const {
    const std::shared_lock lock(mutex_);
    return arena_ != nullptr;
}

// The first place at or after `from` with a gap to its neighbours; 0 if there is none before the arena's end.
u64 DeviceHeap::place_after(u64 from, u64 size, u64 align) const {
    u64 place = aligned(from, align);
    auto next = live_.lower_bound(from);
    if (next != live_.begin()) {
        const Allocation& before = *std::prev(next)->second;
        place = std::max(place, aligned(before.address + before.size + kBlockGap, align));
    }
    for (;; ++next) {
        const u64 end = arena_->address + arena_->size;
        if (place > end || end - place < size) return 0;
        if (next == live_.end() || next->first >= place + size + kBlockGap) return place;
        place = aligned(next->first + next->second->size + kBlockGap, align);
    }
}

void DeviceHeap::forget_freed(u64 first, u64 end) {
    auto block = freed_.upper_bound(first);
    if (block != freed_.begin() && std::prev(block)->second->holds(first, 1)) --block;
    while (block != freed_.end() && block->first < end) {
        std::erase(freed_order_, block->first);
        block = freed_.erase(block);
    }
}

u64 DeviceHeap::allocate(u64 size, u64 align, std::string by) {
    const std::unique_lock lock(mutex_);
    if (!arena_ || size == 0 || size > limit_ || used_ + size + kHeader > limit_) return 0;
    u64 place = place_after(cursor_, size, std::max(align, kBlockAlignment));
    if (place == 0) place = place_after(arena_->address, size, std::max(align, kBlockAlignment));
    if (place == 0) return 0;
    const u64 offset = place - arena_->address;
    auto block = std::make_unique<Allocation>();
    block->address = place;
    block->size = size;
    block->kind = Kind::Heap;
    block->device = arena_->device;
    block->label = std::move(by);
    block->host = arena_->host + offset;
    block->written = arena_->written + offset / 8;
    block->sector_read = arena_->sector_read + offset / kSectorBytes;
    block->sector_write = arena_->sector_write + offset / kSectorBytes;
    block->touched = arena_->touched + offset / kChunkBytes;
    std::memset(block->written, 0, (size + 7) / 8);
    forget_freed(place, place + size);
    live_[place] = std::move(block);
    used_ += size + kHeader;
    cursor_ = place + size + kBlockGap;
    return place;
}

AddressSpace::FreeResult DeviceHeap::free(u64 address) {
    using Result = AddressSpace::FreeResult;
    const std::unique_lock lock(mutex_);
    const auto found = live_.find(address);
    if (found == live_.end()) {
        const Allocation* const inside = nearest_of(live_, address);
        if (inside && inside->holds(address, 1)) return Result::NotItsStart;
        const Allocation* const before = nearest_of(freed_, address);
        return before && before->holds(address, 1) ? Result::AlreadyFreed : Result::NotAnAllocation;
    }
    std::unique_ptr<Allocation> block = std::move(found->second);
    live_.erase(found);
    used_ -= block->size + kHeader;
    block->freed = true;
    freed_[address] = std::move(block);
    freed_order_.push_back(address);
    if (freed_order_.size() > kFreedBlocksKept) {
        freed_.erase(freed_order_.front());
        freed_order_.pop_front();
    }
    return Result::Ok;
}

const Allocation* DeviceHeap::find(u64 address) const {
    const std::shared_lock lock(mutex_);
    const auto above = live_.upper_bound(address);
    if (above == live_.begin()) return nullptr;
    const Allocation& block = *std::prev(above)->second;
    if (!block.holds(address, 1)) return nullptr;
    // Sectors are counted by the arena's chunks, which do not begin where the block does.
    const u64 first = (block.address - arena_->address) / kChunkBytes;
    const u64 last = (block.address + block.size - 1 - arena_->address) / kChunkBytes;
    for (u64 chunk = first; chunk <= last; ++chunk)
        __atomic_store_n(&arena_->touched[chunk], u8{1}, __ATOMIC_RELAXED);
    return &block;
}

const Allocation* DeviceHeap::nearest(u64 address) const {
    const std::shared_lock lock(mutex_);
    const Allocation *const live = nearest_of(live_, address), *const freed = nearest_of(freed_, address);
    if (!live || !freed) return live ? live : freed;
    return bytes_between(*freed, address) < bytes_between(*live, address) ? freed : live;
}

std::vector<const Allocation*> DeviceHeap::live() const {
    const std::shared_lock lock(mutex_);
    std::vector<const Allocation*> blocks;
    for (const auto& [address, block] : live_) blocks.push_back(block.get());
    return blocks;
}

}  // namespace simt::memory
