// PTX to Code: once a kernel, before its first launch.
#pragma once

#include <memory>

#include "emulator/decode/code.hpp"
#include "emulator/decode/functions.hpp"

namespace simt::exec {

// Decodes the kernel and every function that it may call. An unsupported instruction becomes an op that says so when a warp
// reaches it: code that never runs does no harm. Throws simt::Error if the text makes no sense: a label that is missing, more
// local memory than a thread has.
std::shared_ptr<Code> build_code(const ptx::Module& module, const ptx::Function& kernel,
                                 const AddressOf& address_of, HandlerOf handler_of);

}  // namespace simt::exec
