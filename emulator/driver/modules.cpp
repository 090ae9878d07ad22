// Modules and libraries, which a program loads from PTX text or a fat binary: in memory, or in a file. Both are the
// runtime's Module, and their handles the same; a library's kernels are its module's functions.
#include "emulator/driver/call.hpp"
#include "emulator/driver/images.hpp"
#include "emulator/error.hpp"

namespace simt::driver {
namespace {

using runtime::Function;
using runtime::Module;

Module& module_of(const void* handle) {
    Module* const found = context().modules.module(handle);
    if (!found) fail(cudaErrorInvalidResourceHandle, "{} is no module that is loaded", handle);
    return *found;
}

// A module is loaded before it has a handle, so this cannot fail.
exec::DeviceModule& on_device(Module& module) {
    const int only = module.only_device();
    return module.load(context().space, only == memory::kEveryDevice ? runtime::current_device() : only);
}

// device: the one of the current context, for a module; kEveryDevice for a library.
void* load(Module::Images images, int device) {
    Module* const module = context().modules.add([images] { return images; }, true, device);
    try {
        on_device(*module);
    } catch (const Error& error) {
        context().modules.remove(module);
        fail(error_of_image(images), "{}", error.what());
    }
    return module;
}

void* load_file(const char* path, int device) {
    const std::vector<std::byte> bytes = read_file(path);
    return load(images_in(bytes), device);
}

void* load_with(const void* image, unsigned count, CUjit_option* options, void** values, int device) {
    if (count != 0 && (!options || !values))
        fail(cudaErrorInvalidValue, "one of the arrays of options is a null pointer");
    try {
        void* const module = load(images_at(image), device);
        answer_options(count, options, values, {});
        return module;
    } catch (const runtime::Failure& failure) {
        answer_options(count, options, values, failure.sentence);
        throw;
    }
}

// The names of the kernels, for a program that asked for another.
std::string kernels_of(Module& module) {
    std::string names;
    for (const ptx::Function& function : on_device(module).source().functions)
        if (function.entry && function.has_body) names += (names.empty() ? "" : ", ") + function.name;
    return names.empty() ? "no kernel" : names;
}

Function* kernel_of(const void* handle, const char* name) {
    Module& module = module_of(handle);
    if (!name) fail(cudaErrorInvalidValue, "the name of the kernel is a null pointer");
    Function* const found = context().modules.function_named(module, name, on_device(module).device());
    if (!found)
        fail(
            cudaErrorSymbolNotFound,
            "the module has no kernel {}; it has {} (a C++ name is mangled: declare the kernel extern \"C\")",
            name, kernels_of(module));
    return found;
}

// Either result may be null.
void variable_of(const void* handle, const char* name, CUdeviceptr* address, size_t* bytes) {
    Module& module = module_of(handle);
    if (!name) fail(cudaErrorInvalidValue, "the name of the variable is a null pointer");
    const memory::Allocation* const found = on_device(module).variable(name);
    if (!found) fail(cudaErrorSymbolNotFound, "the module has no variable {}", name);
    if (address) *address = found->address;
    if (bytes) *bytes = found->size;
}

void unload(const void* handle) {
    context().streams.synchronize(memory::kEveryDevice);
    Module& module = module_of(handle);
    if (!module.of_driver())
        fail(cudaErrorNotPermitted, "the module belongs to the program and stays loaded");
    context().modules.remove(&module);
}

// The kernels of a module, in the order of its PTX.
std::vector<Function*> functions_of(const void* handle) {
    Module& module = module_of(handle);
    std::vector<Function*> functions;
    for (const ptx::Function& function : on_device(module).source().functions)
        if (function.entry && function.has_body)
            functions.push_back(
                context().modules.function_named(module, function.name, on_device(module).device()));
    return functions;
}

template <class Handle>
void answer_functions(Handle* handles, unsigned count, const void* module) {
    const std::vector<Function*> functions = functions_of(module);
    if (!handles && count != 0) fail(cudaErrorInvalidValue, "the array of kernels is a null pointer");
    for (unsigned k = 0; k < count && k < functions.size(); ++k)
        handles[k] = reinterpret_cast<Handle>(functions[k]);
}

}  // namespace

SIMT_DRIVER(cuModuleLoad, , CUmodule* module, const char* path) {
    return in_context(
        [&] { answer(module, static_cast<CUmodule>(load_file(path, runtime::current_device()))); });
}

SIMT_DRIVER(cuModuleLoadData, , CUmodule* module, const void* image) {
    return in_context(
        [&] { answer(module, static_cast<CUmodule>(load(images_at(image), runtime::current_device()))); });
}

SIMT_DRIVER(cuModuleLoadDataEx, , CUmodule* module, const void* image, unsigned count, CUjit_option* options,
            void** values) {
    return in_context([&] {
        answer(module,
               static_cast<CUmodule>(load_with(image, count, options, values, runtime::current_device())));
    });
}

SIMT_DRIVER(cuModuleLoadFatBinary, , CUmodule* module, const void* fat_binary) {
    return in_context([&] {
        answer(module, static_cast<CUmodule>(load(images_at(fat_binary), runtime::current_device())));
    });
}

SIMT_DRIVER(cuModuleUnload, , CUmodule module) {
    return in_context([&] { unload(module); });
}

SIMT_DRIVER(cuModuleGetFunction, , CUfunction* function, CUmodule module, const char* name) {
    return in_context([&] { answer(function, reinterpret_cast<CUfunction>(kernel_of(module, name))); });
}

SIMT_DRIVER(cuModuleGetGlobal, _v2, CUdeviceptr* address, size_t* bytes, CUmodule module, const char* name) {
    return in_context([&] { variable_of(module, name, address, bytes); });
}

SIMT_DRIVER_UNDECLARED(cuModuleGetFunctionCount, , unsigned* count, CUmodule module) {
    return in_context([&] { answer(count, static_cast<unsigned>(functions_of(module).size())); });
}

SIMT_DRIVER_UNDECLARED(cuModuleEnumerateFunctions, , CUfunction* functions, unsigned count, CUmodule module) {
    return in_context([&] { answer_functions(functions, count, module); });
}

SIMT_DRIVER_UNDECLARED(cuModuleGetLoadingMode, , int* mode) {
    return initialised([&] { answer(mode, 1); });  // CU_MODULE_EAGER_LOADING
}

SIMT_DRIVER(cuFuncGetModule, , CUmodule* module, CUfunction function) {
    return in_context([&] {
        answer(module, reinterpret_cast<CUmodule>(context().modules.loaded_function(function).module));
    });
}

SIMT_DRIVER_UNDECLARED(cuLibraryLoadData, , CUlibrary* library, const void* image, CUjit_option* options,
                       void** values, unsigned count, CUlibraryOption*, void**, unsigned) {
    return initialised([&] {
        answer(library,
               static_cast<CUlibrary>(load_with(image, count, options, values, memory::kEveryDevice)));
    });
}

SIMT_DRIVER_UNDECLARED(cuLibraryLoadFromFile, , CUlibrary* library, const char* path, CUjit_option*, void**,
                       unsigned, CUlibraryOption*, void**, unsigned) {
    return initialised(
        [&] { answer(library, static_cast<CUlibrary>(load_file(path, memory::kEveryDevice))); });
}

SIMT_DRIVER_UNDECLARED(cuLibraryUnload, , CUlibrary library) {
    return initialised([&] { unload(library); });
}

SIMT_DRIVER_UNDECLARED(cuLibraryGetKernel, , CUkernel* kernel, CUlibrary library, const char* name) {
    return initialised([&] { answer(kernel, reinterpret_cast<CUkernel>(kernel_of(library, name))); });
}

SIMT_DRIVER_UNDECLARED(cuLibraryGetKernelCount, , unsigned* count, CUlibrary library) {
    return initialised([&] { answer(count, static_cast<unsigned>(functions_of(library).size())); });
}

SIMT_DRIVER_UNDECLARED(cuLibraryEnumerateKernels, , CUkernel* kernels, unsigned count, CUlibrary library) {
    return initialised([&] { answer_functions(kernels, count, library); });
}

SIMT_DRIVER_UNDECLARED(cuLibraryGetModule, , CUmodule* module, CUlibrary library) {
    return in_context([&] { answer(module, reinterpret_cast<CUmodule>(&module_of(library))); });
}

SIMT_DRIVER_UNDECLARED(cuLibraryGetGlobal, , CUdeviceptr* address, size_t* bytes, CUlibrary library,
                       const char* name) {
    return in_context([&] { variable_of(library, name, address, bytes); });
}

SIMT_DRIVER_UNDECLARED(cuKernelGetFunction, , CUfunction* function, CUkernel kernel) {
    return in_context(
        [&] { answer(function, reinterpret_cast<CUfunction>(&context().modules.loaded_function(kernel))); });
}

SIMT_DRIVER_UNDECLARED(cuKernelGetLibrary, , CUlibrary* library, CUkernel kernel) {
    return initialised([&] {
        answer(library, reinterpret_cast<CUlibrary>(context().modules.loaded_function(kernel).module));
    });
}

}  // namespace simt::driver
