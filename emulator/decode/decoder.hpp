// Turns PTX into Code, once per kernel, before its first launch.
#pragma once

#include <memory>

#include "emulator/decode/code.hpp"
#include "emulator/decode/functions.hpp"

namespace simt::exec {

// Decodes the kernel and every function that it may call. An unsupported instruction becomes an op that reports it when a
// warp gets there; in code that never runs it does no harm. Throws simt::Error for invalid PTX, such as a missing label or
// more local memory than a thread has. machine: the kernel's, from its machine code.
std::shared_ptr<Code> build_code(const ptx::Module& module, const ptx::Function& kernel,
                                 const AddressOf& address_of, HandlerOf handler_of,
                                 const MachineAccesses& machine);

}  // namespace simt::exec
