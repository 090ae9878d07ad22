// Kernels that wait for the host, for copies, for host functions and for kernels in other streams, through memory that both see.
// The same on a GPU. The cases at the end wait for ever, on a GPU too.
#include <cuda_runtime.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "emulator/test/programs/cases.hpp"

namespace {

__device__ int acquire(int* flag) {
    int value;
    asm volatile("ld.acquire.sys.global.s32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
    return value;
}
__device__ void release(int* flag, int value) {
    asm volatile("st.release.sys.global.s32 [%0], %1;" ::"l"(flag), "r"(value) : "memory");
}

// Waits until the flag is set, each block and each thread, and then doubles the data.
__global__ void wait_and_double(volatile int* flag, const volatile int* data, int* out, int n) {
    while (*flag == 0) {
    }
    __threadfence_system();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * data[i];
}

template <int kWay>
__global__ void wait_one_way(int* flag, int* out) {
    if (threadIdx.x == 0) {
        if (kWay == 0)
            while (*static_cast<volatile int*>(flag) != 7) {
            }
        if (kWay == 1)
            while (acquire(flag) != 7) {
            }
        if (kWay == 2)
            while (atomicAdd(flag, 0) != 7) {
            }
        if (kWay == 3)
            while (atomicCAS_system(flag, 7, 7) != 7) __nanosleep(100);
        if (kWay == 4)
            for (unsigned ns = 8; acquire(flag) != 7; ns = ns < 256 ? 2 * ns : ns) __nanosleep(ns);
    }
    __syncthreads();
    out[threadIdx.x] = threadIdx.x + *static_cast<volatile int*>(flag);
}

// Answers each request of the host until it gets a negative one. served: in device memory.
__global__ void serve(int* request, int* answer, int* served) {
    __shared__ int now;
    for (int turn = 1;; ++turn) {
        if (threadIdx.x == 0) {
            while ((now = acquire(request)) == turn - 1) {
            }
        }
        __syncthreads();
        if (now < 0) return;
        atomicAdd(served, 1);
        __syncthreads();
        if (threadIdx.x == 0) release(answer, now);
    }
}

__global__ void wait_then_set(volatile int* waits_for, volatile int* sets, int value) {
    while (*waits_for == 0) {
    }
    __threadfence_system();
    *sets = value;
}
__global__ void set(int* flag, int value) { release(flag, value); }
__global__ void fill_and_set(int* data, int n, int* flag) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = 100 + i;
    __syncthreads();
    if (threadIdx.x == 0) release(flag, 1);
}
__global__ void wait_and_sum(int* flag, const int* data, int n, int* sum) {
    while (acquire(flag) == 0) {
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(sum, data[i]);
}

// Gives up by itself.
__global__ void wait_a_while(volatile int* flag, int* rounds) {
    int k = 0;
    while (*flag == 0 && k < 20000) ++k;
    *rounds = k;
}
__global__ void wait_by_the_clock(volatile int* flag, int* gave_up) {
    const long long begin = clock64();
    while (*flag == 0)
        if (clock64() - begin > 200000) {
            *gave_up = 1;
            return;
        }
}

// One thread of each block looks at the flag, and a barrier tells the others.
__global__ void look_between_barriers(volatile int* flag, int* out) {
    __shared__ int now;
    do {
        __syncthreads();
        if (threadIdx.x == 0) now = *flag;
        __syncthreads();
    } while (now == 0);
    out[blockIdx.x * blockDim.x + threadIdx.x] = now;
}

enum class Memory { Pinned, Mapped, Managed, Registered };

// Zeros of a kind of memory that the host and the device both see.
struct Shared {
    Shared(Memory kind, int count) : kind(kind) {
        const size_t bytes = count * sizeof(int);
        if (kind == Memory::Pinned) cudaMallocHost(&host, bytes);
        if (kind == Memory::Mapped) cudaHostAlloc(&host, bytes, cudaHostAllocMapped);
        if (kind == Memory::Managed) cudaMallocManaged(&host, bytes);
        if (kind == Memory::Registered) {
            host = static_cast<int*>(std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096));
            cudaHostRegister(host, bytes, cudaHostRegisterMapped);
        }
        device = host;
        if (kind == Memory::Mapped || kind == Memory::Registered) cudaHostGetDevicePointer(&device, host, 0);
        std::memset(host, 0, bytes);
    }
    ~Shared() {
        if (kind == Memory::Pinned || kind == Memory::Mapped) cudaFreeHost(host);
        if (kind == Memory::Managed) cudaFree(host);
        if (kind == Memory::Registered) {
            cudaHostUnregister(host);
            std::free(host);
        }
    }
    Shared(const Shared&) = delete;
    volatile int& operator[](int k) { return host[k]; }
    Memory kind;
    int *host = nullptr, *device = nullptr;
};

bool flags_in_every_kind_of_memory() {
    for (const Memory kind : {Memory::Pinned, Memory::Mapped, Memory::Managed, Memory::Registered}) {
        constexpr int kCount = 1000;
        Shared flag(kind, 1), data(kind, kCount), out(kind, kCount);
        wait_and_double<<<8, 128>>>(flag.device, data.device, out.device, kCount);
        OK(cudaGetLastError());
        EXPECT(cudaStreamQuery(nullptr) == cudaErrorNotReady);
        EXPECT(cudaGetLastError() == cudaErrorNotReady);
        for (int i = 0; i < kCount; ++i) data[i] = i + 5;
        std::atomic_thread_fence(std::memory_order_seq_cst);
        flag[0] = 1;
        OK(cudaDeviceSynchronize());
        for (int i = 0; i < kCount; ++i) EXPECT(out[i] == 2 * (i + 5));
    }
    return true;
}

template <int kWay>
bool one_way() {
    Shared flag(Memory::Mapped, 1), out(Memory::Mapped, 96);
    wait_one_way<kWay><<<1, 96>>>(flag.device, out.device);
    flag[0] = 3;
    OK(cudaGetLastError());
    flag[0] = 7;
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 96; ++i) EXPECT(out[i] == i + 7);
    return true;
}
bool every_way_of_looking() {
    return one_way<0>() && one_way<1>() && one_way<2>() && one_way<3>() && one_way<4>();
}

bool a_server_and_its_host() {
    constexpr int kTurns = 5000;
    Shared request(Memory::Mapped, 1), answer(Memory::Mapped, 1);
    int* served = nullptr;
    OK(cudaMalloc(&served, sizeof(int)));
    OK(cudaMemset(served, 0, sizeof(int)));
    serve<<<1, 64>>>(request.device, answer.device, served);
    for (int turn = 1; turn <= kTurns; ++turn) {
        request[0] = turn;
        while (answer[0] != turn) {
        }
    }
    request[0] = -1;
    int count = 0;
    OK(cudaMemcpy(&count, served, sizeof(int), cudaMemcpyDeviceToHost));
    EXPECT(count == 64 * kTurns);
    OK(cudaFree(served));
    return true;
}

bool another_thread_sets_the_flag() {
    Shared flag(Memory::Managed, 1), data(Memory::Managed, 1), out(Memory::Managed, 1);
    std::thread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        data[0] = 21;
        std::atomic_thread_fence(std::memory_order_seq_cst);
        flag[0] = 1;
    });
    wait_and_double<<<1, 32>>>(flag.device, data.device, out.device, 1);
    const cudaError_t error = cudaDeviceSynchronize();
    other.join();
    OK(error);
    EXPECT(out[0] == 42);
    return true;
}

struct Streams {
    Streams() {
        for (cudaStream_t& stream : each) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    }
    ~Streams() {
        for (cudaStream_t& stream : each) cudaStreamDestroy(stream);
    }
    cudaStream_t each[2];
};

bool a_copy_sets_the_flag() {
    Streams streams;
    Shared out(Memory::Mapped, 1), one(Memory::Pinned, 2);
    int* device = nullptr;
    OK(cudaMalloc(&device, 2 * sizeof(int)));
    OK(cudaMemset(device, 0, 2 * sizeof(int)));
    OK(cudaDeviceSynchronize());
    one[0] = 1;
    one[1] = 9;
    wait_and_double<<<1, 1, 0, streams.each[0]>>>(device, device + 1, out.device, 1);
    OK(cudaMemcpyAsync(device + 1, one.host + 1, sizeof(int), cudaMemcpyHostToDevice, streams.each[1]));
    OK(cudaMemcpyAsync(device, one.host, sizeof(int), cudaMemcpyHostToDevice, streams.each[1]));
    OK(cudaDeviceSynchronize());
    EXPECT(out[0] == 18);
    OK(cudaFree(device));
    return true;
}

void set_from_the_host(void* flag) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    *static_cast<volatile int*>(flag) = 7;
}

bool a_host_function_sets_the_flag() {
    Streams streams;
    Shared flag(Memory::Mapped, 1), out(Memory::Mapped, 32);
    wait_one_way<1><<<1, 32, 0, streams.each[0]>>>(flag.device, out.device);
    OK(cudaLaunchHostFunc(streams.each[1], set_from_the_host, flag.host));
    OK(cudaStreamSynchronize(streams.each[0]));
    EXPECT(out[5] == 12);
    return true;
}

void wait_for_the_device(void* flag) {
    while (*static_cast<volatile int*>(flag) != 5) std::this_thread::yield();
}

bool a_host_function_and_a_kernel_meet() {
    Streams streams;
    Shared flags(Memory::Mapped, 2);
    OK(cudaLaunchHostFunc(streams.each[1], wait_for_the_device, flags.host + 1));
    wait_then_set<<<1, 1, 0, streams.each[0]>>>(flags.device, flags.device + 1, 5);
    flags[0] = 1;
    OK(cudaStreamSynchronize(streams.each[1]));
    OK(cudaDeviceSynchronize());
    return true;
}

// Producer and consumer in two streams, in either order of launch.
bool two_streams(bool consumer_first) {
    constexpr int kCount = 500;
    Streams streams;
    int *data = nullptr, *flag = nullptr, *sum = nullptr;
    OK(cudaMalloc(&data, kCount * sizeof(int)));
    OK(cudaMalloc(&flag, sizeof(int)));
    OK(cudaMallocManaged(&sum, sizeof(int)));
    OK(cudaMemset(flag, 0, sizeof(int)));
    *sum = 0;
    OK(cudaDeviceSynchronize());
    if (!consumer_first) fill_and_set<<<1, 128, 0, streams.each[1]>>>(data, kCount, flag);
    wait_and_sum<<<1, 64, 0, streams.each[0]>>>(flag, data, kCount, sum);
    if (consumer_first) fill_and_set<<<1, 128, 0, streams.each[1]>>>(data, kCount, flag);
    OK(cudaDeviceSynchronize());
    EXPECT(*sum == 100 * kCount + kCount * (kCount - 1) / 2);
    OK(cudaFree(data));
    OK(cudaFree(flag));
    OK(cudaFree(sum));
    return true;
}
bool consumer_before_producer() { return two_streams(true); }
bool producer_before_consumer() { return two_streams(false); }

bool kernels_that_wait_for_each_other() {
    Streams streams;
    int* flags = nullptr;
    OK(cudaMalloc(&flags, 3 * sizeof(int)));
    OK(cudaMemset(flags, 0, 3 * sizeof(int)));
    OK(cudaDeviceSynchronize());
    wait_then_set<<<1, 1, 0, streams.each[0]>>>(flags, flags + 1, 4);
    wait_then_set<<<1, 1, 0, streams.each[1]>>>(flags + 1, flags + 2, 5);
    cudaStream_t third;
    OK(cudaStreamCreateWithFlags(&third, cudaStreamNonBlocking));
    set<<<1, 1, 0, third>>>(flags, 3);
    OK(cudaDeviceSynchronize());
    int found[3];
    OK(cudaMemcpy(found, flags, sizeof found, cudaMemcpyDeviceToHost));
    EXPECT(found[0] == 3 && found[1] == 4 && found[2] == 5);
    OK(cudaStreamDestroy(third));
    OK(cudaFree(flags));
    return true;
}

// Work behind a kernel that waits keeps its place, and events say when it has ended.
bool work_behind_a_kernel_that_waits() {
    Shared flag(Memory::Mapped, 1), set_by_kernel(Memory::Mapped, 2), managed(Memory::Managed, 1);
    cudaEvent_t before, behind;
    OK(cudaEventCreate(&before));
    OK(cudaEventCreate(&behind));
    OK(cudaEventRecord(before));
    wait_then_set<<<1, 1>>>(flag.device, set_by_kernel.device, 5);
    OK(cudaMemcpyAsync(set_by_kernel.host + 1, set_by_kernel.host, sizeof(int), cudaMemcpyDefault));
#if CUDART_VERSION >= 13000
    OK(cudaMemPrefetchAsync(managed.device, sizeof(int), {cudaMemLocationTypeDevice, 0}, 0));
#else
    OK(cudaMemPrefetchAsync(managed.device, sizeof(int), 0));
#endif
    OK(cudaEventRecord(behind));
    OK(cudaEventQuery(before));
    EXPECT(cudaEventQuery(behind) == cudaErrorNotReady);
    EXPECT(set_by_kernel[1] == 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    flag[0] = 1;
    while (cudaEventQuery(behind) == cudaErrorNotReady) {
    }
    EXPECT(cudaGetLastError() == cudaErrorNotReady);
    EXPECT(set_by_kernel[1] == 5);
    float time = 0;
    OK(cudaEventElapsedTime(&time, before, behind));
    EXPECT(time >= 50);
    OK(cudaEventDestroy(before));
    OK(cudaEventDestroy(behind));
    return true;
}

bool a_flag_between_barriers() {
    Shared flag(Memory::Managed, 1), out(Memory::Managed, 5 * 100);
    look_between_barriers<<<5, 100>>>(flag.device, out.device);
    OK(cudaGetLastError());
    flag[0] = 17;
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 500; ++i) EXPECT(out[i] == 17);
    return true;
}

bool kernels_that_give_up_waiting() {
    Shared flag(Memory::Mapped, 1), result(Memory::Mapped, 2);
    wait_a_while<<<1, 1>>>(flag.device, result.device);
    wait_by_the_clock<<<1, 1>>>(flag.device, result.device + 1);
    OK(cudaDeviceSynchronize());
    EXPECT(result[0] == 20000);
    EXPECT(result[1] == 1);
    return true;
}

// The end of these comes from outside, or never.
bool nobody_sets_the_flag() {
    Shared flag(Memory::Mapped, 1), out(Memory::Mapped, 1);
    wait_then_set<<<1, 1>>>(flag.device, out.device, 1);
    EXPECT(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
    return true;
}
bool a_later_launch_of_the_stream_sets_it() {
    Shared flag(Memory::Mapped, 1), out(Memory::Mapped, 1);
    wait_then_set<<<1, 1>>>(flag.device, out.device, 1);
    set<<<1, 1>>>(flag.device, 1);
    EXPECT(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
    return true;
}
bool the_host_sets_it_after_it_waits() {
    int* device = nullptr;
    OK(cudaMalloc(&device, 2 * sizeof(int)));
    OK(cudaMemset(device, 0, 2 * sizeof(int)));
    wait_then_set<<<1, 1>>>(device, device + 1, 1);
    const int one = 1;
    EXPECT(cudaMemcpy(device, &one, sizeof one, cudaMemcpyHostToDevice) == cudaErrorLaunchFailure);
    return true;
}
bool two_streams_wait_for_each_other() {
    Streams streams;
    Shared flags(Memory::Mapped, 2);
    wait_then_set<<<1, 1, 0, streams.each[0]>>>(flags.device, flags.device + 1, 1);
    wait_then_set<<<1, 1, 0, streams.each[1]>>>(flags.device + 1, flags.device, 1);
    EXPECT(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
    return true;
}
bool the_program_ends() {
    static Shared& flag = *new Shared(Memory::Mapped, 2);
    wait_then_set<<<1, 1>>>(flag.device, flag.device + 1, 1);
    return true;
}
bool the_program_is_interrupted() {
    the_program_ends();
    std::puts("printed before the end");
    std::raise(SIGTERM);
    std::this_thread::sleep_for(std::chrono::seconds(30));
    return true;
}
bool a_kernel_that_waits_long() {
    Shared flag(Memory::Mapped, 2);
    wait_then_set<<<1, 1>>>(flag.device, flag.device + 1, 1);
    std::this_thread::sleep_for(std::chrono::seconds(6));
    flag[0] = 1;
    OK(cudaDeviceSynchronize());
    return true;
}

const Case kCases[] = {
    CASE(flags_in_every_kind_of_memory),
    CASE(every_way_of_looking),
    CASE(a_server_and_its_host),
    CASE(another_thread_sets_the_flag),
    CASE(a_copy_sets_the_flag),
    CASE(a_host_function_sets_the_flag),
    CASE(a_host_function_and_a_kernel_meet),
    CASE(consumer_before_producer),
    CASE(producer_before_consumer),
    CASE(kernels_that_wait_for_each_other),
    CASE(work_behind_a_kernel_that_waits),
    CASE(kernels_that_give_up_waiting),
    UNUSUAL(a_flag_between_barriers),
    UNUSUAL(nobody_sets_the_flag),
    UNUSUAL(a_later_launch_of_the_stream_sets_it),
    UNUSUAL(the_host_sets_it_after_it_waits),
    UNUSUAL(two_streams_wait_for_each_other),
    UNUSUAL(the_program_ends),
    UNUSUAL(the_program_is_interrupted),
    UNUSUAL(a_kernel_that_waits_long),
};

}  // namespace

int main(int argc, char** argv) { return run_cases(argc, argv, kCases); }
