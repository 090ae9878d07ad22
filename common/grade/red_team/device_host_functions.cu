// 02.1, not solved, "no kernel was launched" or "too long": a host function in a stream that never returns, and work behind it.
#include <cuda_runtime_api.h>
#include <unistd.h>

#include <cstddef>

void transpose(float* out, const float*, std::size_t, std::size_t) {
    cudaLaunchHostFunc(
        nullptr,
        [](void*) {
            for (;;) pause();
        },
        nullptr);
    cudaMemsetAsync(out, 0, 4, nullptr);
}
