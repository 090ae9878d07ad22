// Everything that the program's constructors registered: fat binaries, kernels by the address of their host stub,
// variables by the address of their host shadow. Loaded at the first use.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "emulator/exec/device_module.hpp"
#include "emulator/loader/fatbin.hpp"
#include "emulator/memory/address_space.hpp"

namespace simt::runtime {

class Module;

// A kernel of the program, on one device. The program sees its address, on any of them, as a cudaKernel_t or a cudaFunction_t.
struct Function {
    Module* module = nullptr;
    int device = 0;
    std::string name;                // mangled
    exec::Kernel* kernel = nullptr;  // after loading
    int max_dynamic_shared = -1;     // cudaFuncAttributeMaxDynamicSharedMemorySize; -1: not set
    int carveout = -1;               // cudaFuncAttributePreferredSharedMemoryCarveout
    bool any_cluster_size = false;   // cudaFuncAttributeNonPortableClusterSizeAllowed
};

struct Variable {
    Module* module = nullptr;
    std::string name;
    u64 size = 0;
    bool constant = false;
    void** managed = nullptr;  // __managed__: where the host code reads the variable's address
};

// The images of one fat binary and, once loaded, their module on each device.
class Module {
  public:
    using Images = std::vector<loader::Image>;
    // read: gives the images. of_driver: whether a call of the program loads the module, instead of a constructor. device: on
    // which alone it can be used; kEveryDevice: on all.
    Module(std::function<Images()> read, bool of_driver, int device, int devices)
        : read_(std::move(read)),
          of_driver_(of_driver),
          only_device_(device),
          on_devices_(static_cast<std::size_t>(devices)) {}

    // Decompresses, parses and places the module at the first use. Throws simt::Error with a sentence; a second try
    // fails in the same way.
    exec::DeviceModule& load(memory::AddressSpace& space, int device);
    void unload(int device) { on_devices_[static_cast<std::size_t>(device)].reset(); }

    u32 ptx_arch() const { return ptx_arch_; }              // 90 for compute_90
    u64 constant_bytes() const { return constant_bytes_; }  // of __constant__ variables, once it is loaded
    bool of_driver() const { return of_driver_; }
    int only_device() const { return only_device_; }

  private:
    std::unique_ptr<exec::DeviceModule> load_images(memory::AddressSpace& space, int device);

    std::function<Images()> read_;
    bool of_driver_;
    int only_device_;
    u32 ptx_arch_ = 0;
    u64 constant_bytes_ = 0;
    std::string failure_;
    exec::ManagedVariables managed_;
    std::vector<std::unique_ptr<exec::DeviceModule>> on_devices_;
};

class Modules {
  public:
    explicit Modules(memory::AddressSpace& space) : space_(space) {}

    Module* add(std::function<Module::Images()> read, bool of_driver = false,
                int device = memory::kEveryDevice);
    // The module of a handle; nullptr if there is none.
    Module* module(const void* handle) const;
    void add_function(Module* module, const void* host, const char* name);
    void add_variable(const void* host, Variable variable);
    void remove(Module* module);

    // On the current device: the function of a host stub's address, or of a handle given out earlier; nullptr if there is none.
    // It may not be loaded yet.
    Function* function(const void* host_or_handle);
    // The same, loaded: kernel is set. Throws a Failure if there is none, or no code for it that can run.
    Function& loaded_function(const void* host_or_handle);
    // The kernel of this name in a module that is loaded on the device; nullptr if there is none.
    Function* function_named(Module& module, const std::string& name, int device);
    // The current device's memory of a variable, by its host shadow's address. Throws a Failure if there is no such symbol.
    const memory::Allocation& variable(const void* host);

    // Both give managed variables their addresses: place_managed those of one module, place_managed_again all that had an
    // address before unload().
    void place_managed(Module* module);
    void place_managed_again();

    // Forgets everything on the device (cudaDeviceReset). The next use loads what constructors registered; what the program
    // loaded there is gone.
    void unload(int device);

  private:
    memory::AddressSpace& space_;
    std::vector<std::unique_ptr<Module>> modules_;
    // The functions on all devices, by the host stub's address; and that address by the function's.
    std::unordered_map<const void*, std::vector<Function>> functions_;
    std::unordered_map<const void*, const void*> handles_;
    std::unordered_map<const void*, Variable> variables_;
    std::set<Module*> managed_placed_;
};

}  // namespace simt::runtime
