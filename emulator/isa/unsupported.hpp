// Opcodes that the emulator knows but does not support, by their first parts. Form in isa.hpp explains the columns.
#pragma once

#include "emulator/isa/isa.hpp"

namespace simt::isa {

constexpr Form unsupported_forms[] = {
    {"{mma,wmma,wgmma,tcgen05}", "v=v", {Kind::TensorCore}},
    {"{tex,tld4,txq,suld,sured,suq}", "v=v", {Kind::Texture}},
    {"sust", "=av", {Kind::Texture}},
    {"clusterlaunchcontrol", "=av", {Kind::ClusterControl}},
};

}  // namespace simt::isa
