// Registers fat binaries, kernels and variables with the server: calls of constructors that nvcc puts into a program. The server
// gives no answers to these; this side counts the numbers.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <unordered_map>

#include "emulator/remote/client/connection.hpp"
#include "emulator/remote/client/registry.hpp"

namespace simt::remote {
namespace {

struct Function {
    u64 number;
    const char* name;
};

struct Registry {
    std::mutex mutex;
    u64 last_module = 0, last_number = 0;
    std::unordered_map<const void*, Function> functions;  // by host function
    std::unordered_map<const void*, u64> variables;       // by shadow
    std::unordered_map<const void*, u64>
        of_answer;  // kernels of the answer, by the function that stands for one
};

// Never destroyed: static destructors of the program may still use it.
Registry& registry() {
    static auto* const instance = new Registry;
    return *instance;
}

// nvcc's description of the device code in a program (loader/fatbin.hpp).
struct Wrapper {
    u32 magic, version;
    const u8* data;
    const void* const* linked;
};
constexpr u32 kWrapperMagic = 0x466243b1;
struct FatbinHeader {
    u32 magic;
    u16 version, header_size;
    u64 size;
};

std::span<const u8> fatbin_at(const void* address) {
    FatbinHeader header;
    std::memcpy(&header, address, sizeof header);
    return {static_cast<const u8*>(address), header.header_size + header.size};
}

// The judge's function of an answer's kernel has the kernel's name.
u64 kernel_of_answer(const void* function) {
    Dl_info found{};
    if (dladdr(function, &found) == 0 || found.dli_saddr != function || !found.dli_sname) return 0;
    Writer body;
    body.put_text(found.dli_sname);
    const Answer answer = ask(Call::KernelOfAnswer, body);
    return answer.error == cudaSuccess ? Reader(answer.bytes).get<u64>() : 0;
}

}  // namespace

u64 kernel_number(const void* host_or_handle) {
    Registry& known = registry();
    const std::lock_guard lock(known.mutex);
    if (const auto found = known.functions.find(host_or_handle); found != known.functions.end())
        return found->second.number;
    if (const auto found = known.of_answer.find(host_or_handle); found != known.of_answer.end())
        return found->second;
    if (!host_or_handle) return 0;
    const u64 number = kernel_of_answer(host_or_handle);
    if (number != 0) known.of_answer[host_or_handle] = number;
    return number;
}

u64 variable_number(const void* host) {
    Registry& known = registry();
    const std::lock_guard lock(known.mutex);
    const auto found = known.variables.find(host);
    return found == known.variables.end() ? 0 : found->second;
}

}  // namespace simt::remote

using namespace simt;
using namespace simt::remote;

void** __cudaRegisterFatBinary(void* address) {
    Registry& known = registry();
    const std::lock_guard lock(known.mutex);
    const u64 module = ++known.last_module;
    Wrapper wrapper{};
    if (address) std::memcpy(&wrapper, address, sizeof wrapper);
    Writer body;
    body.put(module);
    if (wrapper.magic == kWrapperMagic && wrapper.data) {
        const auto put = [&](const void* fatbin) {
            const std::span<const u8> bytes = fatbin_at(fatbin);
            body.put<u64>(bytes.size());
            body.put_bytes(bytes.data(), bytes.size());
        };
        put(wrapper.data);
        if (wrapper.version == 2 && wrapper.linked)
            for (const void* const* linked = wrapper.linked; *linked; ++linked) put(*linked);
    }
    tell(Call::AddModule, body);
    return reinterpret_cast<void**>(module);
}

void __cudaRegisterFatBinaryEnd(void**) {}

void __cudaUnregisterFatBinary(void** module) {
    Writer body;
    body.put(reinterpret_cast<u64>(module));
    tell(Call::RemoveModule, body);
}

void __cudaRegisterFunction(void** module, const char* host_function, char*, const char* device_name, int,
                            uint3*, uint3*, dim3*, dim3*, int*) {
    Registry& known = registry();
    const std::lock_guard lock(known.mutex);
    const u64 number = ++known.last_number;
    known.functions[host_function] = {number, device_name};
    Writer body;
    body.put(number);
    body.put(reinterpret_cast<u64>(module));
    body.put_text(device_name);
    tell(Call::AddFunction, body);
}

void __cudaRegisterVar(void** module, char* host_variable, char*, const char* device_name, int, size_t size,
                       int constant, int) {
    Registry& known = registry();
    const std::lock_guard lock(known.mutex);
    const u64 number = ++known.last_number;
    known.variables[host_variable] = number;
    Writer body;
    body.put(number);
    body.put(reinterpret_cast<u64>(module));
    body.put_text(device_name);
    body.put<u64>(size);
    body.put<u8>(constant != 0);
    tell(Call::AddVariable, body);
}

// Nobody has asked for an error yet, and the program is about to read through a null pointer.
void __cudaRegisterManagedVar(void**, void**, char*, const char* device_name, int, size_t, int, int) {
    std::fprintf(
        stderr,
        "simt: the __managed__ variable %s is refused where answers are graded: the host's memory is not "
        "the device's there. Use cudaMalloc and cudaMemcpy.\n",
        device_name);
    std::fflush(nullptr);
    std::_Exit(EXIT_FAILURE);
}

void __cudaRegisterHostVar(void**, const char* device_name, char*, size_t) {
    std::fprintf(stderr, "simt: the host variable %s is used by device code; that is not supported\n",
                 device_name);
}

char __cudaInitModule(void**) { return 1; }

// Handles of kernels are the host functions themselves.
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* host_function) {
    *kernel = reinterpret_cast<cudaKernel_t>(const_cast<void*>(host_function));
    return cudaSuccess;
}

cudaError_t cudaGetKernel(cudaKernel_t* kernel, const void* host_function) {
    return __cudaGetKernel(kernel, host_function);
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, const void* host_function) {
    *function = reinterpret_cast<cudaFunction_t>(const_cast<void*>(host_function));
    return cudaSuccess;
}

cudaError_t cudaFuncGetName(const char** name, const void* function) {
    Registry& known = registry();
    const std::lock_guard lock(known.mutex);
    const auto found = known.functions.find(function);
    if (!name || found == known.functions.end())
        return refuse("cudaFuncGetName", "the function is no kernel of this program");
    *name = found->second.name;
    return cudaSuccess;
}
