// Registers fat binaries, kernels and variables: the calls come from constructors that nvcc puts into a program.
// Nothing is read yet, so a program that never launches pays nothing and cannot fail here.
#include <cstdio>
#include <cstdlib>

#include "emulator/runtime/call.hpp"
#include "emulator/runtime/entry_points.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

Module* module_of(void** handle) { return reinterpret_cast<Module*>(handle); }

}  // namespace

void** __cudaRegisterFatBinary(void* wrapper) {
    const std::lock_guard lock(context().mutex);
    return reinterpret_cast<void**>(
        context().modules.add([wrapper] { return loader::read_wrapper(wrapper); }));
}

void __cudaRegisterFatBinaryEnd(void**) {}

void __cudaUnregisterFatBinary(void** handle) {
    const std::lock_guard lock(context().mutex);
    context().modules.remove(module_of(handle));
}

void __cudaRegisterFunction(void** handle, const char* host_function, char*, const char* device_name, int,
                            uint3*, uint3*, dim3*, dim3*, int*) {
    const std::lock_guard lock(context().mutex);
    context().modules.add_function(module_of(handle), host_function, device_name);
}

void __cudaRegisterVar(void** handle, char* host_variable, char*, const char* device_name, int, size_t size,
                       int constant, int) {
    const std::lock_guard lock(context().mutex);
    context().modules.add_variable(host_variable,
                                   {module_of(handle), device_name, size, constant != 0, nullptr});
}

void __cudaRegisterManagedVar(void** handle, void** host_pointer, char*, const char* device_name, int,
                              size_t size, int constant, int) {
    const std::lock_guard lock(context().mutex);
    context().modules.add_variable(host_pointer,
                                   {module_of(handle), device_name, size, constant != 0, host_pointer});
}

// __host__ variables that device code reads through a relocation (-rdc with -ewp). We know of no such program.
void __cudaRegisterHostVar(void**, const char* device_name, char*, size_t) {
    say("the host variable {} is used by device code; that is not supported", device_name);
}

// Called before the first use of a managed variable on the host.
char __cudaInitModule(void** handle) {
    const cudaError_t error = call([&] { context().modules.place_managed(module_of(handle)); },
                                   "the first use of a __managed__ variable");
    if (error == cudaSuccess) return 1;
    // The program is about to read through a null pointer; the explanation is on stderr already.
    std::fflush(nullptr);
    std::_Exit(EXIT_FAILURE);
}
