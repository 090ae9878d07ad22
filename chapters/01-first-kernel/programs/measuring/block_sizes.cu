// How many threads should a block have? Launches the kernels of three rungs in blocks of 32 to 1,024 threads, at 2^28
// elements. Two more launches: the vectorised kernel with only as many blocks as fit at once, and one whose loads and stores
// tell the caches that no byte will be needed again.
//
//     build/01/block_sizes               measures; on the emulator counts; --csv prints CSV, --from FILE shows such a table
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "chapters/01-first-kernel/ladder.hpp"
#include "chapters/01-first-kernel/programs/parts/measuring.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"
#include "common/cuda/timer.hpp"
#include "common/ladder/random_input.hpp"
#include "common/ladder/statistics.hpp"
#include "common/ladder/text_table.hpp"

namespace {

constexpr std::size_t kElements = std::size_t{1} << 28;
constexpr unsigned kBlockSizes[] = {32, 64, 128, 256, 512, 1024};
constexpr int kRounds = 20;

// Loads and stores are marked as streaming: the caches drop these bytes first.
__global__ void add_streaming(float4* sum, const float4* a, const float4* b, std::size_t vectors) {
    const std::size_t v = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (v >= vectors) return;
    const float4 x = __ldcs(a + v);
    const float4 y = __ldcs(b + v);
    __stcs(sum + v, make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w));
}

struct Vectors {
    gpu::Buffer<float> sum, a, b;

    explicit Vectors(std::size_t n) : sum(n), a(n), b(n) {
        std::vector<float> random(n);
        ladder::fill_random(random.data(), n, 1, -1, 1);
        a.upload(random.data(), n);
        ladder::fill_random(random.data(), n, 2, -1, 1);
        b.upload(random.data(), n);
    }
};

// Launches in blocks of `threads` threads.
using Launch = void (*)(Vectors& vectors, unsigned threads);

unsigned blocks_for(std::size_t items, unsigned threads) {
    return static_cast<unsigned>((items + threads - 1) / threads);
}

// As many blocks as fit at once.
unsigned resident_blocks(const void* kernel, std::size_t items, unsigned threads) {
    int device = 0, multiprocessors = 0, blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, static_cast<int>(threads), 0));
    return std::min(static_cast<unsigned>(multiprocessors * blocks), blocks_for(items, threads));
}

// A kernel<<<grid, block>>> of a rung, which takes sum, a, b, n and, if it is the vectorised one, n / 4.
void launch(const void* kernel, Vectors& v, unsigned blocks, unsigned threads) {
    float* sum = v.sum.data();
    const float* a = v.a.data();
    const float* b = v.b.data();
    std::size_t n = v.a.size(), vectors = n / 4;
    void* arguments[] = {&sum, &a, &b, &n, &vectors};
    const dim3 grid(blocks), block(threads);
    CUDA_CHECK(cudaLaunchKernel(kernel, grid, block, arguments));
}

void guarded(Vectors& v, unsigned threads) {
    launch(add::guarded::kernel(), v, blocks_for(v.a.size(), threads), threads);
}

void grid_stride(Vectors& v, unsigned threads) {
    const void* const kernel = add::grid_stride::kernel();
    launch(kernel, v, resident_blocks(kernel, v.a.size(), threads), threads);
}

void vectorised_grid_stride(Vectors& v, unsigned threads) {
    const void* const kernel = add::vectorised::kernel();
    launch(kernel, v, resident_blocks(kernel, v.a.size() / 4, threads), threads);
}

// A float4 a thread.
void vectorised(Vectors& v, unsigned threads) {
    launch(add::vectorised::kernel(), v, blocks_for(v.a.size() / 4, threads), threads);
}

void streaming(Vectors& v, unsigned threads) {
    const std::size_t vectors = v.a.size() / 4;
    const dim3 block(threads);
    const dim3 grid(blocks_for(vectors, threads));
    add_streaming<<<grid, block>>>(reinterpret_cast<float4*>(v.sum.data()),
                                   reinterpret_cast<const float4*>(v.a.data()),
                                   reinterpret_cast<const float4*>(v.b.data()), vectors);
}

const std::vector<std::pair<const char*, Launch>> kLaunches = {
    {"guarded", guarded},
    {"grid_stride", grid_stride},
    {"float4, grid_stride", vectorised_grid_stride},
    {"vectorised", vectorised},
    {"vectorised, streaming", streaming}};

// GB/s of a copy of one vector and of each launch, run in turn; the bytes are those that the problem needs.
void measure(const std::function<void(std::vector<std::string>)>& add) {
    Vectors vectors(kElements);
    gpu::Timer timer;
    for (const unsigned threads : kBlockSizes) {
        std::vector<std::vector<double>> shares(kLaunches.size());
        std::vector<double> copies;
        for (int round = 0; round < kRounds; ++round) {
            timer.start();
            CUDA_CHECK(cudaMemcpyAsync(vectors.sum.data(), vectors.a.data(), vectors.a.bytes(),
                                       cudaMemcpyDeviceToDevice));
            copies.push_back(2e-6 * static_cast<double>(vectors.a.bytes()) / timer.stop_ms());
            for (std::size_t k = 0; k < kLaunches.size(); ++k) {
                timer.start();
                kLaunches[k].second(vectors, threads);
                CUDA_CHECK(cudaGetLastError());
                shares[k].push_back(3e-6 * static_cast<double>(vectors.a.bytes()) / timer.stop_ms() /
                                    copies.back());
            }
        }
        std::vector<std::string> cells = {std::to_string(threads),
                                          costs::number(ladder::median_of(copies).value)};
        for (const auto& share : shares)
            cells.push_back(ladder::format_ratio(ladder::median_of(share).value));
        add(cells);
    }
}

std::string counted() {
    constexpr std::size_t kFew = 1 << 16;
    Vectors vectors(kFew);
    ladder::TextTable table({"threads a block", "occupancy, %", "requests", "sectors"});
    for (const unsigned threads : kBlockSizes) {
        const gpu::LaunchCounters since_here;
        guarded(vectors, threads);
        CUDA_CHECK(cudaGetLastError());
        const auto sum = [&](const char* key) { return since_here.sum(key).value_or(0); };
        table.add({std::to_string(threads), ladder::format_count(100 * sum("occupancy")),
                   ladder::format_count(sum("global_load_requests") + sum("global_store_requests")),
                   ladder::format_count(sum("global_load_sectors") + sum("global_store_sectors"))});
    }
    return "The guarded rung at 65536 elements, counted:\n\n" + table.to_text() +
           "\nBlocks of every size make the same requests. They differ in the warps that a multiprocessor "
           "can "
           "hold\n"
           "(the occupancy). What this does to the time, only a GPU shows.";
}

}  // namespace

int main(int argc, char** argv) {
    costs::Program program;
    program.name = "block_sizes";
    program.headings = {"threads a block", "cudaMemcpy, GB/s"};
    for (const auto& launch : kLaunches) program.headings.push_back(launch.first);
    program.measure = measure;
    program.on_emulator = counted;
    return costs::run(program, argc, argv);
}
