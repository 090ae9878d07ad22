// See device.hpp.
#include "common/occupancy/device.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace occupancy {
namespace {

constexpr u32 KB = 1024;
constexpr u32 kTuring[] = {32, 64};
constexpr u32 kUpTo100[] = {0, 8, 16, 32, 64, 100};
constexpr u32 kUpTo164[] = {0, 8, 16, 32, 64, 100, 132, 164};
constexpr u32 kUpTo228[] = {0, 8, 16, 32, 64, 100, 132, 164, 196, 228};

// GPUs since Turing differ in few of these numbers.
constexpr Device modern(u32 major, u32 minor, const char* example, u32 max_warps, u32 max_blocks,
                        std::span<const u32> choices) {
    const u32 shared = choices.back() * KB;
    const u32 reserved = major >= 8 ? KB : 0;
    return {major,
            minor,
            example,
            1024,
            max_warps,
            max_blocks,
            RegisterRule::PerSubpartition,
            65536,
            256,
            1,
            255,
            shared,
            major >= 8 ? 128u : 256u,
            shared - reserved,
            reserved,
            choices};
}

constexpr Device kDevices[] = {
    {1,
     3,
     "Tesla C1060",
     512,
     32,
     8,
     RegisterRule::PerBlock,
     16384,
     512,
     2,
     128,
     16 * KB,
     512,
     16 * KB,
     0,
     {}},
    {2, 0, "Tesla C2050", 1024, 48, 8, RegisterRule::PerWarp, 32768, 64, 1, 63, 48 * KB, 128, 48 * KB, 0, {}},
    modern(7, 5, "T4, GeForce RTX 2080", 32, 16, kTuring),
    modern(8, 0, "A100", 64, 32, kUpTo164),
    modern(8, 6, "A10, GeForce RTX 3090", 48, 16, kUpTo100),
    modern(8, 7, "Jetson AGX Orin", 48, 16, kUpTo164),
    modern(8, 9, "L4, GeForce RTX 4090", 48, 24, kUpTo100),
    modern(9, 0, "H100, H200", 64, 32, kUpTo228),
    modern(10, 0, "B200", 64, 32, kUpTo228),
    modern(10, 3, "B300", 64, 32, kUpTo228),
    modern(11, 0, "Jetson AGX Thor", 48, 24, kUpTo228),
    modern(12, 0, "GeForce RTX 5090", 48, 24, kUpTo100),
    modern(12, 1, "DGX Spark (GB10)", 48, 24, kUpTo100),
};

constexpr Device kTextbook = {0,
                              0,
                              "Kirk and Hwu, section 5.4",
                              1024,
                              48,
                              8,
                              RegisterRule::PerBlock,
                              16384,
                              1,
                              1,
                              63,
                              48 * KB,
                              1,
                              48 * KB,
                              0,
                              {}};

}  // namespace

const Device& textbook() { return kTextbook; }

std::span<const Device> devices() { return kDevices; }

const Device* find_device(u32 major, u32 minor) {
    const auto* found = std::find_if(std::begin(kDevices), std::end(kDevices), [&](const Device& device) {
        return device.major == major && device.minor == minor;
    });
    return found == std::end(kDevices) ? nullptr : found;
}

const Device* find_device(std::string_view compute_capability) {
    if (compute_capability == name_of(kTextbook)) return &kTextbook;
    const auto* found = std::find_if(std::begin(kDevices), std::end(kDevices), [&](const Device& device) {
        return name_of(device) == compute_capability;
    });
    return found == std::end(kDevices) ? nullptr : found;
}

std::string name_of(const Device& device) {
    return &device == &kTextbook ? "textbook" : fmt::format("{}.{}", device.major, device.minor);
}

std::string title_of(const Device& device) {
    if (&device == &kTextbook) return fmt::format("The multiprocessor of {}", device.example);
    return fmt::format("Compute capability {} ({})", name_of(device), device.example);
}

std::string known_capabilities() {
    std::string text;
    for (const Device& device : kDevices) text += name_of(device) + ", ";
    return text + name_of(kTextbook);
}

}  // namespace occupancy
