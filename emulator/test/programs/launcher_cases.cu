// A program that ends in many ways, for the tests of the launcher and of what the library does around a program:
// launcher_cases CASE [arguments].
#include <cuda_runtime.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "common/cuda/counters.hpp"

__managed__ int managed_value = 40;
__device__ int device_value = 2;

__global__ void fill(int* p, int n) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n) p[k] = k;
}

__global__ void fill_without_guard(int* p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

__global__ void add_to_managed(int* also) {
    managed_value += device_value;
    *also += 1;
}

// Launches once and ends as told.
static int* launched() {
    int* p = nullptr;
    cudaMalloc(&p, 1000 * sizeof(int));
    fill<<<4, 256>>>(p, 1000);
    return cudaDeviceSynchronize() == cudaSuccess ? p : nullptr;
}

static int exit_with(char** arguments) {
    launched();
    return std::atoi(arguments[0]);
}

static int exit_early(char** arguments) {
    launched();
    std::exit(std::atoi(arguments[0]));
}

static int kill_itself(char**) {
    launched();
    raise(SIGKILL);
    return 0;
}

static int host_read(char**) {
    volatile int* p = launched();
    return p[3];
}

static int host_write(char**) {
    volatile int* p = launched();
    p[3] = 1;
    return 0;
}

static int host_read_after_free(char**) {
    int* p = nullptr;
    cudaMallocManaged(&p, 64);
    *p = 1;
    cudaFree(p);
    return *static_cast<volatile int*>(p);
}

static int null_read(char**) { return *static_cast<volatile int*>(nullptr); }

static void on_fault(int) {
    static const char text[] = "the program's own handler\n";
    static_cast<void>(!write(1, text, sizeof text - 1));
    _exit(9);
}

static int own_handler(char**) {
    signal(SIGSEGV, on_fault);
    return host_read(nullptr);
}

static int unsupported(char**) {
    cudaIpcMemHandle_t handle;
    for (int k = 0; k < 2; ++k) std::printf("%s\n", cudaGetErrorName(cudaIpcGetMemHandle(&handle, nullptr)));
    std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}

static int finding(char** arguments) {
    int* p = nullptr;
    cudaMalloc(&p, 100 * sizeof(int));
    fill_without_guard<<<1, 128>>>(p);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return std::atoi(arguments[0]);
}

static __global__ void add_one(int* p) { p[threadIdx.x] += 1; }

// Four launches of a kernel that reads what nothing has written: each on memory of its own, so that each is wrong.
static int finding_in_a_loop(char**) {
    for (int k = 0; k < 4; ++k) {
        int* p = nullptr;
        cudaMalloc(&p, 32 * sizeof(int));
        add_one<<<1, 32>>>(p);
    }
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}

static __global__ void last_sum_without_barrier(int* out) {
    extern __shared__ int s[];
    s[threadIdx.x] = threadIdx.x;
    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (threadIdx.x < stride) s[threadIdx.x] += s[threadIdx.x + stride];
    }
    out[threadIdx.x] = s[0];
}

// One race, within the only warp of the first two launches, and across warps in the last two.
static int race_in_larger_and_larger_blocks(char**) {
    int* out = nullptr;
    cudaMalloc(&out, 128 * sizeof(int));
    for (const int threads : {32, 32, 64, 128})
        last_sum_without_barrier<<<1, threads, threads * sizeof(int)>>>(out);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}

static int finding_then_killed(char** arguments) {
    finding(arguments);
    std::fflush(stdout);
    return kill_itself(nullptr);
}

static int arguments_and_input(char** arguments) {
    for (; *arguments; ++arguments) std::printf("[%s]", *arguments);
    std::printf("\n");
    for (int c; (c = std::getchar()) != EOF;) std::putchar(c);
    return 0;
}

static int counters(char**) {
    int* p = nullptr;
    cudaMalloc(&p, 1024 * sizeof(int));
    fill<<<1, 32>>>(p, 1024);
    gpu::LaunchCounters since;
    std::printf("no launch yet: %d\n", since.sum("warp_instructions").has_value());
    fill<<<4, 256>>>(p, 1024);
    fill<<<4, 256>>>(p, 1024);
    std::printf("launches %d of %d, store requests %g, sectors %g\n", static_cast<int>(since.launches()),
                static_cast<int>(gpu::emulator::launches()), since.sum("global_store_requests").value_or(-1),
                since.sum("global_store_sectors").value_or(-1));
    std::printf("occupancy %g and %g\n", gpu::emulator::counter(1, "occupancy").value_or(-1),
                gpu::emulator::counter(2, "occupancy").value_or(-1));
    std::printf("unknown key: %d, findings: %d\n", since.sum("no_such_key").has_value(),
                static_cast<int>(since.findings()));
    return 0;
}

static int managed(char**) {
    managed_value += 1;
    add_to_managed<<<1, 1>>>(&managed_value);
    cudaDeviceSynchronize();
    std::printf("%d\n", managed_value);
    cudaDeviceReset();
    std::printf("%d\n", managed_value);
    return 0;
}

static int reset(char**) {
    launched();
    cudaDeviceReset();
    launched();
    return 0;
}

static int change_folder(char** arguments) {
    launched();
    return chdir(arguments[0]);
}

static int failing_loop(char**) {
    for (int k = 0; k < 1000; ++k) cudaSetDevice(k + 1);
    return 0;
}

static int misuse(char**) {
    int* p = nullptr;
    int host[8];
    cudaMalloc(&p, 16);
    cudaMemcpy(host, p, 32, cudaMemcpyDeviceToHost);
    cudaFree(p);
    cudaFree(p);
    std::printf("%d\n", static_cast<int>(gpu::emulator::findings()));
    return 0;
}

// Reads and writes behind the ends of arrays of 100 elements, and adds there.
static __global__ void stray(const int* in, int* out, int* sums, float* copy) {
    const int k = threadIdx.x;
    const int value = in[k];
    copy[k] = static_cast<float>(value);
    atomicAdd(&sums[k], 1);
    out[k] = value;
}

static int stray_accesses(char**) {
    constexpr int kSmall = 100, kThreads = 128;
    int *in, *out, *sums, host[kThreads];
    float* copy;
    cudaMalloc(&in, kSmall * sizeof(int));
    cudaMalloc(&sums, kSmall * sizeof(int));
    cudaMalloc(&copy, kSmall * sizeof(float));
    cudaMalloc(&out, kThreads * sizeof(int));
    cudaMemset(in, 0, kSmall * sizeof(int));
    cudaMemset(sums, 0, kSmall * sizeof(int));
    stray<<<1, kThreads>>>(in, out, sums, copy);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    if (cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    std::printf("%d %d %d %d\n", host[0], host[kSmall - 1], host[kSmall], host[kThreads - 1]);
    cudaMemcpy(host, sums, kSmall * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d %d\n", host[0], host[kSmall - 1]);
    cudaMemcpy(host, in, kSmall * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d %d\n", host[0], host[kSmall - 1]);
    return 0;
}

// Times three launches, as a benchmark does.
static int timed(char**) {
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    for (int k = 0; k < 3; ++k) {
        cudaEventRecord(begin);
        launched();
        cudaEventRecord(end);
        cudaEventSynchronize(end);
        float milliseconds = -1;
        cudaEventElapsedTime(&milliseconds, begin, end);
        std::printf("%d\n", milliseconds >= 0);
    }
    return 0;
}

struct Case {
    const char* name;
    int (*run)(char** arguments);
};

static const Case kCases[] = {{"exit", exit_with},
                              {"exit_early", exit_early},
                              {"kill_itself", kill_itself},
                              {"host_read", host_read},
                              {"host_write", host_write},
                              {"host_read_after_free", host_read_after_free},
                              {"null_read", null_read},
                              {"own_handler", own_handler},
                              {"unsupported", unsupported},
                              {"finding", finding},
                              {"finding_in_a_loop", finding_in_a_loop},
                              {"race_in_larger_and_larger_blocks", race_in_larger_and_larger_blocks},
                              {"finding_then_killed", finding_then_killed},
                              {"arguments", arguments_and_input},
                              {"counters", counters},
                              {"managed", managed},
                              {"reset", reset},
                              {"change_folder", change_folder},
                              {"failing_loop", failing_loop},
                              {"misuse", misuse},
                              {"timed", timed},
                              {"stray_accesses", stray_accesses}};

int main(int argc, char** argv) {
    for (const Case& one : kCases)
        if (argc > 1 && std::strcmp(argv[1], one.name) == 0) return one.run(argv + 2);
    return 99;
}
