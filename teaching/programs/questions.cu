// Counts on the emulator what the tests for students ask (teaching/tests); the pages with the answers quote it.
//
//     build/test/programs/questions 02      the questions of chapter 02 that are about counts
#include <cstdio>
#include <cstring>
#include <string>

#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"
#include "common/cuda/counters.hpp"

namespace {

constexpr int kWarp = 32;
constexpr int kElements = 1 << 16;

// One warp loads in[Index()(lane)]; -1 is nowhere, so nothing is stored.
template <class Index, class Element = float>
__global__ void load(const Element* in, int* never) {
    const int lane = threadIdx.x;
    if (in[Index()(lane)] == static_cast<Element>(-1)) *never = lane;
}

template <class Index, class Element = float>
double sectors() {
    gpu::Buffer<Element> in(kElements);
    gpu::Buffer<int> never(1);
    in.fill_bytes(0);
    const gpu::LaunchCounters since_here;
    load<Index, Element><<<1, kWarp>>>(in.data(), never.data());
    CUDA_CHECK(cudaDeviceSynchronize());
    return since_here.sum("global_load_sectors").value_or(-1);
}

struct EveryThird {
    __device__ int operator()(int lane) const { return 3 * lane; }
};
struct Swapped {
    __device__ int operator()(int lane) const { return lane ^ 1; }
};
struct EverySecond {
    __device__ int operator()(int lane) const { return 2 * lane; }
};
template <int kRow>
struct FourRowsOfEight {
    __device__ int operator()(int lane) const { return lane / 8 * kRow + lane % 8; }
};
template <int kRow>
struct TwoRowsOfSixteen {
    __device__ int operator()(int lane) const { return lane / 16 * kRow + lane % 16; }
};

// One warp reads column 0 of a tile with rows of kRow floats; Lanes says which row a lane reads.
template <int kRow, int kRows = kWarp>
__global__ void column(float* out) {
    __shared__ float tile[kRows * kRow];
    for (int i = threadIdx.x; i < kRows * kRow; i += kWarp) tile[i] = static_cast<float>(i);
    __syncwarp();
    out[threadIdx.x] = tile[threadIdx.x % kRows * kRow];
}

template <int kRow, int kRows = kWarp>
double wavefronts() {
    gpu::Buffer<float> out(kWarp);
    const gpu::LaunchCounters since_here;
    column<kRow, kRows><<<1, kWarp>>>(out.data());
    CUDA_CHECK(cudaDeviceSynchronize());
    return since_here.sum("shared_load_wavefronts").value_or(-1);
}

template <class Condition>
__global__ void branch(volatile unsigned* out) {
    if (Condition()(threadIdx.x)) out[threadIdx.x] = threadIdx.x;
}

template <class Condition>
double divergent_warps() {
    gpu::Buffer<unsigned> out(256);
    const gpu::LaunchCounters since_here;
    branch<Condition><<<1, 256>>>(out.data());
    CUDA_CHECK(cudaDeviceSynchronize());
    return since_here.sum("divergent_warps").value_or(-1);
}

struct EvenWarps {
    __device__ bool operator()(unsigned thread) const { return thread % 64 < 32; }
};
struct First40 {
    __device__ bool operator()(unsigned thread) const { return thread < 40; }
};
struct NotEveryEighth {
    __device__ bool operator()(unsigned thread) const { return thread % 8 != 0; }
};

__global__ void trips(volatile unsigned* out) {
    const unsigned count = threadIdx.x % 5 + 1;
#pragma unroll 1
    for (unsigned trip = 0; trip < count; ++trip) out[threadIdx.x] = trip;
}

double divergent_branches_of_trips() {
    gpu::Buffer<unsigned> out(kWarp);
    const gpu::LaunchCounters since_here;
    trips<<<1, kWarp>>>(out.data());
    CUDA_CHECK(cudaDeviceSynchronize());
    return since_here.sum("divergent_branches").value_or(-1);
}

// What a lane has after its value, the number of the lane, is added to that of the lane `distance` above it.
__global__ void add_from_above(int* out, int distance) {
    int value = threadIdx.x;
    value += __shfl_down_sync(0xffffffff, value, distance);
    out[threadIdx.x] = value;
}

template <int kLane>
double after_shuffle() {
    gpu::Buffer<int> out(kWarp);
    add_from_above<<<1, kWarp>>>(out.data(), 1);
    CUDA_CHECK(cudaGetLastError());
    return out.to_host()[kLane];
}

double one_more() {
    volatile float big = 16'777'216;  // 2^24
    return big + 1.0f;
}

// The bits of a float, read as an integer.
double bits(float value) {
    int integer = 0;
    std::memcpy(&integer, &value, sizeof integer);
    return integer;
}

struct Question {
    const char* name;
    const char* words;
    double (*count)();
};

const Question kQuestions[] = {
    {"01.3", "if (threadIdx.x % 64 < 32), divergent warps of a block of 256", divergent_warps<EvenWarps>},
    {"01.3", "if (threadIdx.x < 40)", divergent_warps<First40>},
    {"01.3", "if (threadIdx.x % 8 != 0)", divergent_warps<NotEveryEighth>},
    {"01.4", "threadIdx.x % 5 + 1 trips, divergent branches of one warp", divergent_branches_of_trips},
    {"02.1", "in[3 * lane], float: sectors", sectors<EveryThird>},
    {"02.1", "in[lane ^ 1], float", sectors<Swapped>},
    {"02.1", "in[2 * lane], double", sectors<EverySecond, double>},
    {"02.2", "four rows of 8 floats, rows of 1000: sectors", sectors<FourRowsOfEight<1000>>},
    {"02.2", "four rows of 8 floats, rows of 1001", sectors<FourRowsOfEight<1001>>},
    {"02.3", "a column of float tile[32][32]: wavefronts", wavefronts<32>},
    {"02.3", "a column of float tile[32][33]", wavefronts<33>},
    {"02.3", "a column of float tile[32][34]", wavefronts<34>},
    {"02.3", "a column of float tile[32][36]", wavefronts<36>},
    {"03.4", "v += __shfl_down_sync(mask, v, 1), v of lane 5", after_shuffle<5>},
    {"03.4", "v of lane 31", after_shuffle<31>},
    {"03.5", "2^24 + 1 in float", one_more},
    {"04.2", "two rows of 16 floats, rows of 1024: sectors", sectors<TwoRowsOfSixteen<1024>>},
    {"04.5", "a column of float tile[16][16], by 16 lanes: wavefronts", wavefronts<16, 16>},
    {"04.5", "a column of float tile[16][17]", wavefronts<17, 16>},
    {"05.5", "the bits of 1.0f as an int", [] { return bits(1); }},
    {"05.5", "the bits of 2.0f", [] { return bits(2); }},
    {"05.5", "the bits of -1.0f", [] { return bits(-1); }},
    {"05.5", "the bits of -2.0f", [] { return bits(-2); }},
};

}  // namespace

int main(int argc, char** argv) {
    const std::string chapter = argc > 1 ? argv[1] : "";
    for (const Question& question : kQuestions)
        if (std::string(question.name).find(chapter) == 0)
            std::printf("%s  %-62s %12.0f\n", question.name, question.words, question.count());
    return 0;
}
