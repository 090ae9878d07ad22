// A module on the device: its variables have addresses, its kernels can be launched.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "emulator/cost/counters.hpp"
#include "emulator/kernel_resources.hpp"
#include "emulator/memory/address_space.hpp"
#include "emulator/ptx/module.hpp"

namespace simt::check {
class DefinednessPlans;  // check/check.hpp
}

namespace simt::exec {

struct Code;  // a decoded kernel: decode/code.hpp

// Function addresses begin here, above the windows of memory/address_space.hpp, so that no load or store reaches them.
constexpr u64 kCodeWindow = 0x2003'0000'0000;

std::string demangle(const std::string& mangled);

class DeviceModule;

// The __managed__ variables of a module, by name, which its instances on all devices share. The last instance frees them.
using ManagedVariables = std::map<std::string, std::weak_ptr<const memory::Allocation>>;

class Kernel {
  public:
    // resources: from the cubin; nullptr if the program carries none.
    Kernel(const DeviceModule& module, const ptx::Function& function, const KernelResources* resources);
    const ptx::Function& function() const { return function_; }
    // Zeros if the program carries no cubin.
    KernelResources resources() const { return resources_ == nullptr ? KernelResources{} : *resources_; }
    u32 static_shared() const;  // bytes, from the cubin or else from the PTX
    u32 parameter_count() const;
    u32 parameter_offset(u32 k) const;  // bytes into LaunchConfig::parameters
    u32 parameter_size(u32 k) const;
    u32 parameter_bytes() const;
    const std::string& demangled() const { return demangled_; }
    const DeviceModule& module() const { return module_; }
    const Code& code() const;                                   // decoded at the first call
    check::DefinednessPlans& plans() const { return *plans_; }  // call code() first

  private:
    const DeviceModule& module_;
    const ptx::Function& function_;
    const KernelResources* resources_;
    std::string demangled_;
    mutable std::shared_ptr<Code> code_;
    mutable std::shared_ptr<check::DefinednessPlans> plans_;
};

class DeviceModule {
  public:
    // Gives every module-scope variable an allocation in `space` and writes its initial value (relocations included).
    // resources: from the cubin, by mangled name. device: on which it is. managed: nullptr if it is there only.
    DeviceModule(ptx::Module module, ResourcesByKernel resources, memory::AddressSpace& space, int device = 0,
                 ManagedVariables* managed = nullptr);
    ~DeviceModule();

    const ptx::Module& source() const { return module_; }
    int device() const { return device_; }
    int named_device() const { return space_.devices() > 1 ? device_ : -1; }  // -1: it is the only one
    Kernel* kernel(const std::string& mangled);                               // nullptr if there is none
    Kernel* kernel_at(u64 address);  // by the value of a device pointer to it; nullptr if there is none
    const memory::Allocation* variable(const std::string& name) const;  // nullptr if there is none
    // The value of a pointer to the variable or function; nullopt for any other name and for a function without a body.
    std::optional<u64> address_of(const std::string& name) const;

  private:
    const memory::Allocation* place(const ptx::Variable& variable, ManagedVariables* managed);
    bool is_shared(const ptx::Variable& variable) const;

    ptx::Module module_;
    memory::AddressSpace& space_;
    int device_;
    std::vector<std::shared_ptr<const memory::Allocation>> managed_;
    ResourcesByKernel resources_;
    std::map<std::string, std::unique_ptr<Kernel>> kernels_;
    std::map<std::string, const memory::Allocation*> variables_;
    std::map<std::string, u64> functions_;
};

}  // namespace simt::exec
