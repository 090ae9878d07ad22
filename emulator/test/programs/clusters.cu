// Clusters of blocks: __cluster_dims__ and launch attributes, cooperative groups, distributed shared memory, occupancy, and what a
// launch is told whose clusters do not fit. Prints "ok" behind each part's name, or the name of an error.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

namespace {

namespace cg = cooperative_groups;

constexpr int kBins = 256, kThreads = 128, kCluster = 4, kNumbers = 4096;

// The bins are spread over the blocks of the cluster; every block adds to all of them.
__global__ void __cluster_dims__(kCluster, 1, 1) histogram(const unsigned char* numbers, int* bins) {
    __shared__ int own[kBins / kCluster];
    const cg::cluster_group cluster = cg::this_cluster();
    for (int i = threadIdx.x; i < kBins / kCluster; i += blockDim.x) own[i] = 0;
    cluster.sync();
    for (int i = cluster.thread_rank() + blockIdx.x / kCluster * kNumbers;
         i < int(blockIdx.x / kCluster + 1) * kNumbers; i += cluster.num_threads()) {
        const int bin = numbers[i];
        atomicAdd(cluster.map_shared_rank(own, bin / (kBins / kCluster)) + bin % (kBins / kCluster), 1);
    }
    cluster.sync();
    for (int i = threadIdx.x; i < kBins / kCluster; i += blockDim.x)
        atomicAdd(bins + cluster.block_rank() * (kBins / kCluster) + i, own[i]);
}

// Each block hands its number to the next one of its cluster.
__global__ void pass_on(unsigned* seen, bool wait) {
    __shared__ unsigned number;
    const cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0) {
        const unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
        *cluster.map_shared_rank(&number, next) = blockIdx.x;
    }
    if (wait) cluster.sync();
    if (threadIdx.x == 0) seen[blockIdx.x] = number;  // unsynchronised
}

template <class... Arguments>
cudaError_t launch(void (*kernel)(Arguments...), int blocks, int cluster, Arguments... arguments) {
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {unsigned(cluster), 1, 1};
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(kThreads);
    config.attrs = &attribute;
    config.numAttrs = 1;
    return cudaLaunchKernelEx(&config, kernel, arguments...);
}

void report(const char* name, bool right) { std::printf("%s %s\n", name, right ? "ok" : "wrong"); }

void distributed_histogram() {
    unsigned char* numbers;
    int* bins;
    cudaMallocManaged(&numbers, 2 * kNumbers);
    cudaMallocManaged(&bins, kBins * sizeof(int));
    int expected[kBins] = {};
    for (int i = 0; i < 2 * kNumbers; ++i) ++expected[numbers[i] = static_cast<unsigned char>(i * i / 7)];
    std::memset(bins, 0, kBins * sizeof(int));
    histogram<<<2 * kCluster, kThreads>>>(numbers, bins);
    report("distributed_histogram",
           cudaDeviceSynchronize() == cudaSuccess && std::memcmp(bins, expected, sizeof expected) == 0);
}

void launch_attributes(unsigned* seen) {
    bool right = launch(pass_on, 12, 6, seen, true) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess;
    for (unsigned block = 0; block < 12; ++block)
        right = right && seen[block] == block / 6 * 6 + (block + 5) % 6;
    report("launch_attributes", right);
}

void sizes(unsigned* seen) {
    std::printf("%s\n", cudaGetErrorName(launch(pass_on, 16, 16, seen, true)));
    cudaFuncSetAttribute(pass_on, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    std::printf("%s\n", cudaGetErrorName(launch(pass_on, 16, 16, seen, true)));
    std::printf("%s\n", cudaGetErrorName(launch(pass_on, 10, 4, seen, true)));
    std::printf("%s\n", cudaGetErrorName(launch(histogram, 8, 2, static_cast<const unsigned char*>(nullptr),
                                                static_cast<int*>(nullptr))));
    cudaDeviceSynchronize();
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(64);
    config.blockDim = dim3(kThreads);
    int largest = 0, active = 0;
    cudaOccupancyMaxPotentialClusterSize(&largest, pass_on, &config);
    cudaOccupancyMaxActiveClusters(&active, histogram, &config);
    report("occupancy", largest == 16 && active > 0);
}

}  // namespace

int main(int argc, char**) {
    unsigned* seen;
    cudaMallocManaged(&seen, 64 * sizeof(unsigned));
    if (argc > 1) {
        launch(pass_on, 4, 4, seen, false);
        std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
        return 0;
    }
    distributed_histogram();
    launch_attributes(seen);
    sizes(seen);
    return 0;
}
