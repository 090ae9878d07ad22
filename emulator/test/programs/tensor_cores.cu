// Tensor cores by nvcuda::wmma and by mma in inline PTX: each product is compared with one in double on the host. The factors are
// small whole numbers, so that every order of adding gives the same result. Prints "ok" behind each part's name.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdio>
#include <vector>

namespace {

using namespace nvcuda;

constexpr int kSize = 64;  // of all matrices

// C = A × B, one warp for each tile of C. Each element of C is doubled in its fragment.
template <int kM, int kN, int kK, class Factor, class Fragment, class Sum>
__global__ void multiply(const Factor* a, const Factor* b, Sum* c) {
    wmma::fragment<wmma::matrix_a, kM, kN, kK, Fragment, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, kM, kN, kK, Fragment, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, kM, kN, kK, Sum> sum;
    const int row = blockIdx.y * kM, column = blockIdx.x * kN;
    wmma::fill_fragment(sum, Sum(0));
    for (int k = 0; k < kSize; k += kK) {
        wmma::load_matrix_sync(left, a + row * kSize + k, kSize);
        wmma::load_matrix_sync(right, b + column * kSize + k, kSize);
        wmma::mma_sync(sum, left, right, sum);
    }
    for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = sum.x[i] + sum.x[i];
    wmma::store_matrix_sync(c + row * kSize + column, sum, kSize, wmma::mem_row_major);
}

// a holds A by rows, b holds B by columns.
template <int kM, int kN, int kK, class Factor, class Fragment = Factor, class Sum>
void test_wmma(const char* name, Sum) {
    Factor *a, *b;
    Sum* c;
    cudaMallocManaged(&a, kSize * kSize * sizeof(Factor));
    cudaMallocManaged(&b, kSize * kSize * sizeof(Factor));
    cudaMallocManaged(&c, kSize * kSize * sizeof(Sum));
    for (int i = 0; i < kSize * kSize; ++i) {
        a[i] = Factor(float(i * 7 % 5));
        b[i] = Factor(float(i * 11 % 3));
    }
    multiply<kM, kN, kK, Factor, Fragment><<<dim3(kSize / kN, kSize / kM), 32>>>(a, b, c);
    bool right = cudaDeviceSynchronize() == cudaSuccess;
    for (int row = 0; row < kSize; ++row)
        for (int column = 0; column < kSize; ++column) {
            double sum = 0;
            for (int k = 0; k < kSize; ++k) sum += double(a[row * kSize + k]) * double(b[column * kSize + k]);
            right = right && double(c[row * kSize + column]) == 2 * sum;
        }
    std::printf("%s %s\n", name, right ? "ok" : "wrong");
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}

// One product of 16 × 8 × 32 bytes; each thread fills its registers as the PTX ISA's tables say.
__global__ void multiply_bytes(const signed char* a, const signed char* b, int* c) {
    const int group = threadIdx.x / 4, place = threadIdx.x % 4;
    unsigned left[4], right[2];
    int sum[4] = {};
    for (int i = 0; i < 4; ++i)
        left[i] = *reinterpret_cast<const unsigned*>(a + (group + i % 2 * 8) * 32 + place * 4 + i / 2 * 16);
    for (int i = 0; i < 2; ++i)
        right[i] = *reinterpret_cast<const unsigned*>(b + group * 32 + place * 4 + i * 16);
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
        : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "r"(right[0]), "r"(right[1]));
    for (int i = 0; i < 4; ++i) c[(group + i / 2 * 8) * 8 + place * 2 + i % 2] = sum[i];
}

void test_mma() {
    signed char *a, *b;
    int* c;
    cudaMallocManaged(&a, 16 * 32);
    cudaMallocManaged(&b, 8 * 32);
    cudaMallocManaged(&c, 16 * 8 * sizeof(int));
    for (int i = 0; i < 16 * 32; ++i) a[i] = static_cast<signed char>(i * 37);
    for (int i = 0; i < 8 * 32; ++i) b[i] = static_cast<signed char>(i * 91 + 5);
    multiply_bytes<<<1, 32>>>(a, b, c);
    bool right = cudaDeviceSynchronize() == cudaSuccess;
    for (int row = 0; row < 16; ++row)
        for (int column = 0; column < 8; ++column) {
            int sum = 0;
            for (int k = 0; k < 32; ++k) sum += a[row * 32 + k] * b[column * 32 + k];
            right = right && c[row * 8 + column] == sum;
        }
    std::printf("mma_bytes %s\n", right ? "ok" : "wrong");
}

}  // namespace

int main() {
    test_wmma<16, 16, 16, __half>("wmma_half", 0.0f);
    test_wmma<32, 8, 16, __half>("wmma_half_sums", __half(0.0f));
    test_wmma<8, 32, 16, __nv_bfloat16>("wmma_bfloat16", 0.0f);
    test_wmma<16, 16, 8, float, wmma::precision::tf32>("wmma_tf32", 0.0f);
    test_wmma<8, 8, 4, double>("wmma_double", 0.0);
    test_wmma<16, 16, 16, signed char>("wmma_bytes", 0);
    test_mma();
    return 0;
}
