// The class under which an instruction is counted.
#pragma once

#include "emulator/integers.hpp"

namespace simt::cost {

enum class OpClass : u8 {
    Other,
    Branch,
    Barrier,
    Atomic,
    GlobalLoad,
    GlobalStore,
    SharedLoad,
    SharedStore,
};

constexpr bool is_shared(OpClass op_class) {
    return op_class == OpClass::SharedLoad || op_class == OpClass::SharedStore;
}

}  // namespace simt::cost
