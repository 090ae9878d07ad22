// printf and assert in kernels. The case "printf" compares what kernels print with what the host's printf makes of the
// same arguments, and prints what it got after "ok"; the same on a GPU. "assert" fails an assertion. The others print.
#include <cuda_runtime.h>
#include <unistd.h>

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

// Everything a format may contain; host and device run the same lines, into the results' counts.
#define ALL_FORMATS(count)                                                                                \
    count += printf("no arguments, 100 %%\n");                                                            \
    count += printf("%d %i %u %o %x %X %c|\n", -5, 7, 4000000000u, 8, 255, 255, 'q');                     \
    count += printf("%ld %lld %lu %llx %hd\n", -5L, 1LL << 40, 1ul << 63, ~0ull, 70000);                  \
    count += printf("%f %e %g %a %F %E %G %A\n", 1.5, -2.5e10, 1e-5, 0.1, 2.0, 3.0, 1e20, 1.0);           \
    count += printf("%5d|%-5d|%05d|%+d|% d|%#x|%.3d|%8.3f|%-8.2e|\n", 42, 42, 42, 42, 42, 42, 7, 3.14159, \
                    1234.5);                                                                              \
    count += printf("%s and %10s and %-6.2s|\n", "text", "right", "left");                                \
    count += printf("%d %f %d %lld %s %c %lf\n", 1, 2.0, 3, 4LL, "five", '6', 7.0);                       \
    count += printf("%*d|%-*d|\n", 6, 42, -7, 43)

__global__ void all_formats(int* count) {
    int total = 0;
    ALL_FORMATS(total);
    *count = total;
}

__global__ void from_every_thread(const char* name, int first) {
    if (threadIdx.x % 3 != 1) printf("block %d thread %d of %s\n", blockIdx.x + first, threadIdx.x, name);
}

__global__ void positive(const int* values) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(values[i] >= 0 && "values are counts");  // assert
    printf("value %d\n", values[i]);
}

// What run() writes to standard output.
template <class Run>
std::string captured(Run run) {
    char path[] = "/tmp/printing.XXXXXX";
    const int file = mkstemp(path), before = dup(1);
    std::fflush(stdout);
    dup2(file, 1);
    run();
    std::fflush(stdout);
    dup2(before, 1);
    close(before);
    std::string text(static_cast<std::size_t>(lseek(file, 0, SEEK_END)), ' ');
    const ssize_t got = pread(file, text.data(), text.size(), 0);
    text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
    close(file);
    unlink(path);
    return text;
}

void formats() {
    int* count = nullptr;
    cudaMallocManaged(&count, sizeof(int));
    const std::string device = captured([&] {
        all_formats<<<1, 1>>>(count);
        cudaDeviceSynchronize();
    });
    int host_count = 0;
    const std::string host = captured([&] { ALL_FORMATS(host_count); });
    std::printf("%s\n%s", device == host ? "ok" : "different", device.c_str());
    std::printf("%d arguments\n", *count);
    cudaFree(count);
}

// The host's lines before and after a launch, and the kernel's between them.
void order() {
    char* name = nullptr;
    cudaMallocManaged(&name, 8);
    std::strcpy(name, "order");
    std::printf("before\n");
    from_every_thread<<<3, 40>>>(name, 10);
    cudaDeviceSynchronize();
    std::printf("between\n");
    from_every_thread<<<1, 2>>>(name, 20);
    cudaStreamSynchronize(nullptr);
    std::printf("after\n");
}

void assertion() {
    int* values = nullptr;
    cudaMallocManaged(&values, 64 * sizeof(int));
    for (int k = 0; k < 64; ++k) values[k] = k;
    values[37] = values[60] = -1;
    std::printf("before\n");
    positive<<<4, 16>>>(values);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", cudaGetErrorName(error));
}

}  // namespace

int main(int argc, char** argv) {
    const std::string wanted = argc > 1 ? argv[1] : "printf";
    if (wanted == "printf") formats();
    if (wanted == "order") order();
    if (wanted == "assert") assertion();
    return 0;
}
