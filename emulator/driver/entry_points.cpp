// Functions of the driver by name and CUDA version: cuGetProcAddress, and the runtime's cudaGetDriverEntryPoint. Both find
// what libcuda.so.1 gives to programs, so a call that the emulator refuses is found, too, and refuses when it is called.
#include <dlfcn.h>

#include <cctype>
#include <cstring>
#include <map>
#include <string>

#include "emulator/driver/call.hpp"
#include "emulator/runtime/newer_names.hpp"

namespace simt::driver {
namespace {

constexpr int kVersion = 13000;

// The functions that came, or got another form, after CUDA 11.3, which had the first cuGetProcAddress: the CUDA version of
// each (cudaTypedefs.h of the toolkit has them).
const std::map<std::string, int, std::less<>>& newer_calls() {
    static const auto* const versions = new std::map<std::string, int, std::less<>>{
#define SIMT_SINCE(name, version) {#name, version},
#include "emulator/driver/newer_calls.inc"
#undef SIMT_SINCE
    };
    return *versions;
}

// The address of an exported function; nullptr if there is none.
void* exported(const std::string& name) {
    static void* const own_library = [] {
        Dl_info own = {};
        dladdr(reinterpret_cast<void*>(&newer_calls), &own);
        return dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD);
    }();
    return dlsym(own_library, name.c_str());
}

struct Found {
    void* address = nullptr;
    int status = runtime::newer::cudaDriverEntryPointSymbolNotFound;
};

// The newest form of a function that a CUDA version has: cuMemAlloc_v2 of cuMemAlloc.
Found find(const char* name, int version) {
    Found found;
    const bool of_driver =
        name && std::strncmp(name, "cu", 2) == 0 && std::isupper(static_cast<unsigned char>(name[2]));
    if (!of_driver) return found;
    for (const char* form : {"_v4", "_v3", "_v2", ""}) {
        void* const address = exported(std::string(name) + form);
        if (!address) continue;
        const auto since = newer_calls().find(std::string(name) + form);
        if (since == newer_calls().end() || since->second <= version)
            return {address, runtime::newer::cudaDriverEntryPointSuccess};
        found.status = runtime::newer::cudaDriverEntryPointVersionNotSufficent;
    }
    return found;
}

cudaError_t find_for_runtime(const char* name, void** function, unsigned version, int* result) {
    return runtime::query(
        [&] {
            const Found found = find(name, static_cast<int>(version));
            if (result) *result = found.status;
            answer(function, found.address);
        },
        "cudaGetDriverEntryPoint");
}

}  // namespace

// symbolStatus: a CUdriverProcAddressQueryResult, which older headers lack.
SIMT_DRIVER_UNDECLARED(cuGetProcAddress, _v2, const char* name, void** function, int version, cuuint64_t,
                       int* status) {
    // Not thrown: a CUDA runtime that is linked into the program asks for a function that is not there, and in such a program
    // glibc 2.36 finds no handler in this library. So it comes as far as a call that says how to build the program.
    bool missing = false;
    const CUresult result = at_any_time([&] {
        const Found found = find(name, version);
        answer(function, found.address);
        if (status) *status = found.status;
        missing = !found.address && !status;
    });
    return missing ? CUDA_ERROR_NOT_FOUND : result;
}

SIMT_DRIVER_UNDECLARED(cuGetProcAddress, , const char* name, void** function, int version, cuuint64_t flags) {
    return driver_cuGetProcAddress_v2(name, function, version, flags, nullptr);
}

}  // namespace simt::driver

using namespace simt::driver;

cudaError_t cuda13_driver_entry_point(const char* name, void** function, unsigned long long, int* result) {
    return find_for_runtime(name, function, kVersion, result);
}
SIMT_NAMED_ALSO_AS(cuda13_driver_entry_point, cudaGetDriverEntryPoint, cudaGetDriverEntryPoint_ptsz);

cudaError_t cuda13_driver_entry_point_by_version(const char* name, void** function, unsigned version,
                                                 unsigned long long, int* result) {
    return find_for_runtime(name, function, version, result);
}
SIMT_NAMED_ALSO_AS(cuda13_driver_entry_point_by_version, cudaGetDriverEntryPointByVersion,
                   cudaGetDriverEntryPointByVersion_ptsz);
SIMT_NAMED_ALSO_AS(cuda13_driver_entry_point_by_version, cudaGetDriverEntryPointByVersion,
                   simt_driver_entry_point);
