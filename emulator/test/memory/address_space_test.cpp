// What the device's memory promises: places, bounds, shadows, frees, and that nothing crashes on absurd
// requests.
#include "emulator/memory/address_space.hpp"

#include <doctest/doctest.h>

#include <array>
#include <set>
#include <thread>

using namespace simt;
using namespace simt::memory;
using FreeResult = AddressSpace::FreeResult;

namespace {

const Allocation* device(AddressSpace& space, u64 size) {
    return space.allocate(size, Kind::Device, "cudaMalloc", false);
}

// Marks as a kernel's access would.
void touch(const Allocation& allocation, u8* sectors, u64 sector) {
    sectors[sector] = 1;
    allocation.touched[sector / 4096] = 1;
}

bool same(AddressSpace::Traffic traffic, u64 read, u64 written) {
    return traffic.sectors_read == read && traffic.sectors_written == written;
}

}  // namespace

TEST_CASE("device memory lies in the device range, aligned, with a gap of 1 GiB to every neighbour") {
    AddressSpace space;
    u64 end = 0;
    for (u64 size : {u64{1}, u64{4096}, u64{5'000'001}, u64{3} << 30, u64{256}}) {
        const Allocation* const allocation = device(space, size);
        REQUIRE(allocation != nullptr);
        CHECK(allocation->address >= kDeviceBegin);
        CHECK(allocation->address + size <= kDeviceEnd);
        CHECK(allocation->address % 512 == 0);
        if (end != 0) CHECK(allocation->address - end >= kGap);
        end = allocation->address + size;
    }
    CHECK(space.live().size() == 5);
    CHECK(space.live()[0]->serial == 1);
    CHECK(space.live()[4]->serial == 5);
}

TEST_CASE("find returns the allocation for its first and last byte and nothing one byte outside") {
    AddressSpace space;
    const Allocation* const small = device(space, 100);
    const Allocation* const large = device(space, (u64{5} << 30) + 7);  // more than one slot of 1 GiB
    for (const Allocation* allocation : {small, large}) {
        CHECK(space.find(allocation->address) == allocation);
        CHECK(space.find(allocation->address + allocation->size / 2) == allocation);
        CHECK(space.find(allocation->address + allocation->size - 1) == allocation);
        CHECK(space.find(allocation->address + allocation->size) == nullptr);
        CHECK(space.find(allocation->address - 1) == nullptr);
    }
    for (u64 stray : {u64{0}, u64{16}, kSharedWindow, kDeviceBegin - 1, kDeviceEnd - 1, kDeviceEnd, ~u64{0}})
        CHECK(space.find(stray) == nullptr);
}

TEST_CASE("host bytes start as zero, are where host() says, and never reach past an allocation") {
    AddressSpace space;
    const Allocation* const a = device(space, 1000);
    CHECK(space.host(a->address, 1000) == a->host);
    CHECK(space.host(a->address + 10, 990) == a->host + 10);
    CHECK(space.host(a->address + 10, 991) == nullptr);
    CHECK(space.host(a->address + 10, ~u64{0}) == nullptr);
    CHECK(a->host[999] == 0);
    a->host[999] = 7;
    CHECK(*space.host(a->address + 999, 1) == 7);
}

TEST_CASE("managed and pinned memory has one address for host and device") {
    AddressSpace space;
    for (Kind kind : {Kind::Managed, Kind::Pinned}) {
        const Allocation* const allocation = space.allocate(70000, kind, "cudaMallocManaged", true);
        REQUIRE(allocation != nullptr);
        CHECK(reinterpret_cast<u64>(allocation->host) == allocation->address);
        CHECK(allocation->written == nullptr);
        allocation->host[69999] = 1;
        CHECK(space.find(allocation->address + 69999) == allocation);
        touch(*allocation, allocation->sector_read, 70000 / 32);
        CHECK(same(space.take_traffic(), 1, 0));
    }
}

TEST_CASE("registered host memory is found at its own address until it is unregistered, and cannot overlap") {
    AddressSpace space;
    alignas(64) static std::array<u8, 4096> bytes;
    u8* const first = bytes.data() + 40;
    const Allocation* const adopted = space.adopt(first, 2000, "cudaHostRegister");
    REQUIRE(adopted != nullptr);
    CHECK(adopted->address == reinterpret_cast<u64>(first));
    CHECK(adopted->host == first);
    CHECK(adopted->written == nullptr);
    CHECK(adopted->sectors() == 63);  // bytes 8 … 2008 from a sector's start
    CHECK(space.find(adopted->address + 1999) == adopted);
    CHECK(space.find(adopted->address + 2000) == nullptr);
    CHECK(space.find(adopted->address - 1) == nullptr);

    CHECK(space.adopt(first + 1999, 8, "again") == nullptr);
    CHECK(space.adopt(first - 8, 9, "again") == nullptr);
    CHECK(space.adopt(first - 8, 3000, "around") == nullptr);
    CHECK(space.adopt(first + 8, 8, "inside") == nullptr);
    CHECK(space.adopt(nullptr, 8, "null") == nullptr);
    CHECK(space.adopt(first, ~u64{0}, "wraps") == nullptr);
    const Allocation* const neighbour = space.adopt(first + 2000, 8, "right behind");
    CHECK(neighbour != nullptr);
    CHECK(space.find(adopted->address + 2000) == neighbour);

    CHECK(space.free(adopted->address) == FreeResult::Ok);
    CHECK(space.find(adopted->address) == nullptr);
    CHECK(space.adopt(first, 2000, "once more") != nullptr);
    CHECK(!space.nearest(reinterpret_cast<u64>(first))->freed);
    bytes.fill(1);  // still the program's
}

TEST_CASE("free wants the start of a live allocation and says what else it got") {
    AddressSpace space;
    const u64 address = device(space, 100)->address;
    CHECK(space.free(address + 4) == FreeResult::NotItsStart);
    CHECK(space.free(address + 100) == FreeResult::NotAnAllocation);
    CHECK(space.free(0) == FreeResult::NotAnAllocation);
    CHECK(space.free(address) == FreeResult::Ok);
    CHECK(space.free(address) == FreeResult::AlreadyFreed);
    CHECK(space.free(address + 4) == FreeResult::AlreadyFreed);
    CHECK(space.live().empty());
}

TEST_CASE("a freed allocation is no longer found, but its record says what lay there") {
    AddressSpace space;
    const u64 address = device(space, 100)->address;
    const Allocation* const other = device(space, 100);
    space.free(address);
    CHECK(space.find(address) == nullptr);
    CHECK(space.host(address, 4) == nullptr);
    const Allocation* const record = space.nearest(address + 96);
    REQUIRE(record != nullptr);
    CHECK(record->freed);
    CHECK(record->address == address);
    CHECK(record->size == 100);
    CHECK(record->host == nullptr);
    CHECK(record->written == nullptr);
    CHECK(device(space, 100)->address > other->address);  // the freed place is not given out again
}

TEST_CASE("the nearest allocation is the holder, else the one with the least distance, on either side") {
    AddressSpace space;
    CHECK(space.nearest(kDeviceBegin) == nullptr);
    const Allocation* const a = device(space, 1000);
    const Allocation* const b = device(space, 1000);
    CHECK(space.nearest(0) == a);
    CHECK(space.nearest(a->address + 500) == a);
    CHECK(space.nearest(a->address + 1000) == a);
    CHECK(space.nearest(a->address + kGap / 4) == a);
    CHECK(space.nearest(b->address - 8) == b);
    CHECK(space.nearest(~u64{0}) == b);
}

TEST_CASE("written bits cover exactly the bytes that were marked") {
    AddressSpace space;
    const Allocation* const a = device(space, 64);
    REQUIRE(a->written != nullptr);
    const auto bytes = [a] {
        std::set<u64> marked;
        for (u64 byte = 0; byte < 64; ++byte)
            if (a->written[byte / 8] >> (byte % 8) & 1) marked.insert(byte);
        return marked;
    };
    CHECK(bytes().empty());
    for (u64 first = 0; first < 25; ++first) {
        for (u64 size = 0; first + size <= 25; ++size) {
            std::fill(a->written, a->written + 8, u8{0});
            space.mark_written(a->address + first, size);
            const std::set<u64> marked = bytes();
            CHECK(marked.size() == size);
            if (size > 0) CHECK((*marked.begin() == first && *marked.rbegin() == first + size - 1));
        }
    }
    space.mark_written(a->address, 64);
    CHECK(bytes().size() == 64);
    CHECK(a->written[7] == 0xff);
}

TEST_CASE("marking past the end, outside of any allocation or in initialised memory does nothing more") {
    AddressSpace space;
    const Allocation* const a = device(space, 10);
    space.mark_written(a->address + 8, ~u64{0});
    CHECK(a->written[1] == 0x03);
    space.mark_written(a->address + 10, 4);
    space.mark_written(0, 4);
    CHECK(a->written[1] == 0x03);
    const Allocation* const known = space.allocate(64, Kind::Variable, "__device__ variable v", true);
    CHECK(known->written == nullptr);
    space.mark_written(known->address, 64);
}

TEST_CASE("traffic counts distinct sectors of all allocations and forgets them") {
    AddressSpace space;
    const Allocation* const a = device(space, 4096 * 32 * 3 + 1);  // four chunks, the last of one sector
    const Allocation* const b = device(space, 32);
    CHECK(a->sectors() == 4096 * 3 + 1);
    CHECK(same(space.take_traffic(), 0, 0));
    for (u64 sector : {u64{0}, u64{1}, u64{4095}, u64{4096}, u64{4096 * 3}})
        touch(*a, a->sector_read, sector);
    touch(*a, a->sector_read, 1);
    touch(*a, a->sector_write, 4096 * 2);
    touch(*b, b->sector_write, 0);
    CHECK(same(space.take_traffic(), 5, 2));
    CHECK(same(space.take_traffic(), 0, 0));
    for (u64 sector = 0; sector < a->sectors(); ++sector) touch(*a, a->sector_write, sector);
    CHECK(same(space.take_traffic(), 0, a->sectors()));
}

TEST_CASE("an allocation of no bytes has a place of its own and holds nothing") {
    AddressSpace space;
    const Allocation* const none = device(space, 0);
    REQUIRE(none != nullptr);
    CHECK(space.find(none->address) == nullptr);
    CHECK(space.host(none->address, 1) == nullptr);
    CHECK(none->sectors() == 0);
    CHECK(same(space.take_traffic(), 0, 0));
    CHECK(device(space, 4)->address > none->address);
    CHECK(space.free(none->address) == FreeResult::Ok);
    CHECK(space.free(none->address) == FreeResult::AlreadyFreed);
}

TEST_CASE("what the machine has not is refused, untouched memory counts, and a free gives it back") {
    AddressSpace space;
    for (u64 size : {~u64{0}, ~u64{0} - 4095, u64{1} << 63, u64{1} << 45, space.total() + 1})
        CHECK(device(space, size) == nullptr);
    const u64 before = space.available();
    CHECK(before > 0);
    CHECK(before <= space.total());
    const u64 half = before / 2;
    const Allocation* const first = device(space, half);
    REQUIRE(first != nullptr);
    CHECK(space.available() < before - half / 2);
    CHECK(device(space, before - half / 2) == nullptr);
    CHECK(space.free(first->address) == FreeResult::Ok);
    CHECK(device(space, half) != nullptr);
}

TEST_CASE("addresses come back only after the whole range was given out, and never under a live allocation") {
    AddressSpace space;
    const u64 size = std::min(space.available() / 4, u64{8} << 30);
    const Allocation* const resident = device(space, 4096);
    const u64 rounds = (kDeviceEnd - kDeviceBegin) / (size + kGap) + 2;
    REQUIRE(rounds < 50'000);
    u64 last = resident->address, wrapped = 0;
    for (u64 round = 0; round < rounds; ++round) {
        const Allocation* const allocation = device(space, size);
        REQUIRE(allocation != nullptr);
        wrapped += allocation->address < last;
        last = allocation->address;
        CHECK(last - resident->address >= kGap);
        CHECK(space.nearest(last) == allocation);
        CHECK(space.free(last) == FreeResult::Ok);
    }
    CHECK(wrapped == 1);
    CHECK(space.find(resident->address) == resident);
}

TEST_CASE("of the shapes that hold a byte the last one counts") {
    AddressSpace space;
    const Allocation* const one = device(space, 4096);
    CHECK(one->shape_at(0) == nullptr);
    REQUIRE(space.annotate(one->address, {.rows = 4, .columns = 10, .pitch = 16, .element = 4, .name = "A"}));
    CHECK(one->shape_at(-1) == nullptr);
    CHECK(one->shape_at(39)->name == "A");
    CHECK(one->shape_at(5000)->position(5000).row == 78);  // an only shape speaks for all that is behind it
    REQUIRE(
        space.annotate(one->address + 64, {.rows = 2, .columns = 8, .pitch = 8, .element = 8, .name = "B"}));
    CHECK(one->shape_at(63) == nullptr);
    CHECK(one->shape_at(64)->name == "B");
    CHECK(one->shape_at(64 + 127)->name == "B");
    CHECK(one->shape_at(64 + 128)->name == "A");
    CHECK(one->shape_at(4 * 64) == nullptr);
    const auto [row, column] = one->shape_at(64 + 127)->position(64 + 127);
    CHECK(row == 1);
    CHECK(column == 7);
}

TEST_CASE("find is right while other threads allocate and free") {
    AddressSpace space;
    const Allocation* const fixed = device(space, 4096);
    std::atomic<bool> stop{false};
    std::thread reader([&] {
        u64 wrong = 0;
        while (!stop) wrong += space.find(fixed->address + 8) != fixed;
        CHECK(wrong == 0);
    });
    for (int round = 0; round < 500; ++round) space.free(device(space, 64)->address);
    stop = true;
    reader.join();
}
