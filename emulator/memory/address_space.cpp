// See address_space.hpp. The device range is divided into slots of 1 GiB. Allocations keep a gap of 1 GiB between them, so a
// slot never holds parts of two, and `find` is one load from a table, without a lock. Managed and pinned allocations lie in
// the same range, with their host pages at the same address. Only registered host memory lies elsewhere; `find` searches
// for it among the live allocations.
#include "emulator/memory/address_space.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include "emulator/bits.hpp"
#include "emulator/memory/device_heap.hpp"
#include "emulator/memory/host_memory.hpp"
#include "emulator/memory/records.hpp"
#include "emulator/memory/written_bits.hpp"

namespace simt::memory {
namespace {

constexpr u64 kAlignment = u64{2} << 20;  // of device addresses; huge pages need it too
constexpr u64 kSlots = (kDeviceEnd - kDeviceBegin) / kGap;
constexpr std::size_t kFreedKept = 4096;        // records of freed allocations kept for reports
constexpr u64 kH200Bytes = u64{143'165} << 20;  // 139.8 GiB, about what an H200 offers

// The data bytes that fit into `bytes` with their shadows. Each needs 1/8 byte for written and 2/32 for the sectors.
u64 without_shadows(u64 bytes) { return bytes / 19 * 16; }

}  // namespace

struct AddressSpace::Impl {
    mutable std::shared_mutex mutex;  // all but `slots`, which readers load without it
    Records live, freed;
    std::deque<u64> freed_order;  // addresses in `freed`, oldest first
    std::unique_ptr<std::atomic<const Allocation*>[]> slots =
        std::make_unique<std::atomic<const Allocation*>[]>(kSlots);
    std::atomic<u64> registered{0};  // allocations outside the slots
    u64 cursor = kDeviceBegin;       // the address to try for the next allocation
    u64 serial = 0;
    u64 used = 0;  // bytes of live mappings, shadows included
    const HostMemory at_start = host_memory();
    struct Heap {
        DeviceHeap blocks;
        u64 limit = u64{8} << 20;  // cudaLimitMallocHeapSize
    };
    std::vector<Heap> heaps;  // of the devices
    int running = 0;          // the device whose View it is
    std::mutex heap_creation;

    explicit Impl(int devices) : heaps(static_cast<std::size_t>(devices)) {}
    Heap& heap_of(int device) { return heaps[static_cast<std::size_t>(device)]; }

    // Bytes that may still be mapped. The system does not count untouched pages, so a second bound does. The program
    // keeps a thirty-second for itself: without it, the system would kill it when it fills its allocations.
    u64 left() const {
        const u64 reserve = at_start.available / 32;
        const u64 free_now = host_memory().available;
        const u64 bound = std::min(at_start.available - reserve, heaps.size() * (kH200Bytes / 16 * 19));
        return std::min(free_now - std::min(free_now, reserve), bound - std::min(bound, used));
    }

    // The first place at or after `from` with a gap to its neighbours, or 0 if there is none before the range's end.
    u64 place_after(u64 from, u64 size) const {
        u64 place = from;
        auto next = live.lower_bound(from);
        if (next != live.begin()) {
            const Allocation& before = std::prev(next)->second->allocation;
            if (before.address >= kDeviceBegin) place = std::max(place, before.address + before.size + kGap);
        }
        for (;; ++next) {
            place = round_up(place, kAlignment);
            if (place >= kDeviceEnd || kDeviceEnd - place < size) return 0;
            if (next == live.end() || next->first >= kDeviceEnd || next->first >= place + size + kGap)
                return place;
            place = std::max(place, next->first + next->second->allocation.size + kGap);
        }
    }

    // Addresses are used in a ring: a freed one is reused only after the whole range has been given out.
    u64 place_for(u64 size) const {
        const u64 place = place_after(cursor, size);
        return place != 0 ? place : place_after(kDeviceBegin, size);
    }

    void fill_slots(const Allocation& allocation, const Allocation* value) {
        if (allocation.address < kDeviceBegin || allocation.address >= kDeviceEnd) return;
        const u64 first = (allocation.address - kDeviceBegin) / kGap;
        const u64 last = (allocation.address + std::max<u64>(allocation.size, 1) - 1 - kDeviceBegin) / kGap;
        for (u64 slot = first; slot <= last; ++slot) slots[slot].store(value, std::memory_order_release);
    }

    // Allocation::padding, created at the first request; nullptr if there is no memory for it.
    u8* padding_bits(const Allocation& allocation) {
        if (u8* const known = __atomic_load_n(&allocation.padding, __ATOMIC_ACQUIRE)) return known;
        const std::unique_lock lock(mutex);
        Record& record = *live.at(allocation.address);
        if (record.allocation.padding == nullptr) {
            record.padding = Mapping(round_up((allocation.size + 7) / 8, kPage));
            __atomic_store_n(&record.allocation.padding, record.padding.data(), __ATOMIC_RELEASE);
        }
        return record.allocation.padding;
    }

    const Allocation* insert(std::unique_ptr<Record> record) {
        Allocation& allocation = record->allocation;
        allocation.serial = ++serial;
        used += record->cost();
        forget_freed(allocation);
        fill_slots(allocation, &allocation);
        return &live.emplace(allocation.address, std::move(record)).first->second->allocation;
    }

    // Drops the records of freed allocations that overlap this one.
    void forget_freed(const Allocation& allocation) {
        const u64 end = allocation.address + std::max<u64>(allocation.size, 1);
        auto record = freed.lower_bound(allocation.address);
        if (record != freed.begin() && std::prev(record)->second->allocation.holds(allocation.address, 1))
            --record;
        while (record != freed.end() && record->first < end) {
            std::erase(freed_order, record->first);
            record = freed.erase(record);
        }
    }

    void retire(Records::iterator position) {
        std::unique_ptr<Record> record = std::move(position->second);
        live.erase(position);
        Allocation& allocation = record->allocation;
        if (allocation.kind == Kind::Heap) heap_of(allocation.device).blocks.end();
        fill_slots(allocation, nullptr);
        if (allocation.kind == Kind::Registered) --registered;
        used -= record->cost();
        record->bytes = Mapping();
        record->shadows = Mapping();
        record->padding = Mapping();
        allocation.host = allocation.written = allocation.padding = nullptr;
        allocation.sector_read = allocation.sector_write = allocation.touched = nullptr;
        allocation.freed = true;
        freed_order.push_back(allocation.address);
        freed[allocation.address] = std::move(record);
        if (freed_order.size() <= kFreedKept) return;
        freed.erase(freed_order.front());
        freed_order.pop_front();
    }
};

AddressSpace::AddressSpace(int devices) : impl_(std::make_unique<Impl>(devices)) {}
AddressSpace::~AddressSpace() = default;

const Allocation* AddressSpace::allocate(u64 size, Kind kind, std::string label, bool initialised, u64 at,
                                         int device) {
    const bool same_address = kind == Kind::Managed || kind == Kind::Pinned;
    std::unique_lock lock(impl_->mutex);
    if (size > kH200Bytes) return nullptr;
    auto record = std::make_unique<Record>();
    Allocation& allocation = record->allocation;
    allocation.address = at == 0 ? impl_->place_for(size) : impl_->place_after(at, size) == at ? at : 0;
    allocation.size = size;
    allocation.kind = kind;
    allocation.device = device;
    allocation.label = std::move(label);
    if (allocation.address == 0) return nullptr;

    const u64 host_bytes = round_up(std::max<u64>(size, 1), kPage);
    if (host_bytes + shadow_bytes(allocation, initialised) > impl_->left()) return nullptr;
    record->bytes = Mapping(host_bytes, same_address ? allocation.address : 0);
    allocation.host = record->bytes.data();
    if (allocation.host == nullptr || !record->map_shadows(initialised)) return nullptr;
    if (at == 0) impl_->cursor = allocation.address + size + kGap;
    return impl_->insert(std::move(record));
}

const Allocation* AddressSpace::adopt(void* host, u64 size, std::string label, int device) {
    const u64 address = reinterpret_cast<u64>(host);
    if (host == nullptr || size == 0 || size > ~u64{0} - address) return nullptr;
    std::unique_lock lock(impl_->mutex);
    // An overlapping allocation is closest to one of the ends, or starts between them.
    for (const u64 end : {address, address + size - 1})
        if (const Allocation* const other = closest(impl_->live, end);
            other != nullptr && other->address < address + size && address < other->address + other->size)
            return nullptr;
    if (impl_->live.lower_bound(address) != impl_->live.lower_bound(address + size)) return nullptr;

    auto record = std::make_unique<Record>();
    Allocation& allocation = record->allocation;
    allocation.address = address;
    allocation.size = size;
    allocation.host = static_cast<u8*>(host);
    allocation.kind = Kind::Registered;
    allocation.device = device;
    allocation.label = std::move(label);
    if (!record->map_shadows(true)) return nullptr;
    ++impl_->registered;
    return impl_->insert(std::move(record));
}

bool AddressSpace::annotate(u64 address, Shape shape) {
    const Allocation* const found = find(address);
    u64 elements = 0, bytes = 0;
    if (found == nullptr || shape.rows == 0 || shape.pitch < shape.columns ||
        __builtin_mul_overflow(shape.rows - 1, shape.pitch, &elements) ||
        __builtin_add_overflow(elements, shape.columns, &elements) ||
        __builtin_mul_overflow(elements, u64{shape.element}, &bytes) || !found->holds(address, bytes))
        return false;
    shape.offset = address - found->address;
    std::unique_lock lock(impl_->mutex);
    std::vector<Shape>& shapes = impl_->live.at(found->address)->allocation.shapes;
    std::erase_if(shapes, [&](const Shape& other) { return other.offset == shape.offset; });
    shapes.push_back(std::move(shape));
    return true;
}

AddressSpace::FreeResult AddressSpace::free(u64 address) {
    std::unique_lock lock(impl_->mutex);
    const auto position = impl_->live.find(address);
    if (position != impl_->live.end()) {
        impl_->retire(position);
        return FreeResult::Ok;
    }
    const auto inside = [address](const Allocation* allocation) {
        return allocation != nullptr && distance(*allocation, address) == 0;
    };
    if (inside(closest(impl_->live, address))) return FreeResult::NotItsStart;
    const Allocation* const freed = closest(impl_->freed, address);
    if (freed != nullptr && freed->address == address) return FreeResult::AlreadyFreed;
    return inside(freed) ? FreeResult::AlreadyFreed : FreeResult::NotAnAllocation;
}

const Allocation* AddressSpace::find(u64 address) const {
    if (address - kDeviceBegin < kSlots * kGap) {
        const u64 slot = (address - kDeviceBegin) / kGap;
        const Allocation* const allocation = impl_->slots[slot].load(std::memory_order_acquire);
        if (allocation == nullptr || address - allocation->address >= allocation->size) return nullptr;
        return allocation->kind == Kind::Heap ? impl_->heap_of(allocation->device).blocks.find(address)
                                              : allocation;
    }
    if (impl_->registered.load(std::memory_order_acquire) == 0) return nullptr;
    std::shared_lock lock(impl_->mutex);
    const Allocation* const allocation = closest(impl_->live, address);
    return allocation != nullptr && distance(*allocation, address) == 0 ? allocation : nullptr;
}

const Allocation* AddressSpace::nearest(u64 address) const {
    std::shared_lock lock(impl_->mutex);
    const Allocation* const live = closest(impl_->live, address);
    const Allocation* const freed = closest(impl_->freed, address);
    const Allocation* const best = live == nullptr || freed == nullptr ? (live != nullptr ? live : freed)
                                   : distance(*live, address) <= distance(*freed, address) ? live
                                                                                           : freed;
    if (best == nullptr || best->kind != Kind::Heap || best->freed) return best;
    const Allocation* const block = impl_->heap_of(best->device).blocks.nearest(address);
    return block != nullptr ? block : best;
}

int AddressSpace::devices() const { return static_cast<int>(impl_->heaps.size()); }

AddressSpace::View::View(AddressSpace& space, int device,
                         const std::function<bool(const Allocation&)>& reaches)
    : space_(space), outer_(std::exchange(space.impl_->running, device)) {
    const std::unique_lock lock(space.impl_->mutex);
    for (const auto& [address, record] : space.impl_->live) {
        if (reaches(record->allocation)) continue;
        space.impl_->fill_slots(record->allocation, nullptr);
        hidden_.push_back(address);
    }
}

AddressSpace::View::~View() {
    const std::unique_lock lock(space_.impl_->mutex);
    space_.impl_->running = outer_;
    for (const u64 address : hidden_)
        if (const auto found = space_.impl_->live.find(address); found != space_.impl_->live.end())
            space_.impl_->fill_slots(found->second->allocation, &found->second->allocation);
}

bool AddressSpace::set_heap_limit(u64 bytes, int device) {
    Impl::Heap& heap = impl_->heap_of(device);
    if (heap.blocks.exists()) return false;
    heap.limit = bytes;
    return true;
}

u64 AddressSpace::heap_allocate(u64 size, std::string by, u64 align) {
    Impl::Heap& heap = impl_->heap_of(impl_->running);
    {
        const std::lock_guard lock(impl_->heap_creation);
        // Addresses for several times the heap, as long as the host has memory for them.
        for (u64 times = 16; !heap.blocks.exists() && times > 0; times /= 2) {
            const u64 bytes = heap.limit * times + (u64{1} << 20);
            if (const Allocation* const arena =
                    allocate(bytes, Kind::Heap, "the heap of malloc in kernels", false, 0, impl_->running))
                heap.blocks.begin(*arena, heap.limit);
        }
    }
    return heap.blocks.allocate(size, align, std::move(by));
}

AddressSpace::FreeResult AddressSpace::heap_free(u64 address) {
    return impl_->heap_of(impl_->running).blocks.free(address);
}

std::vector<const Allocation*> AddressSpace::heap_blocks() const {
    std::vector<const Allocation*> all;
    for (const Impl::Heap& heap : impl_->heaps)
        for (const Allocation* const block : heap.blocks.live()) all.push_back(block);
    return all;
}

u8* AddressSpace::host(u64 address, u64 size) const {
    const Allocation* const allocation = find(address);
    if (allocation == nullptr || !allocation->holds(address, size)) return nullptr;
    return allocation->host + (address - allocation->address);
}

void AddressSpace::mark_written(u64 address, u64 size) {
    const Allocation* const allocation = find(address);
    if (allocation == nullptr || allocation->written == nullptr || size == 0) return;
    const u64 first = address - allocation->address;
    set_range(allocation->written, first, first + std::min(size, allocation->size - first) - 1);
}

AddressSpace::Traffic AddressSpace::take_traffic() {
    Traffic traffic{0, 0};
    std::unique_lock lock(impl_->mutex);
    for (const auto& [address, record] : impl_->live) record->take_traffic(traffic);
    return traffic;
}

u64 AddressSpace::total() const {
    return std::min(without_shadows(impl_->at_start.total) / impl_->heaps.size(), kH200Bytes);
}

u64 AddressSpace::available() const {
    std::shared_lock lock(impl_->mutex);
    return std::min(without_shadows(impl_->left()), impl_->heaps.size() * total());
}

void AddressSpace::leave_unwritten(u64 address, u32 bytes) {
    const Allocation* const allocation = find(address);
    if (allocation == nullptr || allocation->written == nullptr || allocation->kind == Kind::Heap) return;
    for (const u32 k : Bits(bytes)) {
        const u64 byte = address + k;
        note_padding(*allocation, byte, 1);
        if (!allocation->holds(byte, 1)) return;
        const u64 place = byte - allocation->address;
        const u8 kept = static_cast<u8>(~(1u << place % 8));
        __atomic_fetch_and(allocation->written + place / 8, kept, __ATOMIC_RELAXED);
    }
}

void AddressSpace::note_padding(const Allocation& allocation, u64 address, u32 bytes) {
    if (allocation.written == nullptr || allocation.kind == Kind::Heap || !allocation.holds(address, bytes))
        return;
    u8* const padding = impl_->padding_bits(allocation);
    if (padding == nullptr) return;
    if (bytes != 0)
        set_range(padding, address - allocation.address, address - allocation.address + bytes - 1);
}

std::vector<const Allocation*> AddressSpace::live() const {
    std::shared_lock lock(impl_->mutex);
    std::vector<const Allocation*> allocations;
    allocations.reserve(impl_->live.size());
    for (const auto& [address, record] : impl_->live) allocations.push_back(&record->allocation);
    return allocations;
}

}  // namespace simt::memory
