// See unsupported.hpp: one table, by what the opcode begins with or the sentence contains.
#include "emulator/exec/unsupported.hpp"

namespace simt::exec {

namespace {

constexpr const char* kTensorCores =
    "tensor cores are not emulated: use ordinary arithmetic here, or run the program on a GPU";
constexpr const char* kClusters =
    "clusters of blocks are not emulated: use a grid without clusters, or run the program on a GPU";
constexpr const char* kTextures =
    "textures and surfaces are not emulated: go through a plain pointer, or run the program on a GPU";

struct Advice {
    const char *opcode, *why;  // what it begins with; what it contains
    const char* text;
};
constexpr Advice kAdvice[] = {
    {"wmma.", "", kTensorCores},
    {"mma.", "", kTensorCores},
    {"wgmma.", "", kTensorCores},
    {"tcgen05.", "", kTensorCores},
    {"mapa", "", kClusters},
    {"getctarank", "", kClusters},
    {"clusterlaunchcontrol", "", kClusters},
    {"barrier.cluster", "", kClusters},
    {"", "cluster", kClusters},
    {"tex.", "", kTextures},
    {"tld4.", "", kTextures},
    {"txq.", "", kTextures},
    {"suld.", "", kTextures},
    {"sust.", "", kTextures},
    {"sured.", "", kTextures},
    {"suq.", "", kTextures},
    {"", "malloc", "allocate on the host and pass the pointer, or run the program on a GPU"},
    {"", "dynamic parallelism", "launch the kernel from the host, or run the program on a GPU"},
};

}  // namespace

const char* instead_of(const std::string& opcode, const std::string& why) {
    for (const Advice& advice : kAdvice)
        if (opcode.starts_with(advice.opcode) && why.find(advice.why) != std::string::npos)
            return advice.text;
    return "write the kernel without it, or run the program on a GPU";
}

}  // namespace simt::exec
