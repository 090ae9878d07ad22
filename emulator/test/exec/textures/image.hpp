// For tests of textures and surfaces: an image in a device's memory, and a kernel that uses an object of it.
#pragma once

#include <bit>
#include <string>
#include <vector>

#include "emulator/test/support/run_ptx.hpp"

namespace simt::exec {

// An image of floats (or of another format's bytes) whose rows lie one behind the other.
struct TestImage {
    Device device;
    memory::Image image;
    memory::Sampler sampler;
    u64 handle = 0;

    // rows of `width` texels, `slices` times `height` of them
    template <class T>
    TestImage(const std::vector<T>& texels, u32 width, u32 height = 1, u32 slices = 1, bool layered = false) {
        allocate(sizeof(T), width, height, slices, layered);
        std::memcpy(device.space.host(image.levels[0].address, texels.size() * sizeof(T)), texels.data(),
                    texels.size() * sizeof(T));
        device.space.mark_written(image.levels[0].address, texels.size() * sizeof(T));
    }
    // One that nothing has written.
    TestImage(u32 texel_bytes, u32 width, u32 height) { allocate(texel_bytes, width, height, 1, false); }

    u64 address() const { return image.levels[0].address; }
    u64 make(bool surface) {
        image.stores = surface;
        return handle = device.images.create({image, sampler, surface});
    }

    // Runs the body with %rd0 the object and %mine the thread's own 16 bytes of the output, and returns that.
    Launch run(const std::string& body, std::vector<u32>& out, u32 threads = 32, const Setup& given = {}) {
        const u64 result = device.upload(std::vector<u32>(threads * 4, kPoison));
        Setup setup = given;
        setup.block = {threads, 1, 1};
        Launch launch = device.launch(
            kernel_text("mov.b64 %rd0, %in;\nmul.wide.u32 %mine, %g, 16;\nadd.u64 %mine, %mine, %out;\n" +
                        body),
            setup, {result, handle, 0});
        out = device.download<u32>(result, threads * 4);
        return launch;
    }
    // The same, for launches that end well and find nothing.
    std::vector<u32> results(const std::string& body, u32 threads = 32) {
        std::vector<u32> out;
        const Launch launch = run(body, out, threads);
        CAPTURE(launch.message);
        CHECK(launch.status == Status::Ok);
        CHECK(launch.findings.empty());
        return out;
    }

  private:
    void allocate(u32 texel_bytes, u32 width, u32 height, u32 slices, bool layered) {
        const u64 row = u64{texel_bytes} * width;
        image.format = {memory::ChannelKind::Float, 8 * std::min(texel_bytes, 4u),
                        std::max(texel_bytes / 4, 1u)};
        image.dimensions = slices > 1 && !layered ? 3 : height > 1 ? 2 : 1;
        image.layered = layered;
        image.layers = layered ? slices : 1;
        image.levels = {{device.allocate(row * height * slices, "image"), width, height, layered ? 1 : slices,
                         row, row * height}};
    }
};

inline u32 float_bits(float value) { return std::bit_cast<u32>(value); }

inline bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

// Stores four results at %mine.
inline const std::string kStoreFour = "st.global.v4.u32 [%mine], {%r10, %r11, %r12, %r13};\n";

}  // namespace simt::exec
