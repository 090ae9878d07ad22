// Everything that the program's constructors registered: fat binaries, kernels by the address of their host stub,
// variables by the address of their host shadow. Loaded at the first use.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "emulator/exec/device_module.hpp"
#include "emulator/memory/address_space.hpp"

namespace simt::runtime {

class Module;

// A kernel of the program. The program sees its address as a cudaKernel_t or a cudaFunction_t.
struct Function {
    Module* module = nullptr;
    std::string name;                // mangled
    exec::Kernel* kernel = nullptr;  // after loading
    int max_dynamic_shared = -1;     // cudaFuncAttributeMaxDynamicSharedMemorySize; -1: not set
    int carveout = -1;               // cudaFuncAttributePreferredSharedMemoryCarveout
};

struct Variable {
    Module* module = nullptr;
    std::string name;
    u64 size = 0;
    bool constant = false;
    void** managed = nullptr;  // __managed__: where the host code reads the variable's address
};

// One registered fat binary and, once loaded, its module on the device.
class Module {
  public:
    explicit Module(const void* wrapper) : wrapper_(wrapper) {}

    // Decompresses, parses and places the module at the first use. Throws simt::Error with a sentence; a second try
    // fails in the same way.
    exec::DeviceModule& load(memory::AddressSpace& space);
    void unload() { device_.reset(); }

    u32 ptx_arch() const { return ptx_arch_; }  // 90 for compute_90
    u64 constant_bytes() const;                 // of __constant__ variables

  private:
    void load_images(memory::AddressSpace& space);

    const void* wrapper_;
    u32 ptx_arch_ = 0;
    std::string failure_;
    std::unique_ptr<exec::DeviceModule> device_;
};

class Modules {
  public:
    explicit Modules(memory::AddressSpace& space) : space_(space) {}

    Module* add(const void* wrapper);
    void add_function(Module* module, const void* host, const char* name);
    void add_variable(const void* host, Variable variable);
    void remove(Module* module);

    // The function of a host stub's address, or of a handle given out earlier; nullptr if there is none. It may not be
    // loaded yet.
    Function* function(const void* host_or_handle);
    // The same, loaded: kernel is set. Throws a Failure if there is none, or no code for it that can run.
    Function& loaded_function(const void* host_or_handle);
    // The device memory of a variable, by its host shadow's address. Throws a Failure if there is no such symbol.
    const memory::Allocation& variable(const void* host);

    // Both give managed variables their addresses: place_managed those of one module, place_managed_again all that had an
    // address before unload().
    void place_managed(Module* module);
    void place_managed_again();

    // Forgets everything on the device; the next use loads it again (cudaDeviceReset).
    void unload();

  private:
    memory::AddressSpace& space_;
    std::vector<std::unique_ptr<Module>> modules_;
    std::unordered_map<const void*, std::unique_ptr<Function>> functions_;
    std::unordered_set<const void*> handles_;  // the addresses of those functions
    std::unordered_map<const void*, Variable> variables_;
    std::set<Module*> managed_placed_;
};

}  // namespace simt::runtime
