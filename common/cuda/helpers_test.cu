// The helpers that every CUDA file uses: errors that say what to do, buffers that free, copy and poison.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/cuda/all_inside.cuh"
#include "common/cuda/block_reduce.cuh"
#include "common/cuda/buffer.hpp"
#include "common/cuda/operators.hpp"
#include "common/cuda/pack.cuh"
#include "common/cuda/pieces.cuh"
#include "common/cuda/timer.hpp"

namespace {

__global__ void increment(float* values, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] += 1;
}

template <unsigned kThreads, class Element, class Operator>
__global__ void reduce_once(Element* out, const Element* in, Operator op) {
    const Element result = gpu::block_reduce<kThreads>(in[threadIdx.x], op);
    if (threadIdx.x == 0) *out = result;
}

// The block's result for the elements 1, 2, 3 …, of which the one at `place` is replaced with `odd_one`.
template <unsigned kThreads, class Element, class Operator>
Element reduced(Operator op, std::size_t place, Element odd_one) {
    std::vector<Element> in(kThreads);
    for (unsigned t = 0; t < kThreads; ++t) in[t] = static_cast<Element>(t + 1);
    in[place] = odd_one;
    const gpu::Buffer<Element> device(in);
    gpu::Buffer<Element> out(1);
    const dim3 grid(1);
    const dim3 block(kThreads);
    reduce_once<kThreads><<<grid, block>>>(out.data(), device.data(), op);
    CUDA_CHECK(cudaGetLastError());
    return out.to_host()[0];
}

template <unsigned kThreads>
void check_block() {
    CAPTURE(kThreads);
    for (const std::size_t place : {std::size_t{0}, std::size_t{31}, std::size_t{kThreads - 1}}) {
        const int sum = reduced<kThreads, int>(operators::Sum<int>{}, place, -1000);
        CHECK(sum == static_cast<int>(kThreads * (kThreads + 1) / 2 - place - 1) - 1000);
        CHECK(reduced<kThreads, int>(operators::Min<int>{}, place, -7) == -7);
        CHECK(reduced<kThreads, double>(operators::Max<double>{}, place, 1e300) == 1e300);
    }
}

// Copies an array through packs, its head and tail by single elements, and adds 1 to each.
__global__ void increment_packed(gpu::Packed<float> array, float* out) {
    const std::size_t t = threadIdx.x;
    const std::size_t width = gpu::Pack<float>::kElements;
    if (t < array.packs) {
        gpu::Pack<float> pack = array.pack(t);
        for (float& element : pack.element) element += 1;
        gpu::store_pack(out + array.head + t * width, pack);
    }
    if (t < array.head) out[t] = array.in[t] + 1;
    if (array.tail() + t < array.n) out[array.tail() + t] = array.in[array.tail() + t] + 1;
}

// Copies an n x n matrix; a thread has 8 elements of a row, in two pieces that are 16 elements apart.
template <class Element, class Four>
__global__ void copy_pieces(Element* out, const Element* in, std::size_t n) {
    constexpr int kStep = 16;
    const std::size_t i = blockIdx.y;
    const std::size_t col = blockIdx.x * std::size_t{2 * kStep} + threadIdx.x * 4;
    __shared__ alignas(16) Element row[2 * kStep];
    for (unsigned x = threadIdx.x; x < 2 * kStep; x += blockDim.x) {
        const std::size_t j = blockIdx.x * std::size_t{2 * kStep} + x;
        row[x] = j < n ? in[n * i + j] : Element{};
    }
    __syncthreads();
    alignas(16) Element values[8];
    gpu::read_pieces<kStep>(values, &row[threadIdx.x * 4]);
    for (int p = 0; p < 2; ++p) {
        const Four piece = {values[4 * p], values[4 * p + 1], values[4 * p + 2], values[4 * p + 3]};
        gpu::store_piece(out, n, i, col + p * kStep, piece, gpu::rows_aligned(out, n));
    }
}

std::string complaint_of(void (*body)()) {
    try {
        body();
    } catch (const gpu::Error& error) {
        static_cast<void>(cudaGetLastError());  // an error is reported once
        return error.what();
    }
    return "no error";
}

}  // namespace

TEST_CASE("a call that fails says where, which call, which error and what to do") {
    const std::string message = complaint_of([] { CUDA_CHECK(cudaMemset(nullptr, 0, 4)); });
    CHECK(message.find("helpers_test.cu:") != std::string::npos);
    CHECK(message.find("cudaMemset(nullptr, 0, 4) failed: cudaErrorInvalidValue") != std::string::npos);
    CHECK(message.find("An argument is wrong") != std::string::npos);
}

TEST_CASE("a launch out of range is found by the check after it") {
    const std::string message = complaint_of([] {
        const dim3 grid(1);
        const dim3 block(2048);
        increment<<<grid, block>>>(nullptr, 0);
        CUDA_CHECK(cudaGetLastError());
    });
    CHECK(message.find("cudaGetLastError() failed: cudaErrorInvalid") != std::string::npos);
}

TEST_CASE("errors that a learner meets come with advice, others without") {
    CHECK(std::string(gpu::advice(cudaErrorInvalidConfiguration)).find("at most 1024 threads") !=
          std::string::npos);
    CHECK(std::string(gpu::advice(cudaErrorIllegalAddress)).find("outside its arrays") != std::string::npos);
    CHECK(std::string(gpu::advice(cudaErrorNoKernelImageForDevice)).find("-gencode") != std::string::npos);
    CHECK(std::string(gpu::advice(cudaErrorUnknown)).empty());
}

TEST_CASE("more memory than there is ends in an error that says so") {
    const std::string message = complaint_of([] { gpu::Buffer<char> all(std::size_t{1} << 60); });
    CHECK(message.find("cudaErrorMemoryAllocation") != std::string::npos);
    CHECK(message.find("smaller size") != std::string::npos);
}

TEST_CASE("a buffer takes data to the device and back, whole or in part") {
    const std::vector<float> host = {1, 2, 3, 4};
    gpu::Buffer<float> buffer(host);
    CHECK(buffer.size() == 4);
    CHECK(buffer.bytes() == 16);
    const float nine = 9;
    buffer.upload(&nine, 1, 2);
    CHECK(buffer.to_host() == std::vector<float>{1, 2, 9, 4});
    float last = 0;
    buffer.download(&last, 1, 3);
    CHECK(last == 4);
}

TEST_CASE("a buffer filled with ones in every bit is all NaN") {
    gpu::Buffer<float> buffer(3);
    buffer.fill_bytes(0xff);
    for (const float value : buffer.to_host()) CHECK(std::isnan(value));
}

TEST_CASE("a buffer moves without a copy, and an empty one is nothing to free") {
    gpu::Buffer<float> first(std::vector<float>{5});
    const float* place = first.data();
    gpu::Buffer<float> second = std::move(first);
    CHECK(second.data() == place);
    gpu::Buffer<float> third;
    third = std::move(second);
    CHECK(third.to_host() == std::vector<float>{5});
}

TEST_CASE("a timer gives a time that is not negative and waits for the work") {
    gpu::Buffer<float> buffer(std::vector<float>(1000, 1.0f));
    gpu::Timer timer;
    timer.start();
    const dim3 grid(8);
    const dim3 block(128);
    increment<<<grid, block>>>(buffer.data(), 1000);
    CUDA_CHECK(cudaGetLastError());
    CHECK(timer.stop_ms() >= 0);
    CHECK(buffer.to_host() == std::vector<float>(1000, 2.0f));
}

TEST_CASE("a block's values become one, whichever thread has the one that counts") {
    check_block<32>();
    check_block<96>();
    check_block<1024>();
}

TEST_CASE("packs, head and tail cover an array that starts anywhere, each element once") {
    for (const std::size_t offset : {0, 1, 2, 3}) {
        for (const std::size_t n : {0, 1, 2, 3, 4, 5, 7, 8, 31, 33, 100}) {
            CAPTURE(offset);
            CAPTURE(n);
            gpu::Buffer<float> data(std::vector<float>(n + 8, 0.0f));
            const gpu::Packed<float> array(data.data() + offset, n);
            CHECK(array.head < 4);
            if (array.packs > 0) CHECK((offset + array.head) % 4 == 0);
            const dim3 grid(1);
            const dim3 block(32);
            increment_packed<<<grid, block>>>(array, data.data() + offset);
            CUDA_CHECK(cudaGetLastError());
            std::vector<float> expected(n + 8, 0.0f);
            for (std::size_t i = offset; i < offset + n; ++i) expected[i] = 1;
            CHECK(data.to_host() == expected);
        }
    }
    CHECK(gpu::Pack<double>::kElements == 2);
    CHECK(gpu::Pack<std::int32_t>::kElements == 4);
}

TEST_CASE(
    "a look at the data finds one negative float, one NaN, and lets zeros of both signs and infinity pass") {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    constexpr float kSubnormal = std::numeric_limits<float>::denorm_min();
    const auto answer_for = [](const std::vector<float>& values) {
        const gpu::Buffer<float> device(values);
        gpu::Buffer<unsigned> answer(1);
        gpu::check_all(answer.data(), device.data(), values.size(), gpu::NotNegative{});
        return answer.to_host()[0];
    };
    std::vector<float> values(1000, 3.0f);
    values[5] = -0.0f;
    values[6] = kInfinity;
    values[7] = kSubnormal;
    CHECK(answer_for(values) == gpu::kAllInside);
    for (const float bad : {-kSubnormal, -1.0f, -kInfinity, kNan, -kNan}) {
        for (const std::size_t place : {0, 31, 500, 999}) {
            std::vector<float> with_one = values;
            with_one[place] = bad;
            CHECK(answer_for(with_one) == gpu::kSomeOutside);
        }
    }
}

TEST_CASE_TEMPLATE("pieces arrive where they belong at every size", Element, float, std::int32_t) {
    using Four = std::conditional_t<std::is_same_v<Element, float>, float4, int4>;
    for (const std::size_t n : {1, 3, 4, 31, 32, 33, 64, 70}) {
        CAPTURE(n);
        std::vector<Element> in(n * n);
        for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<Element>(i + 1);
        const gpu::Buffer<Element> device(in);
        gpu::Buffer<Element> out(n * n);
        const dim3 grid(static_cast<unsigned>((n + 31) / 32), static_cast<unsigned>(n));
        const dim3 block(4);
        copy_pieces<Element, Four><<<grid, block>>>(out.data(), device.data(), n);
        CUDA_CHECK(cudaGetLastError());
        CHECK(out.to_host() == in);
    }
}
