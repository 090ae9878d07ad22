// Opcodes that the emulator knows but does not support, by their first parts. Form in isa.hpp explains the columns.
#pragma once

#include "emulator/isa/isa.hpp"

namespace simt::isa {

constexpr Form unsupported_forms[] = {
    {"{wgmma.mma_async.sp,tcgen05}", "v=v", {Kind::TensorCore}},
    {"clusterlaunchcontrol", "=av", {Kind::ClusterControl}},
};

}  // namespace simt::isa
