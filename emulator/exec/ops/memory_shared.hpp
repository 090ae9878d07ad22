// The first half of an access to shared memory (access.hpp), and the check after stores in which lanes share an address.
#pragma once

#include "emulator/exec/ops/access.hpp"

namespace simt::exec::SIMT_ISA {

template <Kind kind>
bool prepare_shared(Warp&, const Op*, u32 bytes, Access&);

// Call it after a store in which lanes share an address. If their values differ, PTX does not define which one stays.
// stored_ok: lanes whose value is in memory now.
void report_lost_values(Warp& warp, const Op* op, const Access& access, u32 bytes, u32 stored_ok);

}  // namespace simt::exec::SIMT_ISA
