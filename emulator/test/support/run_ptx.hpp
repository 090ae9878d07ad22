// For tests of the engine: runs PTX text on a device of its own and returns the launch's record and output.
//
//     const Ran ran = run("not.b32 %r1, %t; st.global.u32 [%mine], %r1;", {.block = {64}});
//     CHECK(ran.out[5] == ~5u);
//
// run() puts a kernel k(out, in, n) around a body. The body can use %t (thread in the block's x), %g (thread in the
// grid's x), %out and %in (addresses), %n, %mine (the address of word %g of out), and 32 each of the registers %r %rd
// %rs %f %fd %p. For kernels of another shape use Device.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "emulator/exec/device_module.hpp"
#include "emulator/exec/launch.hpp"
#include "emulator/exec/launch_record.hpp"
#include "emulator/ptx/parser.hpp"

namespace simt::exec {

struct Setup {
    Dim3 grid = {1, 1, 1}, block = {32, 1, 1};
    u32 dynamic_shared = 0;
    int threads = 1;  // host threads
    check::Checks checks = {};
    u32 resident_blocks = 132;
    bool cooperative = false;
    Dim3 cluster = {1, 1, 1};
    bool random_schedule = false;
    u64 seed = 1, max_instructions = 0;
    std::vector<u32> in = {};  // the words at %in
    u32 n = 0;
    u32 words = 0;                  // of out; 0: as many as there are threads
    bool out_written = true;        // false: the words of out count as never written
    std::string declarations = {};  // before the kernel: variables and functions
    u32 stack = Options{}.stack;    // bytes a thread
    const TraceOptions* trace = nullptr;
};

// Goes at a body's end: makes an exit depend on a 32-bit register's value, because the checks do not report a read alone.
inline std::string decide_by(const std::string& name) {
    return "\nsetp.eq.u32 %p31, " + name + ", 90;\n@%p31 exit;\n";
}

struct Ran {
    exec::Launch launch;
    std::vector<u32> out;
};

constexpr u32 kPoison = 0xcdcdcdcd;       // initial words of out
constexpr u32 kPrologueInstructions = 9;  // of run(), before a body; all lanes execute them
constexpr u32 kBodyLine = 25;             // of the PTX text; without declarations

inline std::string module_text(const std::string& rest) {
    return ".version 9.0\n.target sm_90\n.address_size 64\n" + rest;
}

inline std::string kernel_text(const std::string& body, const std::string& declarations = "") {
    return module_text(declarations + R"(
.visible .entry k(.param .u64 param_out, .param .u64 param_in, .param .u32 param_n)
{
.reg .pred %p<32>;
.reg .b16 %rs<32>;
.reg .b32 %r<32>;
.reg .b64 %rd<32>;
.reg .f32 %f<32>;
.reg .f64 %fd<32>;
.reg .b32 %t, %g, %n, %block, %size;
.reg .b64 %out, %in, %mine;
ld.param.u64 %out, [param_out];
ld.param.u64 %in, [param_in];
ld.param.u32 %n, [param_n];
mov.u32 %t, %tid.x;
mov.u32 %block, %ctaid.x;
mov.u32 %size, %ntid.x;
mad.lo.u32 %g, %block, %size, %t;
mul.wide.u32 %mine, %g, 4;
add.u64 %mine, %mine, %out;

)" + body + "\nret;\n}\n");
}

// The device's memory, and launches of kernels given as text.
class Device {
  public:
    memory::AddressSpace space;
    memory::ImageObjects images;

    template <class T>
    u64 upload(const std::vector<T>& values) {
        const memory::Allocation* place = space.allocate(std::max<u64>(values.size() * sizeof(T), 1),
                                                         memory::Kind::Device, "uploaded", true);
        std::copy_n(reinterpret_cast<const u8*>(values.data()), values.size() * sizeof(T), place->host);
        return place->address;
    }
    // Memory that was never written.
    u64 allocate(u64 bytes, const std::string& label = "allocated") {
        return space.allocate(bytes, memory::Kind::Device, label, false)->address;
    }
    template <class T>
    std::vector<T> download(u64 address, std::size_t count) const {
        std::vector<T> values(count);
        std::memcpy(values.data(), space.host(address, count * sizeof(T)), count * sizeof(T));
        return values;
    }

    // parameters: one value each, truncated to the kernel's sizes.
    exec::Launch launch(const std::string& text, const Setup& setup, const std::vector<u64>& parameters,
                        const std::string& name = "k") {
        return launch_with(text, setup, name, [&](const Kernel& kernel, std::vector<u8>& block) {
            for (u32 k = 0; k < parameters.size(); ++k)
                std::memcpy(block.data() + kernel.parameter_offset(k), &parameters[k],
                            std::min<u32>(kernel.parameter_size(k), 8));
        });
    }
    // fill: writes the parameter block, which already has the right size.
    exec::Launch launch_with(const std::string& text, const Setup& setup, const std::string& name,
                             const std::function<void(const Kernel&, std::vector<u8>&)>& fill) {
        modules_.push_back(std::make_unique<DeviceModule>(ptx::parse(text), ResourcesByKernel{}, space));
        Kernel& kernel = *modules_.back()->kernel(name);
        LaunchConfig config;
        config.grid = setup.grid;
        config.block = setup.block;
        config.dynamic_shared = setup.dynamic_shared;
        config.parameters.resize(kernel.parameter_bytes());
        fill(kernel, config.parameters);
        Options options;
        options.checks = setup.checks;
        options.threads = setup.threads;
        options.random_schedule = setup.random_schedule;
        options.seed = setup.seed;
        options.max_instructions = setup.max_instructions;
        config.resident_blocks = setup.resident_blocks;
        config.cooperative = setup.cooperative;
        config.cluster = setup.cluster;
        config.names_cluster = setup.cluster.count() > 1;
        options.stack = setup.stack;
        options.trace = setup.trace;
        options.images = &images;
        return exec::launch(kernel, config, space, options);
    }
    const DeviceModule& last_module() const { return *modules_.back(); }
    Kernel& last_kernel() { return *modules_.back()->kernel("k"); }

  private:
    std::vector<std::unique_ptr<DeviceModule>> modules_;
};

inline Ran run(const std::string& body, const Setup& setup = {}) {
    Device device;
    const u64 words = setup.words != 0 ? setup.words : setup.grid.count() * setup.block.count();
    const memory::Allocation* out =
        device.space.allocate(words * 4, memory::Kind::Device, "out", setup.out_written);
    std::memset(out->host, kPoison & 0xff, words * 4);
    const u64 in = device.upload(setup.in);
    Ran ran;
    ran.launch = device.launch(kernel_text(body, setup.declarations), setup, {out->address, in, setup.n});
    ran.out = device.download<u32>(out->address, words);
    return ran;
}

// The words value(0), value(1), …, to compare with a whole output.
template <class Value>
std::vector<u32> words(u64 count, Value value) {
    std::vector<u32> result(count);
    for (u64 k = 0; k < count; ++k) result[k] = static_cast<u32>(value(static_cast<u32>(k)));
    return result;
}

// The launch's only finding.
inline const check::Finding& only(const exec::Launch& launch) {
    REQUIRE(launch.findings.size() == 1);
    return launch.findings[0];
}

}  // namespace simt::exec

// How a failed comparison prints an output.
template <>
struct doctest::StringMaker<std::vector<simt::u32>> {
    static String convert(const std::vector<simt::u32>& values) {
        std::string text = std::to_string(values.size()) + " words:";
        for (std::size_t k = 0; k < values.size() && k < 64; ++k) text += " " + std::to_string(values[k]);
        return text.c_str();
    }
};
