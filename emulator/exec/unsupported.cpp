// See unsupported.hpp.
#include "emulator/exec/unsupported.hpp"

namespace simt::exec {

namespace {

constexpr const char* kTensorCores =
    "tensor cores are not emulated: use ordinary arithmetic here, or run the program on a GPU";
constexpr const char* kClusters =
    "clusters of blocks are not emulated: use a grid without clusters, or run the program on a GPU";
constexpr const char* kTextures =
    "textures and surfaces are not emulated: go through a plain pointer, or run the program on a GPU";

}  // namespace

const char* instead_of(const ptx::Instruction& instruction, const std::string& why) {
    const auto says = [&](const char* words) { return why.find(words) != std::string::npos; };
    switch (instruction.isa->kind) {
        case isa::Kind::TensorCore:
            return kTensorCores;
        case isa::Kind::Texture:
            return kTextures;
        case isa::Kind::ClusterControl:
        case isa::Kind::ClusterMap:
        case isa::Kind::ClusterRank:
        case isa::Kind::ClusterBarrier:
            return kClusters;
        default:
            break;
    }
    if (says("cluster")) return kClusters;
    if (says("malloc")) return "allocate on the host and pass the pointer, or run the program on a GPU";
    if (says("dynamic parallelism")) return "launch the kernel from the host, or run the program on a GPU";
    return "write the kernel without it, or run the program on a GPU";
}

}  // namespace simt::exec
