// Every call of the driver of CUDA 13 that the emulator does not support (unsupported_calls.inc). Such a call fails and
// says its name, as those of the runtime do.
#include "emulator/runtime/errors.hpp"
#include "emulator/runtime/older/hooks.hpp"

namespace {

int unsupported_driver_call(const char* call) {
    const simt::runtime::DriverCall frame(call);
    return simt_unsupported(call);
}

}  // namespace

#undef SIMT_EXPORT_UNSUPPORTED
#define SIMT_EXPORT_UNSUPPORTED(function, name)                                     \
    extern "C" __attribute__((visibility("default"))) int function() __asm__(name); \
    int function() { return unsupported_driver_call(name); }

#include "emulator/driver/unsupported_calls.inc"
