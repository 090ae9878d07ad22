// See device_module.hpp.
#include "emulator/exec/device_module.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>

#include "emulator/check/check.hpp"
#include "emulator/decode/decoder.hpp"
#include "emulator/decode/layouts.hpp"
#include "emulator/error.hpp"
#include "emulator/exec/table.hpp"

namespace simt::exec {

namespace {

constexpr u64 kMostConstantBytes = 64 << 10;  // of a module

bool has_address(const ptx::Variable& variable) {
    return (variable.space == ptx::Space::Global || variable.space == ptx::Space::Const) &&
           variable.size != 0;
}

}  // namespace

// A name without _Z is a C name and stays as it is; __cxa_demangle would read "i" as the type int.
// With -rdc=true a name that is local to a file stands behind __nv_static_N_ and N characters for the file.
std::string demangle(const std::string& mangled) {
    if (const std::size_t name = mangled.find("__Z");
        mangled.starts_with("__nv_static_") && name != std::string::npos)
        return demangle(mangled.substr(name + 1));
    if (!mangled.starts_with("_Z")) return mangled;
    int status = 0;
    char* text = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
    std::string result = status == 0 && text != nullptr ? text : mangled;
    std::free(text);
    return result;
}

Kernel::Kernel(const DeviceModule& module, const ptx::Function& function, const KernelResources* resources)
    : module_(module), function_(function), resources_(resources), demangled_(demangle(function.name)) {}

u32 Kernel::static_shared() const {
    return resources_ != nullptr ? resources_->static_shared : code().static_shared;
}
u32 Kernel::parameter_count() const { return static_cast<u32>(function_.parameters.size()); }
u32 Kernel::parameter_size(u32 k) const { return static_cast<u32>(function_.parameters.at(k).size); }

u32 Kernel::parameter_offset(u32 k) const { return lay_out_parameters(function_).offsets.at(k); }
u32 Kernel::parameter_bytes() const { return lay_out_parameters(function_).bytes; }

const Code& Kernel::code() const {
    const auto address_of = [this](const std::string& name) { return module_.address_of(name); };
    if (!code_) {
        code_ = build_code(module_.source(), function_, address_of, handler_of, resources().shared_accesses);
        plans_ = check::make_plans(*code_);
    }
    return *code_;
}

DeviceModule::DeviceModule(ptx::Module module, ResourcesByKernel resources, memory::AddressSpace& space,
                           int device, ManagedVariables* managed)
    : module_(std::move(module)), space_(space), device_(device), resources_(std::move(resources)) {
    u64 constant_bytes = 0;
    static std::atomic<u64> next_function{
        0};  // of the process: a pointer names a function of one module only
    for (const ptx::Function& function : module_.functions)
        if (function.has_body) functions_[function.name] = kCodeWindow + 16 * ++next_function;
    for (const ptx::Variable& variable : module_.variables) {
        if (!has_address(variable) || variables_.contains(variable.name)) continue;
        const bool constant = variable.space == ptx::Space::Const;
        if (constant) constant_bytes += variable.size;
        if (constant_bytes > kMostConstantBytes)
            throw Error(
                "with " + demangle(variable.name) +
                ", the __constant__ variables of one module take more than 64 KiB, which is all there is");
        variables_[variable.name] = place(variable, managed);
    }
    for (const ptx::Variable& variable : module_.variables) {
        if (is_shared(variable))
            continue;  // another device has filled it in, and the program may have changed it
        for (const ptx::Variable::Relocation& relocation : variable.relocations) {
            const std::optional<u64> target = address_of(relocation.symbol);
            // A pointer to a function without a body, such as a pure virtual one, stays null; calling it is reported.
            if (!target &&
                std::ranges::count(module_.functions, relocation.symbol, &ptx::Function::name) != 0)
                continue;
            if (!target)
                throw Error("the initial value of " + demangle(variable.name) + " is the address of " +
                            demangle(relocation.symbol) +
                            ", which is neither a variable nor a function of this module");
            const u64 address = *target + static_cast<u64>(relocation.addend);
            std::memcpy(variables_.at(variable.name)->host + relocation.offset, &address, relocation.width);
        }
    }
}

// Whether an instance on another device has placed it, too.
bool DeviceModule::is_shared(const ptx::Variable& variable) const {
    return variable.managed && std::ranges::any_of(managed_, [&](const auto& held) {
               return held.use_count() > 1 && held.get() == this->variable(variable.name);
           });
}

DeviceModule::~DeviceModule() {
    for (const auto& [name, allocation] : variables_)
        if (allocation->kind != memory::Kind::Managed) space_.free(allocation->address);
}

// The variable's memory with its initial value, or that of a managed variable which another device has placed.
const memory::Allocation* DeviceModule::place(const ptx::Variable& variable, ManagedVariables* managed) {
    const bool constant = variable.space == ptx::Space::Const;
    const std::string label = std::string(constant           ? "__constant__"
                                          : variable.managed ? "__managed__"
                                                             : "__device__") +
                              " variable " + demangle(variable.name);
    if (variable.managed && managed != nullptr)
        if (std::shared_ptr<const memory::Allocation> known = (*managed)[variable.name].lock())
            return managed_.emplace_back(std::move(known)).get();
    const memory::Kind kind = constant           ? memory::Kind::Constant
                              : variable.managed ? memory::Kind::Managed
                                                 : memory::Kind::Variable;
    const std::string on =
        named_device() < 0 || variable.managed ? "" : " on device " + std::to_string(device_);
    const memory::Allocation* const placed = space_.allocate(
        variable.size, kind, label + on, true, 0, variable.managed ? memory::kEveryDevice : device_);
    if (placed == nullptr) throw Error("no memory for the variable " + demangle(variable.name));
    std::memset(placed->host, 0, variable.size);
    std::copy_n(variable.data.data(), std::min<u64>(variable.data.size(), variable.size), placed->host);
    if (!variable.managed) return placed;
    managed_.emplace_back(placed, [&space = space_](const auto* freed) { space.free(freed->address); });
    if (managed != nullptr) (*managed)[variable.name] = managed_.back();
    return placed;
}

std::optional<u64> DeviceModule::address_of(const std::string& name) const {
    if (const memory::Allocation* const held = variable(name)) return held->address;
    const auto found = functions_.find(name);
    return found == functions_.end() ? std::nullopt : std::optional(found->second);
}

Kernel* DeviceModule::kernel_at(u64 address) {
    const auto found =
        std::ranges::find(functions_, address, &std::map<std::string, u64>::value_type::second);
    return found == functions_.end() ? nullptr : kernel(found->first);
}

Kernel* DeviceModule::kernel(const std::string& mangled) {
    std::unique_ptr<Kernel>& known = kernels_[mangled];
    for (const ptx::Function& function : module_.functions) {
        if (known != nullptr) break;
        if (!function.entry || !function.has_body || function.name != mangled) continue;
        const auto resources = resources_.find(mangled);
        known = std::make_unique<Kernel>(*this, function,
                                         resources == resources_.end() ? nullptr : &resources->second);
    }
    return known.get();
}

const memory::Allocation* DeviceModule::variable(const std::string& name) const {
    const auto found = variables_.find(name);
    return found == variables_.end() ? nullptr : found->second;
}

}  // namespace simt::exec
