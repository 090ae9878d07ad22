// See clusters.hpp. The limits are those of compute capability 9.0: 8 blocks in any kernel, 16 if it allows a size that is not
// portable.
//
// A cluster's blocks are resident on the multiprocessors of one graphics processing cluster (GPC). CUDA does not tell how an H200's
// 132 are divided; the occupancy calls assume six of 16 and two of 18.
#include "emulator/runtime/clusters.hpp"

#include <numeric>

#include "emulator/runtime/call.hpp"
#include "emulator/runtime/h200.hpp"
#include "emulator/runtime/launch_limits.hpp"

using namespace simt;
using namespace simt::runtime;

namespace simt::runtime {

namespace {

constexpr u32 kPortable = 8, kLargest = 16;
constexpr u32 kOfGpc[] = {16, 16, 16, 16, 16, 16, 18, 18};
static_assert(std::accumulate(std::begin(kOfGpc), std::end(kOfGpc), 0u) == h200::kMultiprocessors);

u32 largest_allowed(const Function& function) { return function.any_cluster_size ? kLargest : kPortable; }

std::string shape(const Dim3& d) { return fmt::format("{}x{}x{}", d.x, d.y, d.z); }

// Clusters of `size` blocks that are resident at once.
u32 active_clusters(const Function& function, const cudaLaunchConfig_t& config, u32 size) {
    const Dim3 block{config.blockDim.x, config.blockDim.y, config.blockDim.z};
    if (block.count() == 0) fail(cudaErrorInvalidValue, "the block {} has no threads", shape(block));
    const auto needs = shape_of(function, static_cast<u32>(block.count()), config.dynamicSmemBytes);
    const u32 blocks = occupancy::calculate(h200_device(), needs).blocks;
    u32 clusters = 0;
    for (const u32 multiprocessors : kOfGpc) clusters += multiprocessors * blocks / size;
    return clusters;
}

Dim3 size_of(const dim3& d) { return {d.x, d.y, d.z}; }

Dim3 asked_for(const cudaLaunchConfig_t& config) {
    for (unsigned k = 0; k < config.numAttrs; ++k)
        if (config.attrs[k].id == cudaLaunchAttributeClusterDimension) {
            const auto& cluster = config.attrs[k].val.clusterDim;
            return {cluster.x, cluster.y, cluster.z};
        }
    return {0, 0, 0};
}

}  // namespace

Dim3 check_cluster(const Function& function, const ClusterRequest& request) {
    const std::string name(function.kernel->demangled());
    const Dim3 own = function.kernel->function().cluster, &asked = request.asked, &grid = request.grid;
    const auto refuse = [&](const std::string& why) {
        fail(cudaErrorInvalidClusterSize, "{}: {}", name, why);
    };
    if (own.count() != 0 && asked.count() != 0 && own != asked)
        refuse(fmt::format(
            "the launch asks for clusters of {} blocks, and the kernel was compiled for clusters of {} "
            "(__cluster_dims__): ask for the same size, or leave one of them out",
            shape(asked), shape(own)));
    const Dim3 cluster = asked.count() != 0 ? asked : own.count() != 0 ? own : Dim3{};
    if (asked.count() == 0 && (asked.x | asked.y | asked.z) != 0)
        refuse(
            fmt::format("a cluster of {} has no blocks: every dimension must be at least 1", shape(asked)));
    if (cluster.count() > largest_allowed(function))
        refuse(cluster.count() > kLargest
                   ? fmt::format("a cluster of {} blocks is too large: at most {}", cluster.count(), kLargest)
                   : fmt::format(
                         "a cluster of {} blocks is larger than {}, the portable size: first call "
                         "cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1)",
                         cluster.count(), kPortable));
    if (grid.x % cluster.x != 0 || grid.y % cluster.y != 0 || grid.z % cluster.z != 0)
        refuse(fmt::format(
            "the grid {} cannot be divided into clusters of {}: each dimension must be a multiple",
            shape(grid), shape(cluster)));
    return cluster;
}

}  // namespace simt::runtime

cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* function,
                                           const cudaLaunchConfig_t* config) {
    return call([&] {
        const Function& found = context().modules.loaded_function(function);
        if (config == nullptr) fail(cudaErrorInvalidValue, "the launch configuration is a null pointer");
        const Dim3 size = check_cluster(found, {size_of(config->gridDim), asked_for(*config)});
        answer(clusters, static_cast<int>(active_clusters(found, *config, static_cast<u32>(size.count()))));
    });
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, const void* function,
                                                 const cudaLaunchConfig_t* config) {
    return call([&] {
        const Function& found = context().modules.loaded_function(function);
        if (config == nullptr) fail(cudaErrorInvalidValue, "the launch configuration is a null pointer");
        u32 largest = largest_allowed(found);
        while (largest > 1 && active_clusters(found, *config, largest) == 0) largest /= 2;
        answer(size, static_cast<int>(largest));
    });
}
