// See async_state.hpp.
#include "emulator/exec/async/async_state.hpp"

namespace simt::exec {

namespace {

constexpr u64 kLive = u64{1} << 62, kOdd = u64{1} << 61;
constexpr u64 kField = (u64{1} << 20) - 1, kBytesField = (u64{1} << 21) - 1;

}  // namespace

u64 MbarrierWord::pack() const {
    return kLive | (odd ? kOdd : 0) | (static_cast<u64>(static_cast<s64>(bytes)) & kBytesField) << 40 |
           u64{expected} << 20 | pending;
}

MbarrierWord MbarrierWord::unpack(u64 word) {
    MbarrierWord result;
    result.pending = static_cast<u32>(word & kField);
    result.expected = static_cast<u32>(word >> 20 & kField);
    const u32 bytes = static_cast<u32>(word >> 40 & kBytesField);
    result.bytes = static_cast<s32>(bytes << 11) >> 11;
    result.odd = (word & kOdd) != 0;
    return result;
}

AsyncState& async_of(WarpState& state) {
    Block& block = *state.block;
    if (block.async == nullptr) {
        block.async = std::make_shared<AsyncState>();
        block.async->groups.assign(block.checks.threads, 0);
        block.async->cluster_arrived.assign(block.checks.threads, 0);
    }
    return *block.async;
}

}  // namespace simt::exec
