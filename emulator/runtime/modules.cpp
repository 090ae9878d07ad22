// From registered fat binaries to kernels and variables on the device; see modules.hpp.
#include "emulator/runtime/modules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "emulator/error.hpp"
#include "emulator/loader/cubin.hpp"
#include "emulator/loader/fatbin.hpp"
#include "emulator/ptx/parser.hpp"
#include "emulator/runtime/context.hpp"
#include "emulator/runtime/errors.hpp"
#include "emulator/runtime/h200.hpp"
#include "emulator/runtime/link_modules.hpp"
#include "emulator/runtime/settings.hpp"

namespace simt::runtime {
namespace {

constexpr u32 kArch = h200::kMajor * 10 + h200::kMinor;
constexpr const char* kRebuild = "rebuild with -gencode arch=compute_90,code=[sm_90,compute_90]";

// The PTX to run: the highest architecture that this device understands. Several images of it mean that several files
// were device-linked (-rdc=true).
std::vector<const loader::Image*> choose_ptx(const std::vector<loader::Image>& images) {
    u32 best = 0;
    for (const auto& image : images)
        if (image.kind == loader::Image::Kind::Ptx && image.arch <= kArch) best = std::max(best, image.arch);
    std::vector<const loader::Image*> chosen;
    for (const auto& image : images)
        if (image.kind == loader::Image::Kind::Ptx && image.arch == best) chosen.push_back(&image);
    return chosen;
}

// Why there is no PTX to run, and what to do about it.
std::string no_ptx(const std::vector<loader::Image>& images) {
    u32 lowest = 0;
    bool machine_code = false;
    for (const auto& image : images) {
        if (image.kind == loader::Image::Kind::Cubin)
            machine_code = true;
        else if (lowest == 0 || image.arch < lowest)
            lowest = image.arch;
    }
    if (lowest != 0)
        return fmt::format(
            "the program's PTX is for compute_{} and newer, and the emulated GPU is a compute_{}: {}", lowest,
            kArch, kRebuild);
    if (machine_code)
        return fmt::format("the program carries machine code only, and the emulator runs PTX: {}", kRebuild);
    return fmt::format("the program carries no device code for this kernel: {}", kRebuild);
}

// Registers and shared memory from the machine code: that of sm_90, or else of the nearest architecture.
ResourcesByKernel read_resources(const std::vector<loader::Image>& images) {
    const auto distance = [](u32 arch) { return arch > kArch ? arch - kArch : kArch - arch; };
    u32 best = 0;
    for (const auto& image : images)
        if (image.kind == loader::Image::Kind::Cubin && (best == 0 || distance(image.arch) < distance(best)))
            best = image.arch;
    ResourcesByKernel resources;
    for (const auto& image : images) {
        if (image.kind != loader::Image::Kind::Cubin || image.arch != best) continue;
        resources.merge(loader::read_cubin(image.bytes));
    }
    if (best != kArch && !resources.empty() && !settings().quiet) {
        static bool said = false;
        if (!said)
            say("registers and occupancy are those of the program's sm_{} machine code; for the H200's, {}",
                best, kRebuild);
        said = true;
    }
    return resources;
}

// Loads a module that a call needs; if it cannot, fails the call with `error`.
exec::DeviceModule& load(Module& module, memory::AddressSpace& space, int device, cudaError_t error) {
    if (const int only = module.only_device(); only != memory::kEveryDevice && only != device)
        fail(cudaErrorInvalidResourceHandle,
             "the module was loaded on device {}, and device {} is current: load it there, too, or use a "
             "library "
             "(cuLibraryLoadData)",
             only, device);
    try {
        return module.load(space, device);
    } catch (const Error& caught) {
        fail(error, "{}", caught.what());
    }
}

}  // namespace

exec::DeviceModule& Module::load(memory::AddressSpace& space, int device) {
    if (!failure_.empty()) throw Error(failure_);
    std::unique_ptr<exec::DeviceModule>& loaded = on_devices_[static_cast<std::size_t>(device)];
    try {
        if (!loaded) loaded = load_images(space, device);
    } catch (const Error& error) {
        failure_ = error.what();
        throw;
    }
    return *loaded;
}

std::unique_ptr<exec::DeviceModule> Module::load_images(memory::AddressSpace& space, int device) {
    const std::vector<loader::Image> images = read_();
    const auto chosen = choose_ptx(images);
    if (chosen.empty()) throw Error(no_ptx(images));
    ptx_arch_ = chosen.front()->arch;
    std::vector<ptx::Module> files;
    for (const loader::Image* image : chosen) {
        const std::string_view text(reinterpret_cast<const char*>(image->bytes.data()), image->bytes.size());
        try {
            files.push_back(ptx::parse(text));
        } catch (const Error& error) {
            throw Error(image->name.empty() ? error.what() : image->name + ": " + error.what());
        }
    }
    ptx::Module module = files.size() == 1 ? std::move(files.front()) : link_modules(std::move(files));
    constant_bytes_ = 0;
    for (const ptx::Variable& variable : module.variables)
        if (variable.space == ptx::Space::Const) constant_bytes_ += variable.size;
    return std::make_unique<exec::DeviceModule>(std::move(module), read_resources(images), space, device,
                                                &managed_);
}

Module* Modules::add(std::function<Module::Images()> read, bool of_driver, int device) {
    modules_.push_back(std::make_unique<Module>(std::move(read), of_driver, device, space_.devices()));
    return modules_.back().get();
}

Module* Modules::module(const void* handle) const {
    const auto found = std::ranges::find(modules_, handle, &std::unique_ptr<Module>::get);
    return found == modules_.end() ? nullptr : found->get();
}

void Modules::add_function(Module* module, const void* host, const char* name) {
    std::vector<Function>& on_devices = functions_[host];
    for (const Function& old : on_devices) handles_.erase(&old);
    on_devices.assign(static_cast<std::size_t>(space_.devices()), {});
    for (Function& function : on_devices) {
        function.module = module;
        function.device = static_cast<int>(&function - on_devices.data());
        function.name = name;
        handles_[&function] = host;
    }
}

void Modules::add_variable(const void* host, Variable variable) { variables_[host] = std::move(variable); }

void Modules::remove(Module* module) {
    std::erase_if(handles_,
                  [&](const auto& entry) { return functions_.at(entry.second)[0].module == module; });
    std::erase_if(functions_, [&](const auto& entry) { return entry.second[0].module == module; });
    std::erase_if(variables_, [&](const auto& entry) { return entry.second.module == module; });
    if (module->of_driver()) std::erase_if(modules_, [&](const auto& one) { return one.get() == module; });
}

Function* Modules::function(const void* host_or_handle) {
    const auto handle = handles_.find(host_or_handle);
    const auto found = functions_.find(handle == handles_.end() ? host_or_handle : handle->second);
    return found == functions_.end() ? nullptr : &found->second[static_cast<std::size_t>(current_device())];
}

Function& Modules::loaded_function(const void* host_or_handle) {
    if (!host_or_handle) fail(cudaErrorInvalidDeviceFunction, "the kernel is a null pointer");
    Function* const found = function(host_or_handle);
    if (!found)
        fail(cudaErrorInvalidResourceHandle, "{} is not a __global__ function of this program",
             host_or_handle);
    if (found->kernel) return *found;
    found->kernel =
        load(*found->module, space_, found->device, cudaErrorNoKernelImageForDevice).kernel(found->name);
    if (!found->kernel)
        fail(cudaErrorNoKernelImageForDevice, "the kernel {} is not in the PTX that the program carries: {}",
             found->name, kRebuild);
    return *found;
}

Function* Modules::function_named(Module& module, const std::string& name, int device) {
    exec::Kernel* const kernel = module.load(space_, device).kernel(name);
    if (!kernel) return nullptr;
    const auto known = std::ranges::find_if(functions_, [&](const auto& entry) {
        return entry.second[0].module == &module && entry.second[0].name == name;
    });
    // No host stub has the kernel's own address.
    if (known == functions_.end()) add_function(&module, kernel, name.c_str());
    Function& found =
        (known == functions_.end() ? functions_[kernel] : known->second)[static_cast<std::size_t>(device)];
    found.kernel = kernel;
    return &found;
}

const memory::Allocation& Modules::variable(const void* host) {
    const auto found = variables_.find(host);
    const memory::Allocation* allocation = nullptr;
    if (found != variables_.end())
        allocation = load(*found->second.module, space_, current_device(), cudaErrorInvalidSymbol)
                         .variable(found->second.name);
    if (!allocation)
        fail(cudaErrorInvalidSymbol,
             "{} is not a __device__ or __constant__ variable of this program; pass the variable itself, not "
             "its address or its name",
             host);
    return *allocation;
}

// The host's variable is a pointer to the memory that it shares with the devices.
void Modules::place_managed(Module* module) {
    for (auto& [host, variable] : variables_) {
        if (variable.module != module || !variable.managed) continue;
        const memory::Allocation* allocation = module->load(space_, current_device()).variable(variable.name);
        managed_placed_.insert(module);
        if (!allocation)
            throw Error(fmt::format("the PTX does not define the __managed__ variable {}", variable.name));
        *variable.managed = allocation->host;
    }
}

void Modules::place_managed_again() {
    for (Module* module : managed_placed_) place_managed(module);
}

void Modules::unload(int device) {
    std::vector<Module*> gone;
    for (const auto& module : modules_) {
        module->unload(device);
        const bool of_others = space_.devices() > 1 && module->only_device() != device;
        if (module->of_driver() && !of_others) gone.push_back(module.get());
    }
    for (Module* module : gone) remove(module);
    for (auto& [host, functions] : functions_) functions[static_cast<std::size_t>(device)].kernel = nullptr;
}

}  // namespace simt::runtime
