// Vector clocks: the order of work among streams, independent of how fast the emulator runs it. Every stream counts
// its work; a clock holds, for each stream, how much of its work is known to come before.
#pragma once

#include <map>

#include "emulator/integers.hpp"

namespace simt::check {

using StreamClock = std::map<u64, u64>;  // by stream: how much of its work comes before

inline void join(StreamClock& clock, const StreamClock& more) {
    for (const auto& [stream, count] : more) {
        u64& known = clock[stream];
        if (known < count) known = count;
    }
}

// A piece of work: the count-th in its stream, and the work before it.
struct Stamp {
    u64 stream = 0, count = 0;
    StreamClock before;
};

inline bool comes_before(const Stamp& first, const StreamClock& clock) {
    const auto found = clock.find(first.stream);
    return found != clock.end() && found->second >= first.count;
}

}  // namespace simt::check
