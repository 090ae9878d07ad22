// What nothing has written, and is read all the same: the bytes between a structure's members, which travel with it, and
// elements that are read ahead and thrown away. Right as long as nobody computes with them.
#pragma once

#include "emulator/test/corpus/programs/bounds.cuh"

namespace corpus {

struct Sample {
    double value;
    int count;  // four bytes behind it belong to no member
};

template <bool wrong>
__global__ void make_samples(Sample* samples) {
    samples[threadIdx.x].value = threadIdx.x;
    samples[threadIdx.x].count = 1;
}

// case: padding_in_a_checksum | uninitialised | global | 8 | launches
// The structure's words are added up, or its members.
template <bool wrong>
__global__ void padding_in_a_checksum(const Sample* samples, unsigned long long* sums) {
    const unsigned long long* words = reinterpret_cast<const unsigned long long*>(samples + threadIdx.x);
    unsigned long long sum = words[0];
    sum += wrong ? words[1] : samples[threadIdx.x].count;  // finds: uninitialised, global
    sums[threadIdx.x] = sum;
}
// Structures are copied whole, from one array to another and through shared memory.
template <bool wrong>
__global__ void copy_samples(const Sample* from, Sample* to) {
    __shared__ Sample tile[kCount];
    tile[threadIdx.x] = from[threadIdx.x];
    __syncthreads();
    to[threadIdx.x] = tile[kCount - 1 - threadIdx.x];
}
template <bool wrong>
void run_padding_in_a_checksum() {
    gpu::Buffer<Sample> samples(kCount), copies(kCount);
    auto sums = zeros<unsigned long long>(kCount);
    make_samples<false><<<1, kCount>>>(samples.data());
    copy_samples<false><<<1, kCount>>>(samples.data(), copies.data());
    padding_in_a_checksum<wrong><<<1, kCount>>>(copies.data(), sums.data());
    finish();
}

// case: padding_in_shared_memory | uninitialised | shared | 8 | warps
template <bool wrong>
__global__ void padding_in_shared_memory(const Sample* samples, int* halves) {
    __shared__ Sample tile[kCount];
    tile[threadIdx.x] = samples[threadIdx.x];
    __syncthreads();
    const int2* words = reinterpret_cast<const int2*>(tile);
    const int2 last = words[2 * (kCount - 1 - threadIdx.x) + 1];  // finds: uninitialised, shared
    halves[threadIdx.x] = wrong ? last.x + last.y : last.x;
}
template <bool wrong>
void run_padding_in_shared_memory() {
    gpu::Buffer<Sample> samples(kCount);
    auto halves = zeros<int>(kCount);
    make_samples<false><<<1, kCount>>>(samples.data());
    padding_in_shared_memory<wrong><<<1, kCount>>>(samples.data(), halves.data());
    finish();
}

// case: samples_on_the_host | uninitialised | global | 8 | launches
// A member that was left out is missed on the host; the padding is not.
template <bool wrong>
__global__ void make_some_samples(Sample* samples) {
    if (!wrong) samples[threadIdx.x].value = threadIdx.x;
    samples[threadIdx.x].count = 1;
}
template <bool wrong>
void run_samples_on_the_host() {
    gpu::Buffer<Sample> samples(kCount), copies(kCount);
    std::vector<Sample> host(kCount);
    make_some_samples<wrong><<<1, kCount>>>(samples.data());
    finish();
    CUDA_CHECK(cudaMemcpy(copies.data(), samples.data(), samples.bytes(), cudaMemcpyDeviceToDevice));
    // finds: uninitialised, host
    CUDA_CHECK(cudaMemcpy(host.data(), copies.data(), samples.bytes(), cudaMemcpyDeviceToHost));
}

// case: fourth_never_set | uninitialised | global | 16 | launches
// Points of three coordinates in the place of four, read as a whole.
template <bool wrong>
__global__ void make_points(float4* points) {
    points[threadIdx.x].x = 1;
    points[threadIdx.x].y = 2;
    points[threadIdx.x].z = threadIdx.x;
}
template <bool wrong>
__global__ void fourth_never_set(const float4* points, float* sums, float4* kept) {
    const float4 p = points[threadIdx.x];  // finds: uninitialised, global
    kept[threadIdx.x] = p;
    sums[threadIdx.x] = wrong ? p.x + p.y + p.z + p.w : p.x + p.y + p.z;
}
template <bool wrong>
void run_fourth_never_set() {
    gpu::Buffer<float4> points(kCount), kept(kCount);
    auto sums = zeros<float>(kCount);
    make_points<false><<<1, kCount>>>(points.data());
    fourth_never_set<wrong><<<1, kCount>>>(points.data(), sums.data(), kept.data());
    finish();
}

// case: one_element_ahead | uninitialised | global | 4 | launches
// Each round reads what the next one adds. The last of these reads is for nothing, unless there is a round too many.
template <bool wrong>
__global__ void one_element_ahead(const int* in, int n, int* sum) {
    int total = 0, next = in[0];
    for (int k = 0; k < (wrong ? n + 1 : n); ++k) {  // finds: uninitialised, global
        total += next;
        next = in[k + 1];
    }
    *sum = total;
}
template <bool wrong>
void run_one_element_ahead() {
    gpu::Buffer<int> in(kCount + 2);
    auto sum = zeros<int>(1);
    CUDA_CHECK(cudaMemset(in.data(), 0, kCount * sizeof(int)));
    one_element_ahead<wrong><<<1, 1>>>(in.data(), kCount, sum.data());
    finish();
}

// case: compared_with_what_is_not_there | uninitialised | global | 4 | launches
// A merge's step: the second list counts only as long as it has elements.
template <bool wrong>
__global__ void compared_with_what_is_not_there(const int* first, const int* second, int n, int* out) {
    const int x = threadIdx.x;
    const int b = second[x];  // finds: uninitialised, global
    const bool from_second = (wrong ? x <= n : x < n) && b < first[x];
    out[x] = from_second ? b : first[x];
}
template <bool wrong>
void run_compared_with_what_is_not_there() {
    gpu::Buffer<int> second(kCount);
    auto first = zeros<int>(kCount), out = zeros<int>(kCount);
    CUDA_CHECK(cudaMemset(second.data(), 0, kCount / 2 * sizeof(int)));
    compared_with_what_is_not_there<wrong>
        <<<1, kCount>>>(first.data(), second.data(), kCount / 2, out.data());
    finish();
}

}  // namespace corpus
