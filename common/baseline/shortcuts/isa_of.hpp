// All rungs of one instruction set, compiled in each file that includes this: isa_portable.cpp, isa_avx2.cpp and
// isa_avx512.cpp.
#pragma once

#include "common/baseline/shortcuts/isa.hpp"
#include "common/baseline/shortcuts/more_reuse.hpp"
#include "common/baseline/shortcuts/peak.hpp"
#include "common/baseline/shortcuts/register_reuse.hpp"
#include "common/baseline/shortcuts/vectors.hpp"

namespace baseline::shortcuts {
namespace {

constexpr int kPrefetchAhead =
    8;  // rows of d: 8 times 12 vector relaxations take longer than fetching a line from the next cache

// `blocked`: the kernel of cache_blocked.
template <int Lanes, int Rows>
constexpr Isa isa_of(const char* name, const multiply::Kernel& blocked) {
    return {name,
            Lanes,
            Rows,
            vectors<Lanes>,
            register_reuse<Lanes>,
            more_reuse<Lanes, Rows, 0>,
            more_reuse<Lanes, Rows, kPrefetchAhead>,
            blocked,
            peak<Lanes>};
}

}  // namespace
}  // namespace baseline::shortcuts
