// The handlers of suld, sust and sured.
#pragma once

#include "emulator/decode/op.hpp"

namespace simt::exec {

const Op* surface_load(Warp& warp, const Op* op);
const Op* surface_store(Warp& warp, const Op* op);
const Op* surface_reduce(Warp& warp, const Op* op);

}  // namespace simt::exec
