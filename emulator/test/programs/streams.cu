// Streams, events, host functions and the memory that goes with them, all mixed: what comes before what, where a program
// can tell; the same on a GPU.
#include <cuda_runtime.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

#include "emulator/test/programs/cases.hpp"

namespace {

#define EXPECT_ERROR(call, error) EXPECT((call) == (error))

__global__ void add(int* value, int amount) { atomicAdd(value, amount); }
__global__ void multiply(int* value, int factor) { *value *= factor; }
__global__ void scale(const float* in, float* out, int n, float factor) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * factor;
}

// What host functions saw, in order.
struct Log {
    int* value;
    std::vector<int> seen;
    std::thread::id thread;
};
void note(void* data) {
    Log& log = *static_cast<Log*>(data);
    log.seen.push_back(*log.value);
    log.thread = std::this_thread::get_id();
}
void note_with_status(cudaStream_t, cudaError_t status, void* data) {
    Log& log = *static_cast<Log*>(data);
    log.seen.push_back(status == cudaSuccess ? *log.value + 1000 : -1);
}

bool host_functions_in_order() {
    int* value = nullptr;
    cudaStream_t stream;
    OK(cudaMallocHost(&value, sizeof(int)));
    OK(cudaStreamCreate(&stream));
    *value = 1;
    Log log{value, {}, {}};
    add<<<1, 32, 0, stream>>>(value, 1);
    OK(cudaLaunchHostFunc(stream, note, &log));
    multiply<<<1, 1, 0, stream>>>(value, 2);
    OK(cudaStreamAddCallback(stream, note_with_status, &log, 0));
    add<<<1, 1, 0, stream>>>(value, 5);
    OK(cudaLaunchHostFunc(stream, note, &log));
    OK(cudaStreamSynchronize(stream));
    EXPECT((log.seen == std::vector<int>{33, 1066, 71}));
    EXPECT(log.thread != std::this_thread::get_id());
    OK(cudaStreamDestroy(stream));
    OK(cudaFreeHost(value));
    return true;
}

struct Calls {
    cudaError_t allocate, query, launch, synchronize, last;
};
void make_calls(void* data) {
    Calls& calls = *static_cast<Calls*>(data);
    void* pointer = nullptr;
    calls.allocate = cudaMalloc(&pointer, 16);
    calls.query = cudaStreamQuery(nullptr);
    calls.synchronize = cudaDeviceSynchronize();
    add<<<1, 1>>>(nullptr, 1);
    calls.last = cudaGetLastError();
}

bool calls_in_a_host_function() {
    Calls calls{};
    OK(cudaLaunchHostFunc(nullptr, make_calls, &calls));
    OK(cudaDeviceSynchronize());
    EXPECT(calls.allocate == cudaErrorNotPermitted);
    EXPECT(calls.query == cudaErrorNotPermitted);
    EXPECT(calls.synchronize == cudaErrorNotPermitted);
    EXPECT(calls.last == cudaErrorNotPermitted);
    OK(cudaGetLastError());
    return true;
}

// A host function that waits until the program lets it go.
struct Gate {
    std::atomic<bool> open{false};
    std::atomic<int> passed{0};
    static void wait(void* data) {
        Gate& gate = *static_cast<Gate*>(data);
        while (!gate.open) std::this_thread::yield();
        ++gate.passed;
    }
};

bool work_behind_a_host_function_that_waits() {
    int *value = nullptr, *other_value = nullptr;
    OK(cudaMallocHost(&value, sizeof(int)));
    OK(cudaMallocHost(&other_value, sizeof(int)));
    *value = *other_value = 0;
    cudaStream_t first, second, free_one;
    cudaEvent_t before, behind;
    OK(cudaStreamCreate(&first));
    OK(cudaStreamCreate(&second));
    OK(cudaStreamCreateWithFlags(&free_one, cudaStreamNonBlocking));
    OK(cudaEventCreate(&before));
    OK(cudaEventCreate(&behind));
    Gate gate;

    OK(cudaEventRecord(before, first));
    OK(cudaLaunchHostFunc(first, Gate::wait, &gate));
    add<<<1, 1, 0, first>>>(value, 3);
    OK(cudaEventRecord(behind, first));
    OK(cudaStreamWaitEvent(second, behind, 0));
    multiply<<<1, 1, 0, second>>>(value, 10);
    add<<<1, 1, 0, free_one>>>(other_value, 7);

    OK(cudaStreamSynchronize(free_one));
    EXPECT(*other_value == 7);
    EXPECT(*value == 0);
    EXPECT(gate.passed == 0);
    OK(cudaEventSynchronize(before));
    EXPECT_ERROR(cudaStreamQuery(first), cudaErrorNotReady);
    EXPECT_ERROR(cudaStreamQuery(second), cudaErrorNotReady);
    OK(cudaStreamQuery(free_one));
    EXPECT_ERROR(cudaStreamQuery(nullptr), cudaErrorNotReady);
    EXPECT_ERROR(cudaEventQuery(behind), cudaErrorNotReady);
    float milliseconds = -1;
    EXPECT_ERROR(cudaEventElapsedTime(&milliseconds, before, behind), cudaErrorNotReady);
    cudaGetLastError();

    // The legacy default stream comes behind both.
    add<<<1, 1>>>(value, 1);
    EXPECT(*value == 0);
    gate.open = true;
    OK(cudaStreamSynchronize(nullptr));
    EXPECT(*value == 31);
    EXPECT(gate.passed == 1);
    OK(cudaEventQuery(behind));
    OK(cudaEventElapsedTime(&milliseconds, before, behind));
    EXPECT(milliseconds >= 0);
    for (cudaStream_t stream : {first, second, free_one}) OK(cudaStreamDestroy(stream));
    OK(cudaEventDestroy(before));
    OK(cudaEventDestroy(behind));
    OK(cudaFreeHost(value));
    OK(cudaFreeHost(other_value));
    return true;
}

// A host function may want a lock that the program holds when it issues it.
void lock_it(void* data) { const std::lock_guard lock(*static_cast<std::mutex*>(data)); }

bool a_host_function_that_wants_a_lock() {
    std::mutex mutex;
    {
        const std::lock_guard lock(mutex);
        OK(cudaLaunchHostFunc(nullptr, lock_it, &mutex));
    }
    OK(cudaDeviceSynchronize());
    return true;
}

bool copies_and_fills_behind_a_host_function() {
    const int n = 1000;
    int *device = nullptr, *pinned = nullptr, *late = nullptr;
    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    OK(cudaMallocHost(&pinned, n * sizeof(int)));
    Gate gate;
    OK(cudaLaunchHostFunc(stream, Gate::wait, &gate));
    OK(cudaMallocAsync(&device, n * sizeof(int), stream));
    OK(cudaMallocAsync(&late, sizeof(int), stream));
    int pageable = 5;
    OK(cudaMemcpyAsync(late, &pageable, sizeof(int), cudaMemcpyHostToDevice, stream));
    pageable = 6;  // the copy has taken its value already
    OK(cudaMemsetAsync(device, 1, n * sizeof(int), stream));
    add<<<1, 1, 0, stream>>>(device + 999, 2);
    OK(cudaMemcpyAsync(device, late, sizeof(int), cudaMemcpyDeviceToDevice, stream));
    OK(cudaMemcpyAsync(pinned, device, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
    OK(cudaFreeAsync(device, stream));
    OK(cudaFreeAsync(late, stream));
    pinned[0] = pinned[999] = -1;
    gate.open = true;
    OK(cudaStreamSynchronize(stream));
    EXPECT(pinned[0] == 5);
    EXPECT(pinned[1] == 0x01010101);
    EXPECT(pinned[999] == 0x01010103);
    OK(cudaStreamDestroy(stream));
    OK(cudaFreeHost(pinned));
    return true;
}

bool every_kind_of_memory() {
    const int n = 513;
    std::vector<float> pageable(n), registered(n), result(n);
    for (int k = 0; k < n; ++k) pageable[k] = registered[k] = static_cast<float>(k);
    OK(cudaHostRegister(registered.data(), n * sizeof(float), cudaHostRegisterMapped));
    float *registered_on_device = nullptr, *mapped = nullptr, *mapped_on_device = nullptr, *managed = nullptr;
    float *ordered = nullptr, *plain = nullptr;
    OK(cudaHostGetDevicePointer(&registered_on_device, registered.data(), 0));
    OK(cudaHostAlloc(&mapped, n * sizeof(float), cudaHostAllocMapped | cudaHostAllocPortable));
    OK(cudaHostGetDevicePointer(&mapped_on_device, mapped, 0));
    OK(cudaMallocManaged(&managed, n * sizeof(float)));
    cudaMemLocation here{};
    here.type = cudaMemLocationTypeDevice;
    OK(cudaMemAdvise(managed, n * sizeof(float), cudaMemAdviseSetPreferredLocation, here));

    cudaStream_t stream;
    OK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -1));
    cudaMemPool_t pool;
    unsigned long long keep = ~0ull, kept = 0;
    OK(cudaDeviceGetDefaultMemPool(&pool, 0));
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept));
    EXPECT(kept == keep);
    OK(cudaMallocAsync(&ordered, n * sizeof(float), stream));
    OK(cudaMallocFromPoolAsync(&plain, n * sizeof(float), pool, stream));
    OK(cudaMemPrefetchAsync(managed, n * sizeof(float), here, 0, stream));

    const dim3 block(128), grid((n + 127) / 128);
    OK(cudaMemcpyAsync(plain, pageable.data(), n * sizeof(float), cudaMemcpyHostToDevice, stream));
    scale<<<grid, block, 0, stream>>>(plain, ordered, n, 2);
    scale<<<grid, block, 0, stream>>>(ordered, registered_on_device, n, 3);
    scale<<<grid, block, 0, stream>>>(registered_on_device, mapped_on_device, n, 5);
    scale<<<grid, block, 0, stream>>>(mapped_on_device, managed, n, 7);
    OK(cudaMemcpyAsync(result.data(), managed, n * sizeof(float), cudaMemcpyDefault, stream));
    OK(cudaFreeAsync(ordered, stream));
    OK(cudaFreeAsync(plain, stream));
    OK(cudaStreamSynchronize(stream));
    for (int k = 0; k < n; ++k) {
        EXPECT(registered[k] == static_cast<float>(6 * k));
        EXPECT(mapped[k] == static_cast<float>(30 * k));
        EXPECT(managed[k] == static_cast<float>(210 * k));
        EXPECT(result[k] == managed[k]);
    }
    OK(cudaHostUnregister(registered.data()));
    OK(cudaFreeHost(mapped));
    OK(cudaFree(managed));
    OK(cudaStreamDestroy(stream));
    return true;
}

bool memory_pools() {
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    cudaMemPool_t own, standard, current;
    OK(cudaMemPoolCreate(&own, &properties));
    OK(cudaDeviceGetDefaultMemPool(&standard, 0));
    OK(cudaDeviceSetMemPool(0, own));
    OK(cudaDeviceGetMemPool(&current, 0));
    EXPECT(current == own);
    EXPECT(current != standard);

    int *first = nullptr, *second = nullptr, value = 0;
    unsigned long long used = 1, most = 1;
    OK(cudaMallocAsync(&first, 1 << 20, nullptr));
    OK(cudaMallocFromPoolAsync(&second, 2 << 20, own, nullptr));
    OK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &used));
    EXPECT(used == 3 << 20);
    OK(cudaMemsetAsync(first, 0, sizeof(int), nullptr));
    add<<<1, 100>>>(first, 2);
    OK(cudaMemcpyAsync(second, first, sizeof(int), cudaMemcpyDeviceToDevice, nullptr));
    OK(cudaFreeAsync(first, nullptr));
    OK(cudaMemcpy(&value, second, sizeof(int), cudaMemcpyDeviceToHost));
    EXPECT(value == 200);
    OK(cudaFreeAsync(second, nullptr));
    OK(cudaStreamSynchronize(nullptr));
    OK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &used));
    OK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemHigh, &most));
    EXPECT(used == 0);
    EXPECT(most == 3 << 20);
    OK(cudaMemPoolDestroy(own));
    OK(cudaDeviceGetMemPool(&current, 0));
    EXPECT(current == standard);
    return true;
}

// One stream feeds the next through events, round after round.
bool streams_that_wait_for_each_other() {
    const int count = 5, rounds = 20;
    int* value = nullptr;
    OK(cudaMallocManaged(&value, sizeof(int)));
    *value = 0;
    cudaStream_t streams[count];
    cudaEvent_t events[count];
    for (int k = 0; k < count; ++k) {
        OK(cudaStreamCreateWithFlags(&streams[k], cudaStreamNonBlocking));
        OK(cudaEventCreateWithFlags(&events[k], cudaEventDisableTiming));
    }
    int expected = 0;
    for (int round = 0; round < rounds; ++round) {
        for (int k = 0; k < count; ++k) {
            if (round + k > 0) OK(cudaStreamWaitEvent(streams[k], events[(k + count - 1) % count], 0));
            if (k % 2 == 0)
                add<<<1, 1, 0, streams[k]>>>(value, k + round);
            else
                multiply<<<1, 1, 0, streams[k]>>>(value, 3);
            expected =
                k % 2 == 0 ? expected + k + round : static_cast<int>(static_cast<unsigned>(expected) * 3u);
            OK(cudaEventRecord(events[k], streams[k]));
        }
    }
    OK(cudaEventSynchronize(events[count - 1]));
    EXPECT(*value == expected);
    for (int k = 0; k < count; ++k) {
        OK(cudaStreamDestroy(streams[k]));
        OK(cudaEventDestroy(events[k]));
    }
    OK(cudaFree(value));
    return true;
}

// The kernel runs late, so the launch has succeeded; whoever waits for it learns of the fault.
bool fault_behind_a_host_function() {
    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    // A kernel's first launch loads it, and on a GPU that can wait for what runs: here, for a gate that opens later.
    cudaFuncAttributes attributes;
    OK(cudaFuncGetAttributes(&attributes, multiply));
    Gate gate;
    Log never{nullptr, {}, {}};
    OK(cudaLaunchHostFunc(stream, Gate::wait, &gate));
    multiply<<<1, 1, 0, stream>>>(nullptr, 1);
    OK(cudaGetLastError());
    OK(cudaLaunchHostFunc(stream, note, &never));
    gate.open = true;
    EXPECT_ERROR(cudaStreamSynchronize(stream), cudaErrorIllegalAddress);
    EXPECT(never.seen.empty());
    EXPECT_ERROR(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    return true;
}

const Case kCases[] = {CASE(host_functions_in_order),
                       CASE(calls_in_a_host_function),
                       CASE(work_behind_a_host_function_that_waits),
                       CASE(a_host_function_that_wants_a_lock),
                       CASE(copies_and_fills_behind_a_host_function),
                       CASE(every_kind_of_memory),
                       CASE(memory_pools),
                       CASE(streams_that_wait_for_each_other),
                       UNUSUAL(fault_behind_a_host_function)};

}  // namespace

int main(int argc, char** argv) { return run_cases(argc, argv, kCases); }
