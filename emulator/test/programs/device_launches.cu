// Kernels that launch kernels. Without an argument each case prints "name ok", or the line of the first thing that is wrong.
// With one, it runs a case that goes wrong: comments mark the lines that the messages have to name.
#include "emulator/test/programs/device_launches_calls.cuh"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

// Quicksort: one thread parts the values, then two grids sort the parts. Small ones are sorted in place.
__global__ void quicksort(int* values, int n, int depth) {
    if (n <= 9 || depth == 20) {
        for (int i = 1; i < n; ++i)
            for (int k = i; k > 0 && values[k - 1] > values[k]; --k) {
                const int value = values[k];
                values[k] = values[k - 1];
                values[k - 1] = value;
            }
        return;
    }
    const int pivot = values[n / 2];
    int low = 0, high = n - 1;
    while (low <= high) {
        while (values[low] < pivot) ++low;
        while (values[high] > pivot) --high;
        if (low > high) break;
        const int value = values[low];
        values[low++] = values[high];
        values[high--] = value;
    }
    cudaStream_t left, right;
    cudaStreamCreateWithFlags(&left, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&right, cudaStreamNonBlocking);
    if (high > 0) quicksort<<<1, 1, 0, left>>>(values, high + 1, depth + 1);
    if (low < n - 1) quicksort<<<1, 1, 0, right>>>(values + low, n - low, depth + 1);
    cudaStreamDestroy(left);
    cudaStreamDestroy(right);
}

bool sorts() {
    const int n = 1237;
    int* const values = poisoned(n);
    std::vector<int> expected(n);
    for (int i = 0; i < n; ++i) expected[i] = values[i] = (i * 7919) % 1009 - 500;
    std::sort(expected.begin(), expected.end());
    quicksort<<<1, 1>>>(values, n, 0);
    OK(cudaDeviceSynchronize());
    EXPECT(std::equal(expected.begin(), expected.end(), values));
    return cudaFree(values) == cudaSuccess;
}

// Every thread launches a grid below its own, for which it writes the number of a node; a node counts itself.
struct Node {
    char level;
    double weight;
    int number;
};
__constant__ int fan_out = 3;
__device__ int nodes_of_level[4];
__global__ void tree(Node node, short levels, const int* numbers) {
    if (node.weight != 0.5 * node.level || numbers[0] != node.number) return;
    if (threadIdx.x == 0) atomicAdd(&nodes_of_level[static_cast<int>(node.level)], 1);
    if (node.level + 1 == levels) return;
    int* const below = static_cast<int*>(malloc(sizeof(int)));
    *below = 100 * node.number + static_cast<int>(threadIdx.x);
    const Node next = {static_cast<char>(node.level + 1), 0.5 * (node.level + 1), *below};
    tree<<<1, fan_out>>>(next, levels, below);
}

bool packs_arguments_and_nests() {
    int* const number = poisoned(1);
    *number = 1;
    tree<<<1, 3>>>(Node{0, 0, 1}, 4, number);
    OK(cudaDeviceSynchronize());
    int counts[4];
    OK(cudaMemcpyFromSymbol(counts, nodes_of_level, sizeof counts));
    EXPECT(counts[0] == 1 && counts[1] == 3 && counts[2] == 9 && counts[3] == 27);
    return cudaFree(number) == cudaSuccess;
}

// In one stream: (1 + 2) * 5; then the tail launches, in their order: + 4, * 3.
__global__ void in_order(int* values, int n) {
    values[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x != 0) return;
    scale<<<2, 32, 0, cudaStreamTailLaunch>>>(values, 0, 9);
    add<<<2, 32>>>(values, n, 2);
    add<<<2, 32, 0, cudaStreamTailLaunch>>>(values, n, 4);
    scale<<<2, 32>>>(values, n, 5);
    scale<<<2, 32, 0, cudaStreamTailLaunch>>>(values, n, 3);
}

bool runs_in_the_order_of_the_stream_and_tails_last() {
    const int n = 47;
    int* const values = poisoned(n);
    in_order<<<1, n>>>(values, n);
    add<<<2, 32>>>(values, n, 1);  // the host's next launch waits for all of them
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i) EXPECT(values[i] == ((1 + 2) * 5 + 4) * 3 + 1);
    return cudaFree(values) == cudaSuccess;
}

// A tail launch goes on with a loop, more often than grids can be nested.
__global__ void again(int* rounds, int left) {
    *rounds += 1;
    if (left > 1) again<<<1, 1, 0, cudaStreamTailLaunch>>>(rounds, left - 1);
}

bool tails_go_on() {
    int* const rounds = poisoned(1);
    *rounds = 0;
    again<<<1, 1>>>(rounds, 100);
    OK(cudaDeviceSynchronize());
    EXPECT(*rounds == 100);
    return cudaFree(rounds) == cudaSuccess;
}

// Two streams that an event orders, and grids beside them that have parts of their own.
__global__ void with_events(int* values, int* others, int n) {
    cudaStream_t first, second;
    cudaEvent_t done;
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaMemsetAsync(values, 0, n * sizeof(int), first);
    add<<<2, 32, 0, first>>>(values, n, 7);
    cudaEventRecord(done, first);
    cudaStreamWaitEvent(second, done, 0);
    scale<<<2, 32, 0, second>>>(values, n, 6);
    add<<<2, 32, 0, cudaStreamFireAndForget>>>(others, n / 2, 1);
    add<<<2, 32, 0, cudaStreamFireAndForget>>>(others + n / 2, n - n / 2, 1);
    cudaEventDestroy(done);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
}

bool streams_and_events_order() {
    const int n = 53;
    int *const values = poisoned(n), *const others = poisoned(n);
    with_events<<<1, 1>>>(values, others, n);
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i) EXPECT(values[i] == 42 && others[i] == kPoison + 1);
    OK(cudaFree(others));
    return cudaFree(values) == cudaSuccess;
}

// Cases that go wrong, each beside one that is right. All have as many threads as values.
__global__ void child_read_early(int* values, int n) {
    values[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x != 0) return;
    add<<<1, 64>>>(values, n, 1);  // launch_read_early
    values[n] = values[3];         // child_read_early
}
__global__ void child_read_by_tail(int* values, int n) {
    values[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x != 0) return;
    add<<<1, 64>>>(values, n, 1);
    copy<<<1, 1, 0, cudaStreamTailLaunch>>>(values + n, values + 3, 1);
}
__global__ void launched_without_barrier(int* values, int n) {
    values[threadIdx.x] = 1;  // launched_without_barrier
    if (threadIdx.x == 0) add<<<1, 64>>>(values, n, 1);
}
__global__ void siblings(int* values, int n) {
    if (threadIdx.x != 0) return;
    add<<<1, 64, 0, cudaStreamFireAndForget>>>(values, n, 1);  // sibling_first
    add<<<1, 64, 0, cudaStreamFireAndForget>>>(values, n, 1);  // sibling_second
}
__global__ void siblings_of_blocks(int* values, int n) {
    if (threadIdx.x == 0) add<<<1, 64>>>(values, n, 1);  // each block has a default stream of its own
}
__global__ void siblings_in_a_stream(int* values, int n) {
    add<<<1, 64>>>(values + threadIdx.x, 2, 1);  // the threads of a block share its default stream
}
__global__ void stream_does_not_wait(int* values, int n) {
    if (threadIdx.x != 0) return;
    cudaStream_t other;
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    add<<<1, 64>>>(values, n, 1);
    scale<<<1, 64, 0, other>>>(values, n, 2);
}
__global__ void shared_passed(int* values, int n) {
    __shared__ int own[64];
    own[threadIdx.x] = 1;
    add<<<1, 64>>>(own, n, 1);  // shared_passed
    values[threadIdx.x] = own[threadIdx.x];
}
__global__ void local_passed(int* values, int n) {
    int own[64];
    own[values[threadIdx.x] & 63] = 1;
    int* volatile hidden = own;          // nvcc warns of what it sees
    copy<<<1, 64>>>(values, hidden, n);  // local_passed
    values[0] = own[values[0] & 63];
}
__global__ void local_filled(int* values, int) {
    int own = 1;
    const cudaError_t error = cudaMemsetAsync(&own, 0, sizeof own, 0);  // local_filled
    if (error == cudaErrorInvalidValue) atomicAdd(values, own);
}
__global__ void past_the_end(int* values, int n) {
    if (threadIdx.x == 0) add<<<1 << 10, 1024>>>(values, 1 << 20, 1);  // past_the_end
}
__global__ void too_many(int* values, int) {
    for (int k = 0; k < 40; ++k) {
        add<<<1, 1>>>(values, 0, 1);  // too_many
        if (cudaGetLastError() == cudaErrorLaunchPendingCountExceeded) atomicAdd(values, 1);
    }
}
__global__ void graph_launched(int* values, int) {
    cudaGraphLaunch(reinterpret_cast<cudaGraphExec_t>(values), cudaStreamGraphTailLaunch);  // graph_launched
}

struct Case {
    const char* name;
    void (*kernel)(int*, int);
    int blocks;
};
#define CASE(kernel, blocks) \
    { #kernel, kernel, blocks }
constexpr Case kCases[] = {CASE(child_read_early, 1),
                           CASE(child_read_by_tail, 1),
                           CASE(launched_without_barrier, 1),
                           CASE(siblings, 1),
                           CASE(siblings_of_blocks, 2),
                           CASE(siblings_in_a_stream, 1),
                           CASE(stream_does_not_wait, 1),
                           CASE(shared_passed, 1),
                           CASE(local_passed, 1),
                           CASE(local_filled, 1),
                           CASE(past_the_end, 1),
                           CASE(too_many, 1),
                           CASE(graph_launched, 1)};

int run(const char* name) {
    const int n = 64;
    int* values = nullptr;
    cudaMalloc(&values, (n + 2) * sizeof(int));
    cudaMemset(values, 0, (n + 2) * sizeof(int));
    for (const Case& each : kCases)
        if (std::strcmp(each.name, name) == 0) each.kernel<<<each.blocks, n>>>(values, n);
    if (std::strcmp(name, "forever") == 0) again<<<1, 1>>>(values, 1 << 30);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    int first = 0;
    cudaMemcpy(&first, values, sizeof first, cudaMemcpyDeviceToHost);
    std::printf("%d\n", first);
    cudaFree(values);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1) return run(argv[1]);
    std::printf("sorts %s\n", sorts() ? "ok" : "");
    std::printf("packs_arguments_and_nests %s\n", packs_arguments_and_nests() ? "ok" : "");
    std::printf("runs_in_the_order_of_the_stream_and_tails_last %s\n",
                runs_in_the_order_of_the_stream_and_tails_last() ? "ok" : "");
    std::printf("tails_go_on %s\n", tails_go_on() ? "ok" : "");
    std::printf("streams_and_events_order %s\n", streams_and_events_order() ? "ok" : "");
    std::printf("copies_and_fills %s\n", copies_and_fills() ? "ok" : "");
    std::printf("answers %s\n", answers() ? "ok" : "");
    std::printf("errors_of_launches %s\n", errors_of_launches() ? "ok" : "");
    return 0;
}
