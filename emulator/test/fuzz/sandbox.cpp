// See sandbox.hpp.
#include "emulator/test/fuzz/sandbox.hpp"
#include "emulator/exec/launch_record.hpp"

#include <cstring>
#include <map>

#include "emulator/error.hpp"
#include "emulator/exec/device_module.hpp"
#include "emulator/exec/launch.hpp"
#include "emulator/ptx/parser.hpp"

namespace simt::fuzz {
namespace {

constexpr u32 kKernels = 4;  // of a text: the others are as likely to find something in a text of their own
constexpr u64 kBufferBytes = 4096;  // what kernels get a pointer to
// The runtime refuses larger launches before the engine sees them.
// Variables take memory of the host's, as large as the program says they are.
constexpr u64 kMostVariables = 256u << 20;
constexpr u32 kMostShared = 227 << 10, kMostParameters = 32764;

// The device: made once, since that costs more than a kernel.
struct Device {
    memory::AddressSpace space;
    const memory::Allocation* in = space.allocate(kBufferBytes, memory::Kind::Device, "in", true);
    const memory::Allocation* out = space.allocate(kBufferBytes, memory::Kind::Device, "out", false);
};

// Pointers to both buffers in turn, and small numbers.
std::vector<u8> parameters_for(const exec::Kernel& kernel, const Device& device) {
    std::vector<u8> bytes(kernel.parameter_bytes());
    u32 pointers = 0;
    for (u32 k = 0; k < kernel.parameter_count(); ++k) {
        u64 value = 5 + k;
        if (kernel.parameter_size(k) == 8)
            value = ++pointers % 2 == 1 ? device.out->address : device.in->address;
        std::memcpy(bytes.data() + kernel.parameter_offset(k), &value,
                    std::min<u32>(kernel.parameter_size(k), 8));
    }
    return bytes;
}

// Two blocks of a whole warp and a part of one.
void launch(exec::Kernel& kernel, Device& device, u64 most_instructions, Outcome& outcome) {
    if (kernel.parameter_count() != 0 && kernel.parameter_bytes() > kMostParameters) return;
    if (kernel.static_shared() > kMostShared) return;
    exec::LaunchConfig config;
    config.grid = {2, 1, 1};
    config.block = {40, 1, 1};
    config.dynamic_shared = 256;
    config.parameters = parameters_for(kernel, device);
    exec::Options options;
    options.threads = 1;
    options.max_instructions = most_instructions;
    const exec::Launch launch = exec::launch(kernel, config, device.space, options);
    ++outcome.launched;
    outcome.finished += launch.status == exec::Status::Ok;
    outcome.instructions += launch.counters.warp_instructions;
}

}  // namespace

Outcome run_anything(std::string_view ptx, u64 most_instructions) {
    static Device device;
    Outcome outcome;
    try {
        ptx::Module parsed = ptx::parse(ptx);
        u64 variable_bytes = 0;
        for (const ptx::Variable& variable : parsed.variables) variable_bytes += variable.size;
        if (variable_bytes > kMostVariables) return outcome;
        std::vector<std::string> names;
        for (const ptx::Function& function : parsed.functions)
            if (function.entry && function.has_body && names.size() < kKernels)
                names.push_back(function.name);
        exec::DeviceModule module(std::move(parsed), {}, device.space);
        for (const std::string& name : names)
            launch(*module.kernel(name), device, most_instructions, outcome);
    } catch (const Error& error) {
        outcome.refused = error.what();
    }
    return outcome;
}

}  // namespace simt::fuzz
