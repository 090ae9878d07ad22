// Modules on the device: variables get their place and initial values, kernels their code.
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

// Other names are C's: without _Z they would be read as types, "i" as int.
std::string demangle(const std::string& mangled) {
    if (!mangled.starts_with("_Z")) return mangled;
    int status = 0;
    char* text = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
    std::string result = status == 0 && text != nullptr ? text : mangled;
    std::free(text);
    return result;
}

u32 Kernel::static_shared() const { return has_resources_ ? resources_.static_shared : code().static_shared; }
u32 Kernel::parameter_count() const { return static_cast<u32>(function_->parameters.size()); }
u32 Kernel::parameter_size(u32 k) const { return static_cast<u32>(function_->parameters.at(k).size); }

u32 Kernel::parameter_offset(u32 k) const { return lay_out_parameters(*function_).offsets.at(k); }
u32 Kernel::parameter_bytes() const { return lay_out_parameters(*function_).bytes; }

const Code& Kernel::code() const {
    const auto address_of = [this](const std::string& name) -> std::optional<u64> {
        const memory::Allocation* variable = module_->variable(name);
        return variable == nullptr ? module_->function_address(name) : std::optional<u64>(variable->address);
    };
    if (!code_) {
        code_ = build_code(module_->source(), *function_, address_of, handler_of);
        plans_ = check::make_plans(*code_);
    }
    return *code_;
}

DeviceModule::DeviceModule(ptx::Module module, ResourcesByKernel resources, memory::AddressSpace& space)
    : module_(std::move(module)), space_(space), resources_(std::move(resources)) {
    u64 constant_bytes = 0;
    static std::atomic<u64> next_function{
        0};  // of the process: a pointer never names a function of another module
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
            const auto target = variables_.find(relocation.symbol);
            const std::optional<u64> function = function_address(relocation.symbol);
            // One that is only declared, such as a pure virtual function of a table: null, so that a call of it says so.
            const bool declared =
                std::any_of(module_.functions.begin(), module_.functions.end(),
                            [&](const ptx::Function& f) { return f.name == relocation.symbol; });
            if (declared && !function) continue;
            if (!declared && target == variables_.end())
                throw Error("the initial value of " + demangle(variable.name) + " is the address of " +
                            demangle(relocation.symbol) +
                            ", which is neither a variable nor a function of this module");
            const u64 address =
                (function ? *function : target->second->address) + static_cast<u64>(relocation.addend);
            std::memcpy(variables_.at(variable.name)->host + relocation.offset, &address, relocation.width);
        }
    }
}

DeviceModule::~DeviceModule() {
    for (const auto& [name, allocation] : variables_) space_.free(allocation->address);
}

std::optional<u64> DeviceModule::function_address(const std::string& name) const {
    const auto found = functions_.find(name);
    return found == functions_.end() ? std::nullopt : std::optional<u64>(found->second);
}

Kernel* DeviceModule::kernel(const std::string& mangled) {
    if (const auto found = kernels_.find(mangled); found != kernels_.end()) return found->second.get();
    for (const ptx::Function& function : module_.functions) {
        if (!function.entry || !function.has_body || function.name != mangled) continue;
        auto kernel = std::make_unique<Kernel>();
        kernel->module_ = this;
        kernel->function_ = &function;
        kernel->demangled_ = demangle(mangled);
        if (const auto known = resources_.find(mangled); known != resources_.end()) {
            kernel->resources_ = known->second;
            kernel->has_resources_ = true;
        }
        return (kernels_[mangled] = std::move(kernel)).get();
    }
    return nullptr;
}

const memory::Allocation* DeviceModule::variable(const std::string& name) const {
    const auto found = variables_.find(name);
    return found == variables_.end() ? nullptr : found->second;
}

}  // namespace simt::exec
