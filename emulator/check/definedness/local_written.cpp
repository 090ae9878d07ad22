// See local_written.hpp.
#include "emulator/check/definedness/local_written.hpp"

#include "emulator/check/definedness/definedness_store.hpp"
#include "emulator/check/record.hpp"

namespace simt::check {

namespace {

// Which of a lane's bytes were never written: bit k is the k-th byte.
u32 missing_bytes(const WarpChecks& warp, u32 lane, u64 address, u32 bytes) {
    u32 missing = 0;
    for (u32 k = 0; k < bytes; ++k)
        missing |= (warp.local_written[address + k] >> lane & 1u) != 0 ? 0 : 1u << k;
    return missing;
}

}  // namespace

void begin_local(WarpChecks& warp, u32 lanes, u32 begin, u32 bytes) {
    if (!warp.worker->wanted.initialisation || bytes == 0) return;
    std::vector<u32>& written = warp.local_written;
    if (written.size() < begin + bytes) written.resize(begin + bytes);
    for (u32 byte = begin; byte < begin + bytes; ++byte) written[byte] &= ~lanes;
    if (warp.undefined != nullptr) DefinednessStore(warp).forget_local(begin, bytes, lanes);
}

void write_local(WarpChecks& warp, u32 lane, u32 begin, u32 bytes) {
    if (warp.local_written.size() < std::size_t{begin} + bytes) return;  // nobody asks
    for (u32 byte = begin; byte < begin + bytes; ++byte) warp.local_written[byte] |= 1u << lane;
    if (warp.undefined == nullptr) return;
    DefinednessStore store(warp);
    for (u32 at = 0; at < bytes; at += 8) store.set_local(begin + at, std::min(bytes - at, 8u), lane, {});
}

void copy_local(WarpChecks& warp, u32 lanes, u32 to, u32 from, u32 bytes) {
    std::vector<u32>& written = warp.local_written;
    for (u32 k = 0; k < bytes && !written.empty(); ++k)
        written[to + k] = (written[to + k] & ~lanes) | (written[from + k] & lanes);
    if (warp.undefined == nullptr || warp.undefined->local.empty()) return;
    DefinednessStore store(warp);
    for (const u32 lane : Lanes(lanes)) {
        for (u32 at = 0; at < bytes; at += 8) {
            const u32 piece = std::min(bytes - at, 8u);
            store.set_local(to + at, piece, lane, store.of_local(from + at, piece, lane));
        }
    }
}

void use_local(WarpChecks& warp, const Op* op, u32 lane, u64 generic_address, u32 bytes) {
    if (generic_address >> 32 != memory::kLocalWindow >> 32) return;
    const u32 address = static_cast<u32>(generic_address);
    if (std::size_t{address} + bytes <= warp.local_written.size())
        if (const u32 missing = missing_bytes(warp, lane, address, bytes); missing != 0)
            read_unwritten(warp, op, Space::Local, lane, address, bytes, missing);
    if (warp.undefined == nullptr) return;
    DefinednessStore store(warp);
    for (u32 at = 0; at < bytes; ++at)
        if (const UndefinedBits read = store.of_local(address + at, 1, lane); read.bits != 0)
            store.report(read.why, op);
}

bool load_unwritten_local(const Instruction& at, const LocalLanes& lanes) {
    bool undefined = false;
    for (const u32 lane : Lanes(at.exec)) {
        const u64 address = lanes.address[lane];
        const u32 missing = missing_bytes(at.warp, lane, address, lanes.bytes);
        if (missing == 0) continue;
        const UnwrittenRead read =
            read_unwritten(at.warp, at.op, Space::Local, lane, address, lanes.bytes, missing);
        undefined |= read == UnwrittenRead::Undefined;
        if (read == UnwrittenRead::Reported) break;
    }
    return !undefined;
}

}  // namespace simt::check
