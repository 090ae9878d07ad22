// NVRTC compiles on the CPU, so programs use NVIDIA's own library. Many compile for sm_90 and load the machine code of nvrtcGetCUBIN,
// which the emulator cannot run. Preloaded by simt, these two functions stand in front of NVRTC's and give the program the PTX of the
// same compilation, which cuModuleLoadData and its kin take as well.
#include <dlfcn.h>

#include <cstddef>

namespace {

constexpr int kInternalError = 11;  // NVRTC_ERROR_INTERNAL_ERROR

// NVRTC's own function `name`, called with a program and an address for the result.
int nvrtc(const char* name, void* program, void* result) {
    const auto function = reinterpret_cast<int (*)(void*, void*)>(dlsym(RTLD_NEXT, name));
    return function ? function(program, result) : kInternalError;
}

}  // namespace

extern "C" {

// 0 bytes, as NVRTC says, if the program was compiled for a virtual architecture and so has no machine code.
[[gnu::visibility("default")]] int nvrtcGetCUBINSize(void* program, std::size_t* bytes) {
    const int error = nvrtc("nvrtcGetCUBINSize", program, bytes);
    return error != 0 || *bytes == 0 ? error : nvrtc("nvrtcGetPTXSize", program, bytes);
}

[[gnu::visibility("default")]] int nvrtcGetCUBIN(void* program, char* image) {
    std::size_t bytes = 0;
    const int error = nvrtcGetCUBINSize(program, &bytes);
    return error != 0 || bytes == 0 ? error : nvrtc("nvrtcGetPTX", program, image);
}
}
