// Tensor copies in tile mode. A box of the tensor lies densely in shared memory, the first dimension innermost. Swizzling
// exchanges its 16-byte pieces by bits of their shared address. Elements outside the tensor become zeros (or NaN) on the way
// in and are left out on the way back.
//
// Four things are undocumented; we measured them on an H200 (test/hardware/copies.sh): where boxes may begin, that they are
// written back in whole pieces of 16 bytes, where swizzled rows lie, and the bits of NaN.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "emulator/check/check.hpp"
#include "emulator/decode/async_form.hpp"
#include "emulator/exec/async/cluster_copies.hpp"
#include "emulator/exec/async/copies.hpp"
#include "emulator/exec/async/reach.hpp"
#include "emulator/exec/async/tensor_map.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/memory_global.hpp"
#include "emulator/exec/ops/memory_shared.hpp"
#include "emulator/exec/stop.hpp"
#include "emulator/isa/async.hpp"

namespace simt::exec {

namespace {

constexpr u32 kSharedAlignment = 128, kMapAlignment = 64;
// By CUtensorMapDataType: the type's name in a reduction. Bitwise operations have names by width.
constexpr const char* kTypes[] = {"u8",  "u16", "u32",  "s32", "u64", "s64", "f16",
                                  "f32", "f64", "bf16", "f32", "f32", "f32"};

// Copies the map out of the kernel's parameters or global memory.
bool read_map(WarpState& state, const Op* op, u32 lane, u64 address, TensorMap& map) {
    const u32 thread = thread_of(state, lane);
    if (address % kMapAlignment != 0)
        return stop_misuse(state, op, thread, "the tensor map's address is not a multiple of 64",
                           Status::MisalignedAddress);
    const u8* bytes = nullptr;
    if (const u64 offset = address - memory::kParamWindow; offset >= memory::kWindowSize)
        bytes = reach_global(state, op, lane, address, kTensorMapBytes, generic::prepare_global<Kind::Load>);
    else if (offset + kTensorMapBytes <= state.worker->code->parameter_bytes)
        bytes = state.worker->parameters + offset;
    else
        fault(state, op, check::Fault::OutOfBounds, check::Space::Param, lane, offset, kTensorMapBytes,
              false);
    if (bytes == nullptr) return false;
    std::memcpy(static_cast<void*>(&map), bytes, sizeof map);
    if (map.mark != TensorMap::kMark)
        return stop_misuse(state, op, thread,
                           "there is no tensor map at that address: cuTensorMapEncodeTiled makes one, and a "
                           "const __grid_constant__ CUtensorMap parameter or global memory holds it",
                           Status::IllegalInstruction);
    if (map.rank != op->width)
        return stop_misuse(
            state, op, thread,
            fmt::format("a tensor map of {} dimensions is used with {} coordinates", map.rank, op->width),
            Status::IllegalInstruction);
    return true;
}

// The swizzled address of a byte: the number of its 16-byte piece in a 128-byte line is XORed with bits of the line's number.
u32 swizzled(TensorSwizzle swizzle, u32 address) {
    const u32 bits = (1u << static_cast<u32>(swizzle)) - 1;
    return address ^ ((address >> 7 & bits) << 4);
}

// One lane's box, with the places of its rows (along dimension 0).
struct Box {
    TensorMap map;
    s64 first[kTensorDimensions];  // coordinates
    u32 count[kTensorDimensions];  // elements taken along each dimension
    u32 row_bytes = 0, rows = 1;
    u32 pitch =
        0;  // bytes from row to row in shared memory; a swizzled row always takes up a whole swizzle pattern

    Box(const TensorMap& from, const s64* coordinates) : map(from) {
        for (u32 k = 0; k < kTensorDimensions; ++k) {
            first[k] = coordinates[k];
            count[k] = k >= map.rank ? 1
                       : k == 0      ? map.box[0]
                                     : (map.box[k] + map.steps[k] - 1u) / map.steps[k];
        }
        row_bytes = count[0] * map.element_bytes;
        pitch = map.swizzle == TensorSwizzle::None ? row_bytes : 16u << static_cast<u32>(map.swizzle);
        for (u32 k = 1; k < map.rank; ++k) rows *= count[k];
    }

    // The part of a row that lies in the tensor, as bytes of the row, and the global address of the row's first byte.
    struct Row {
        u32 begin = 0, end = 0;
        u64 address = 0;
    };
    Row row(u32 number) const {
        Row result;
        result.address = map.address + static_cast<u64>(first[0] * map.element_bytes);
        for (u32 k = 1; k < map.rank; ++k) {
            const s64 at = first[k] + s64{number % count[k]} * map.steps[k];
            number /= count[k];
            if (at < 0 || at > s64{map.last[k]}) return result;
            result.address += static_cast<u64>(at) * map.strides[k - 1];
        }
        const s64 begin = std::clamp<s64>(-first[0], 0, count[0]);
        const s64 end = std::clamp<s64>(s64{map.last[0]} + 1 - first[0], begin, count[0]);
        result.begin = static_cast<u32>(begin) * map.element_bytes;
        result.end = static_cast<u32>(end) * map.element_bytes;
        return result;
    }
};

void fill_outside(const TensorMap& map, std::vector<u8>& data) {
    if (map.fill_nan == 0) return;
    for (std::size_t at = 0; at < data.size(); ++at)
        data[at] = at % 2 == 0 ? 0xf7 : 0x7f;  // 0x7ff7 in every type, which fma.oob knows
}

// rank: of the block of a multicast; kThisBlock: the one that the addresses name.
bool issue_to_shared(Warp& warp, const Op* op, u32 lane, const Box& box, u32 to, u32 rank) {
    WarpState& state = *warp.state;
    BulkCopy copy{
        .thread = thread_of(state, lane),
        .op = op->index,
        .mbarrier = static_cast<u32>(in_rank(row<u64>(warp, op->slot[kTensorMbarrier])[lane], rank))};
    to = static_cast<u32>(in_rank(to, rank));
    WarpState* const owner = owner_of_mbarrier(state, op, lane, copy.mbarrier);
    if (owner == nullptr) return false;
    copy.total = box.rows * box.row_bytes;
    copy.data.resize(copy.total);
    fill_outside(box.map, copy.data);
    for (u32 number = 0; number < box.rows; ++number) {
        const Box::Row inside = box.row(number);
        if (inside.begin == inside.end) continue;
        const u32 bytes = inside.end - inside.begin;
        const u8* from = reach_global(state, op, lane, inside.address + inside.begin, bytes,
                                      generic::prepare_global<Kind::Load>);
        if (from == nullptr) return false;
        std::memcpy(copy.data.data() + number * box.row_bytes + inside.begin, from, bytes);
    }
    for (u32 at = 0; at < copy.total; at += kBulkPiece) {
        const u32 place = swizzled(box.map.swizzle, to + at / box.row_bytes * box.pitch + at % box.row_bytes);
        const u8* const host =
            reach(state, op, 1, lane, place, kBulkPiece, generic::prepare_shared<Kind::Store>);
        if (host == nullptr) return false;
        if (&owner_of(state, host) != owner->block) return stop_misuse(state, op, copy.thread, kTwoBlocks);
        copy.pieces.push_back({nullptr, static_cast<u32>(place & memory::kOffsetMask), kBulkPiece});
    }
    put_in_flight(state, std::move(copy), *owner);
    return true;
}

// The reduction for the map's type; nullptr and a report if there is none.
const Reduction* reduction_for(WarpState& state, const Op* op, u32 lane, const TensorMap& map) {
    const std::string type = map.type < std::size(kTypes) ? kTypes[map.type] : "?";
    const std::string operation = isa::kCopyOperations[op->detail];
    u32 found = isa::find_copy_reduction(operation + "." + type);
    if (found == isa::kNoReduction)
        found = isa::find_copy_reduction(operation + ".b" + std::to_string(map.element_bytes * 8));
    if (found != isa::kNoReduction) return &reduction_at(found);
    return stop_misuse(state, op, thread_of(state, lane),
                       "a tensor of " + type + " elements cannot be reduced with ." + operation);
}

bool issue_to_global(Warp& warp, const Op* op, u32 lane, const Box& box, u32 from) {
    WarpState& state = *warp.state;
    BulkCopy copy{.to_shared = false, .thread = thread_of(state, lane), .op = op->index};
    if (op->detail != isa::kNoReduction) {
        copy.reduce = reduction_for(state, op, lane, box.map);
        if (copy.reduce == nullptr) return false;
    }
    for (u32 number = 0; number < box.rows; ++number) {
        Box::Row inside = box.row(number);
        if (inside.begin == inside.end) continue;
        // Whole pieces of 16 bytes, even past the end of the tensor's row.
        inside.end = (inside.end + kBulkPiece - 1) / kBulkPiece * kBulkPiece;
        u8* const to = reach_global(state, op, lane, inside.address + inside.begin, inside.end - inside.begin,
                                    copy.reduce != nullptr ? generic::prepare_global<Kind::Atomic>
                                                           : generic::prepare_global<Kind::Store>);
        if (to == nullptr) return false;
        for (u32 at = inside.begin, end; at < inside.end; at = end) {
            const u32 dense = from + number * box.pitch + at;
            end = std::min(inside.end, at + kBulkPiece - dense % kBulkPiece);
            const u32 place = swizzled(box.map.swizzle, dense);
            if (reach(state, op, 1, lane, place / kBulkPiece * kBulkPiece, kBulkPiece,
                      generic::prepare_shared<Kind::Load>) == nullptr)
                return false;
            check::read_by_proxy(state.checks, op + 1, lane, place, end - at, async_of(state).fenced);
            copy.pieces.push_back({to + (at - inside.begin), place, end - at});
        }
    }
    put_in_flight(state, std::move(copy), state);
    return true;
}

// Every box must begin at a multiple of 16 bytes in its rows. A box that is written to global memory must not begin before the
// tensor.
bool begins_well(WarpState& state, const Op* op, u32 lane, const TensorMap& map, const s64* coordinates,
                 bool to_shared) {
    const u32 thread = thread_of(state, lane);
    for (u32 k = 0; k < kTensorDimensions && !to_shared; ++k)
        if (coordinates[k] < 0)
            return stop_misuse(
                state, op, thread,
                fmt::format("a box is written that begins at coordinate {}: only boxes that are "
                            "read may begin before the tensor",
                            coordinates[k]),
                Status::IllegalInstruction);
    if (coordinates[0] * map.element_bytes % kBulkPiece == 0) return true;
    return stop_misuse(state, op, thread,
                       fmt::format("a box begins at element {} of the tensor's rows, of {} byte{}: it must "
                                   "be a multiple of 16 bytes",
                                   coordinates[0], map.element_bytes, map.element_bytes == 1 ? "" : "s"),
                       Status::IllegalInstruction);
}

template <bool to_shared>
const Op* tensor_copy(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    for (const u32 lane : Lanes(warp.exec)) {
        TensorMap map;
        if (!read_map(state, op, lane, row<u64>(warp, op->slot[kTensorMap])[lane], map)) return nullptr;
        s64 coordinates[kTensorDimensions] = {};
        for (u32 k = 0; k < op->width; ++k)
            coordinates[k] = row<s32>(warp, op->slot[kTensorCoordinates] + k * kTensorCoordinateStride)[lane];
        if (!begins_well(state, op, lane, map, coordinates, to_shared)) return nullptr;
        const u64 shared = row<u64>(warp, op->slot[kTensorShared])[lane];
        if (shared % kSharedAlignment != 0)
            return fault(state, op + 1, check::Fault::Misaligned, check::Space::Shared, lane, shared,
                         kSharedAlignment, to_shared);
        const Box box(map, coordinates);
        const u32 place = static_cast<u32>(shared);
        const bool ok = !to_shared ? issue_to_global(warp, op, lane, box, place)
                                   : each_target(state, op, lane, [&](u32 rank) {
                                         return issue_to_shared(warp, op, lane, box, place, rank);
                                     });
        if (!ok) return nullptr;
    }
    return op + 2;
}

constexpr Binding kTensorBindings[] = {
    {"~tensor.to_shared", tensor_copy<true>},
    {"~tensor.to_global", tensor_copy<false>},
};

}  // namespace

std::span<const Handler> tensor_copy_handlers() {
    return handlers<isa::tensor_copy_forms, kTensorBindings>();
}

}  // namespace simt::exec
