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
std::string demangle(const std::string& mangled) {
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
        code_ = build_code(module_.source(), function_, address_of, handler_of);
        plans_ = check::make_plans(*code_);
    }
    return *code_;
}

DeviceModule::DeviceModule(ptx::Module module, ResourcesByKernel resources, memory::AddressSpace& space)
    : module_(std::move(module)), space_(space), resources_(std::move(resources)) {
    u64 constant_bytes = 0;
    static std::atomic<u64> next_function{
        0};  // of the process: a pointer names a function of one module only
    for (const ptx::Function& function : module_.functions)
        if (function.has_body && !function.entry)
            functions_[function.name] = kCodeWindow + 16 * ++next_function;
    for (const ptx::Variable& variable : module_.variables) {
        if (!has_address(variable) || variables_.contains(variable.name)) continue;
        const bool constant = variable.space == ptx::Space::Const;
        if (constant) constant_bytes += variable.size;
        if (constant_bytes > kMostConstantBytes)
            throw Error(
                "with " + demangle(variable.name) +
                ", the __constant__ variables of one module take more than 64 KiB, which is all there is");
        const memory::Allocation* place = space_.allocate(
            variable.size, constant ? memory::Kind::Constant : memory::Kind::Variable,
            std::string(constant ? "__constant__" : "__device__") + " variable " + demangle(variable.name),
            true);
        if (place == nullptr) throw Error("no memory for the variable " + demangle(variable.name));
        std::memset(place->host, 0, variable.size);
        std::copy_n(variable.data.data(), std::min<u64>(variable.data.size(), variable.size), place->host);
        variables_[variable.name] = place;
    }
    for (const ptx::Variable& variable : module_.variables) {
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

DeviceModule::~DeviceModule() {
    for (const auto& [name, allocation] : variables_) space_.free(allocation->address);
}

std::optional<u64> DeviceModule::address_of(const std::string& name) const {
    if (const memory::Allocation* const held = variable(name)) return held->address;
    const auto found = functions_.find(name);
    return found == functions_.end() ? std::nullopt : std::optional(found->second);
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
