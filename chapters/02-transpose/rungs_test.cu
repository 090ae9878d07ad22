// Every rung at every awkward size: each element where it belongs, none left unwritten.
#include <doctest/doctest.h>

#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "chapters/02-transpose/loops.cuh"
#include "chapters/02-transpose/versions.cuh"
#include "common/cuda/buffer.hpp"
#include "common/ladder/comparison.hpp"
#include "common/ladder/random_input.hpp"

namespace {

constexpr int kPoison = 0xff;  // in every byte: NaN

std::vector<float> transposed(const std::vector<float>& in, std::size_t rows, std::size_t cols) {
    std::vector<float> out(in.size());
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t col = 0; col < cols; ++col) out[col * rows + row] = in[row * cols + col];
    }
    return out;
}

// Runs body(out, in) on random data, both matrices `offset` elements behind the start of an allocation, and says what
// is wrong with the output; empty if nothing is.
template <class Body>
std::string defect(const Body& body, std::size_t rows, std::size_t cols, bool copies,
                   std::size_t offset = 0) {
    std::vector<float> in(rows * cols);
    ladder::fill_random(in.data(), in.size(), ladder::fresh_seed(), -1, 1);
    gpu::Buffer<float> device_in(offset + in.size());
    gpu::Buffer<float> device_out(offset + in.size());
    device_in.upload(in.data(), in.size(), offset);
    device_out.fill_bytes(kPoison);
    body(device_out.data() + offset, device_in.data() + offset);
    std::vector<float> out(in.size());
    device_out.download(out.data(), out.size(), offset);
    const std::vector<float> expected = copies ? in : transposed(in, rows, cols);
    const ladder::Size extents = copies ? ladder::Size{rows, cols} : ladder::Size{cols, rows};
    return ladder::describe(ladder::compare(out.data(), expected.data(), out.size()), extents);
}

std::string defect(const versions::Version& version, std::size_t rows, std::size_t cols,
                   std::size_t offset = 0) {
    const auto body = [&](float* out, const float* in) { version.run(out, in, rows, cols); };
    return defect(body, rows, cols, version.copies, offset);
}

const std::vector<std::pair<std::size_t, std::size_t>> kSizes = {
    {1, 1},     {1, 2},     {1, 1000}, {1000, 1}, {2, 3},    {31, 33},  {32, 32},
    {33, 31},   {4, 4},     {4, 100},  {100, 4},  {64, 64},  {67, 129}, {100, 102},
    {101, 100}, {256, 192}, {60, 68},  {68, 60},  {192, 64}, {63, 65},  {128, 127},
};

void check_all_sizes(const char* name) {
    for (const versions::Version& version : versions::kAll) {
        if (std::string(version.name) != name) continue;
        for (const auto& size : kSizes) {
            const std::size_t rows = size.first;
            const std::size_t cols = size.second;
            CAPTURE(rows);
            CAPTURE(cols);
            REQUIRE(defect(version, rows, cols) == "");
        }
        return;
    }
    FAIL("there is no such rung");
}

}  // namespace

TEST_CASE("copy is right at every size") { check_all_sizes("copy"); }
TEST_CASE("naive is right at every size") { check_all_sizes("naive"); }
TEST_CASE("coalesced is right at every size") { check_all_sizes("coalesced"); }
TEST_CASE("bank_conflict_free is right at every size") { check_all_sizes("bank_conflict_free"); }
TEST_CASE("register_blocked is right at every size") { check_all_sizes("register_blocked"); }
TEST_CASE("swizzled is right at every size") { check_all_sizes("swizzled"); }

TEST_CASE("matrices that start at no multiple of 16 bytes are right in every rung") {
    for (const versions::Version& version : versions::kAll) {
        CAPTURE(version.name);
        CHECK(defect(version, 64, 128, 1) == "");
        CHECK(defect(version, 100, 36, 3) == "");
    }
}

TEST_CASE("the loops inside the kernel do what their rungs do") {
    struct Loop {
        const char* name;
        loops::Kernel kernel;
        bool copies;
    };
    const std::vector<Loop> all_loops = {{"copy", loops::copy_kernel, true},
                                         {"naive", loops::naive_kernel, false},
                                         {"coalesced", loops::kCoalesced, false},
                                         {"bank_conflict_free", loops::kBankConflictFree, false}};
    for (const Loop& loop : all_loops) {
        CAPTURE(loop.name);
        const auto body = [&](float* out, const float* in) {
            loops::repeat(loop.kernel, out, in, 67, 129, 3);
        };
        CHECK(defect(body, 67, 129, loop.copies) == "");
    }
}

namespace {

// Kernels with the mistakes that are made when writing a transpose. The check has to find each of them.
static __global__ void forgets_the_last_rows(float* out, const float* in, int rows, int cols) {
    const int col = blockIdx.x * 32 + threadIdx.x;
    const int row = blockIdx.y * 32 + threadIdx.y;
    if (row < rows / 32 * 32 && col < cols) out[col * rows + row] = in[row * cols + col];
}

static __global__ void mixes_up_the_strides(float* out, const float* in, int rows, int cols) {
    const int col = blockIdx.x * 32 + threadIdx.x;
    const int row = blockIdx.y * 32 + threadIdx.y;
    if (row < rows && col < cols) out[(col * cols + row) % (rows * cols)] = in[row * cols + col];
}

static __global__ void turns_tiles_but_not_their_places(float* out, const float* in, int rows, int cols) {
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

TEST_CASE("a kernel that leaves the last rows unwritten is found, and the poison says so") {
    CHECK(defect_of(forgets_the_last_rows, 64, 40) == "");
    const std::string found = defect_of(forgets_the_last_rows, 65, 40);
    CHECK(found.find("40 of 2600 elements are wrong; the first is (0, 64): got NaN, as if never written") ==
          0);
}

TEST_CASE("a kernel that mixes up the strides passes on squares only") {
    CHECK(defect_of(mixes_up_the_strides, 64, 64) == "");
    CHECK(defect_of(mixes_up_the_strides, 64, 96) != "");
}

TEST_CASE("a kernel that turns each tile where it is passes for one tile only") {
    CHECK(defect_of(turns_tiles_but_not_their_places, 32, 32) == "");
    CHECK(defect_of(turns_tiles_but_not_their_places, 64, 64) != "");
}
