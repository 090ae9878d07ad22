// The driver's contexts. A context is only a handle of its device: what a program does in any of them, it does on that device.
// The contexts of a device share memory, modules and streams; when the last of them goes, the device is reset. cuda.h leaves
// CUctx_st to the driver.
#pragma once

#include "emulator/driver/call.hpp"
#include "emulator/integers.hpp"

struct CUctx_st {
    bool alive = false;
    unsigned flags = 0;
    simt::u64 id = 0;
    int device = 0;
};

namespace simt::driver {

bool is_initialised();  // by cuInit, or by a call of the runtime

// The context that is current in this thread: the top of its stack, or else the primary one if the runtime uses it here.
// Null if there is none. It may be destroyed.
CUcontext current_context();
bool is_alive(CUcontext context);
void check_context(CUcontext context);  // throws a Failure if there is none, or it was destroyed
CUcontext primary_context(int device);

}  // namespace simt::driver
