// 02.1, not solved, "global stores: not judged, for there are": stores by bulk reductions from shared memory, each of 16 bytes in a column.
#include <cstddef>
#include <cstdint>

static __global__ void by_bulk_reductions(float* out, const float* in, std::size_t rows, std::size_t cols) {
    __shared__ alignas(128) float tile[32][32];
    const std::size_t row = blockIdx.y * 32 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
    tile[threadIdx.x][threadIdx.y] = in[row * cols + col];
    asm volatile("fence.proxy.async;");
    __syncthreads();
    if (threadIdx.y % 4 == 0) {
        const auto from =
            static_cast<std::uint32_t>(__cvta_generic_to_shared(&tile[threadIdx.x][threadIdx.y]));
        asm volatile(
            "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 16;" ::"l"(&out[col * rows + row]),
            "r"(from)
            : "memory");
        asm volatile("cp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group 0;" ::: "memory");
    }
}

void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    by_bulk_reductions<<<dim3(static_cast<unsigned>(cols / 32), static_cast<unsigned>(rows / 32)),
                         dim3(32, 32)>>>(out, in, rows, cols);
}
