// See device.hpp.
#include "common/grading/device.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "common/cuda/counters.hpp"

namespace grading {
namespace {

// Ends the program with a sentence if the device is not the one that was asked for.
bool insist_on_device() {
    const char* const asked = std::getenv("EXERCISE_DEVICE");
    if (!asked || (std::string_view(asked) == "emulator") == gpu::emulator::present()) return true;
    Dl_info runtime{};
    void* const function = dlsym(RTLD_DEFAULT, "cudaGetDeviceCount");
    if (function) dladdr(function, &runtime);
    std::fprintf(
        stderr,
        "Nothing was graded: the check is for the %s, and it was given another CUDA runtime, %s. %s\n",
        std::string_view(asked) == "gpu" ? "GPU" : asked,
        runtime.dli_fname ? runtime.dli_fname : "which has no name",
        std::getenv("LD_PRELOAD") ? "LD_PRELOAD is set: unset it, and check again."
                                  : "make check builds and links the right one: check again with it.");
    _exit(kWrongDevice);
}

const bool right_device = insist_on_device();

}  // namespace
}  // namespace grading
