// Transposes with common mistakes. The check of the rungs has to find each of them.
#include <doctest/doctest.h>

#include <string>

#include "chapters/02-transpose/test/defect.hpp"
#include "common/cuda/check.hpp"

namespace {

__global__ void forgets_the_last_rows(float* out, const float* in, int rows, int cols) {
    const int col = blockIdx.x * 32 + threadIdx.x;
    const int row = blockIdx.y * 32 + threadIdx.y;
    if (row < rows / 32 * 32 && col < cols) out[col * rows + row] = in[row * cols + col];
}

__global__ void mixes_up_the_strides(float* out, const float* in, int rows, int cols) {
    const int col = blockIdx.x * 32 + threadIdx.x;
    const int row = blockIdx.y * 32 + threadIdx.y;
    if (row < rows && col < cols) out[(col * cols + row) % (rows * cols)] = in[row * cols + col];
}

__global__ void turns_tiles_but_not_their_places(float* out, const float* in, int rows, int cols) {
    const int first_row = blockIdx.y * 32;
    const int first_col = blockIdx.x * 32;
    out[(first_row + threadIdx.x) * cols + first_col + threadIdx.y] =
        in[(first_row + threadIdx.y) * cols + first_col + threadIdx.x];
    static_cast<void>(rows);
}

template <class Kernel>
std::string defect_of(Kernel kernel, int rows, int cols) {
    const auto body = [&](float* out, const float* in) {
        const dim3 block(32, 32);
        const dim3 grid((cols + 31) / 32, (rows + 31) / 32);
        kernel<<<grid, block>>>(out, in, rows, cols);
        CUDA_CHECK(cudaGetLastError());
    };
    return defect(body, rows, cols, false);
}

}  // namespace

TEST_CASE("a kernel that leaves the last rows unwritten is found, and reported as never written") {
    CHECK(defect_of(forgets_the_last_rows, 64, 40) == "");
    const std::string found = defect_of(forgets_the_last_rows, 65, 40);
    CHECK(found.find("40 of 2600 elements are wrong; the first is (0, 64): got NaN, as if never written") ==
          0);
}

TEST_CASE("a kernel that mixes up the strides passes on squares only") {
    CHECK(defect_of(mixes_up_the_strides, 64, 64) == "");
    CHECK(defect_of(mixes_up_the_strides, 64, 96) != "");
}

TEST_CASE("a kernel that transposes each tile but leaves it where it was passes for one tile only") {
    CHECK(defect_of(turns_tiles_but_not_their_places, 32, 32) == "");
    CHECK(defect_of(turns_tiles_but_not_their_places, 64, 64) != "");
}
