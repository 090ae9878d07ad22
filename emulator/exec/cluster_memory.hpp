// Distributed shared memory: accesses to the shared memory of another block of the cluster.
#pragma once

#include "emulator/exec/warp.hpp"

namespace simt::exec {

// Sets place[lane] to the host address of each lane's access of `bytes` bytes, after its checks. address: by lane, in the
// cluster's window (address_windows.hpp). Lanes that do not execute get the first executing one's. Returns false if the launch
// has ended, or for a load of undefined values from the block's own shared memory.
bool reach_cluster(Warp& warp, const Op* op, const u64* address, u32 bytes, Kind kind, u8** place);

// The block of the cluster to whose shared memory the host address belongs.
Block& owner_of(const WarpState& state, const u8* place);

}  // namespace simt::exec
