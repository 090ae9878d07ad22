// Functions of the driver, looked up by name. The emulator has no driver: it implements a few functions that programs
// of the runtime ask for. For all others it answers "not found", which libraries can handle.
#include <cuda.h>

#include <cstring>

#include "emulator/runtime/call.hpp"
#include "emulator/runtime/newer_names.hpp"
#include "emulator/runtime/tensor_maps.hpp"

using namespace simt::runtime;

namespace {

constexpr int kVersion = 13000;

CUresult driver_version(int* version) {
    if (version == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *version = kVersion;
    return CUDA_SUCCESS;
}

CUresult initialise(unsigned flags) { return flags == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE; }

// The driver's and the runtime's errors have the same numbers and descriptions.
CUresult error_string(CUresult error, const char** text) {
    if (text == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const char* const found = cudaGetErrorString(static_cast<cudaError_t>(error));
    const bool known = std::strcmp(found, "unrecognized error code") != 0;
    *text = known ? found : nullptr;
    return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult device_count(int* count) { return static_cast<CUresult>(cudaGetDeviceCount(count)); }

struct DriverFunction {
    const char* name;
    unsigned since;  // CUDA version
    void* address;
};

#define SIMT_DRIVER(name, since, function) \
    { #name, since, reinterpret_cast < void*>(function) }

const DriverFunction kFunctions[] = {
    SIMT_DRIVER(cuInit, 2000, initialise),
    SIMT_DRIVER(cuDriverGetVersion, 2020, driver_version),
    SIMT_DRIVER(cuDeviceGetCount, 2000, device_count),
    SIMT_DRIVER(cuGetErrorString, 6000, error_string),
    SIMT_DRIVER(cuTensorMapEncodeTiled, 12000, encode_tiled),
    SIMT_DRIVER(cuTensorMapEncodeIm2col, 12000, encode_im2col),
    SIMT_DRIVER(cuTensorMapReplaceAddress, 12000, replace_address),
};

cudaError_t find(const char* name, void** function, unsigned version, int* result) {
    const auto body = [&] {
        int status = newer::cudaDriverEntryPointSymbolNotFound;
        void* address = nullptr;
        for (const DriverFunction& known : kFunctions) {
            if (name == nullptr || std::strcmp(name, known.name) != 0) continue;
            const bool old = version < known.since;
            status =
                old ? newer::cudaDriverEntryPointVersionNotSufficent : newer::cudaDriverEntryPointSuccess;
            address = old ? nullptr : known.address;
        }
        if (result) *result = status;
        answer(function, address);
    };
    return query(body, "cudaGetDriverEntryPoint");
}

}  // namespace

cudaError_t cuda13_driver_entry_point(const char* name, void** function, unsigned long long, int* result) {
    return find(name, function, kVersion, result);
}
SIMT_NAMED_ALSO_AS(cuda13_driver_entry_point, cudaGetDriverEntryPoint, cudaGetDriverEntryPoint_ptsz);

cudaError_t cuda13_driver_entry_point_by_version(const char* name, void** function, unsigned version,
                                                 unsigned long long, int* result) {
    return find(name, function, version, result);
}
SIMT_NAMED_ALSO_AS(cuda13_driver_entry_point_by_version, cudaGetDriverEntryPointByVersion,
                   cudaGetDriverEntryPointByVersion_ptsz);
SIMT_NAMED_ALSO_AS(cuda13_driver_entry_point_by_version, cudaGetDriverEntryPointByVersion,
                   simt_driver_entry_point);
