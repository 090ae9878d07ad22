// Shuffles, votes and reductions of a warp that name lanes which are not there, or that the callers are not named in.
#pragma once

#include "emulator/test/corpus/programs/bounds.cuh"

namespace corpus {

constexpr unsigned kAllLanes = 0xffffffffu;

// case: shuffle_in_a_branch | shuffle | - | 4 | warp
template <bool wrong>
__global__ void shuffle_in_a_branch(int* out) {
    const int x = threadIdx.x;
    int value = x;
    if (x % 2 == 1) value = __shfl_xor_sync(wrong ? kAllLanes : 0xaaaaaaaau, value, 2);  // finds: shuffle, -
    out[x] = value;
}
template <bool wrong>
void run_shuffle_in_a_branch() {
    auto out = zeros<int>(32);
    shuffle_in_a_branch<wrong><<<1, 32>>>(out.data());
    finish();
}

// case: shuffle_with_lanes_that_left | shuffle | - | 8 | warp
template <bool wrong>
__global__ void shuffle_with_lanes_that_left(double* out) {
    const int x = threadIdx.x;
    if (x >= 20) return;
    const double other = __shfl_down_sync(kAllLanes, static_cast<double>(x), 1);  // finds: shuffle, -
    if (x < (wrong ? 20 : 19)) out[x] = other;
}
template <bool wrong>
void run_shuffle_with_lanes_that_left() {
    auto out = zeros<double>(32);
    shuffle_with_lanes_that_left<wrong><<<1, 32>>>(out.data());
    finish();
}

// case: shuffle_from_an_absent_lane | shuffle | - | 4 | warp
template <bool wrong>
__global__ void shuffle_from_an_absent_lane(int* out) {
    const int x = threadIdx.x;
    if (x < 16) out[x] = __shfl_sync(0x0000ffffu, x, wrong ? 20 : 5);  // finds: shuffle, -
}
template <bool wrong>
void run_shuffle_from_an_absent_lane() {
    auto out = zeros<int>(32);
    shuffle_from_an_absent_lane<wrong><<<1, 32>>>(out.data());
    finish();
}

// case: shuffle_past_the_last | shuffle | - | 4 | warp
// Lanes next to the end take from lanes that take no part, and have to throw away what they get.
template <bool wrong>
__global__ void shuffle_past_the_last(const int* in, int* out, int n) {
    const int x = threadIdx.x;
    const unsigned mask = __ballot_sync(kAllLanes, x < n);
    if (x >= n) return;
    int sum = in[x];
    for (int distance = 1; distance < 32; distance *= 2) {
        const int later = __shfl_down_sync(mask, sum, distance);  // finds: shuffle, -
        if (wrong || x + distance < n) sum += later;
    }
    out[x] = sum;
}
template <bool wrong>
void run_shuffle_past_the_last() {
    const auto in = counted<int>(20);
    auto out = zeros<int>(20);
    shuffle_past_the_last<wrong><<<1, 32>>>(in.data(), out.data(), 20);
    finish();
}

// case: sum_of_some_lanes | shuffle | - | 4 | warp
// A sum of 16 lanes is right in the first of them, whatever the others have added up; a sum of 20 is not.
template <bool wrong>
__global__ void sum_of_some_lanes(const float* in, float* out) {
    const int x = threadIdx.x, lanes = wrong ? 20 : 16;
    const unsigned mask = __ballot_sync(kAllLanes, x < lanes);
    if (x >= lanes) return;
    float sum = in[x];
    for (int distance = 16; distance > 0; distance /= 2) {
        const float other = __shfl_down_sync(mask, sum, distance);  // finds: shuffle, -
        if (distance < lanes) sum += other;
    }
    if (x == 0) *out = sum;
}
template <bool wrong>
void run_sum_of_some_lanes() {
    const auto in = counted<float>(32);
    auto out = zeros<float>(1);
    sum_of_some_lanes<wrong><<<1, 32>>>(in.data(), out.data());
    finish();
}

// case: shuffle_of_others | shuffle | - | 4 | warp
template <bool wrong>
__global__ void shuffle_of_others(int* out) {
    const int x = threadIdx.x;
    out[x] = __shfl_sync(wrong ? 0x0000ffffu : kAllLanes, x, 3);  // finds: shuffle, -
}
template <bool wrong>
void run_shuffle_of_others() {
    auto out = zeros<int>(32);
    shuffle_of_others<wrong><<<1, 32>>>(out.data());
    finish();
}

// case: shuffle_with_two_masks | shuffle | - | 4 | warp
template <bool wrong>
__global__ void shuffle_with_two_masks(int* out) {
    const int x = threadIdx.x;
    const unsigned mask = x < 16 ? 0x0000ffffu : (wrong ? kAllLanes : 0xffff0000u);
    out[x] = __shfl_xor_sync(mask, x, 1);  // finds: shuffle, -
}
template <bool wrong>
void run_shuffle_with_two_masks() {
    auto out = zeros<int>(32);
    shuffle_with_two_masks<wrong><<<1, 32>>>(out.data());
    finish();
}

// case: ballot_in_a_branch | shuffle | - | - | warp
template <bool wrong>
__global__ void ballot_in_a_branch(unsigned* out) {
    const int x = threadIdx.x;
    unsigned result = 0;
    if (x < 20) result = __ballot_sync(wrong ? kAllLanes : 0x000fffffu, x % 3 == 0);  // finds: shuffle, -
    out[x] = result;
}
template <bool wrong>
void run_ballot_in_a_branch() {
    auto out = zeros<unsigned>(32);
    ballot_in_a_branch<wrong><<<1, 32>>>(out.data());
    finish();
}

// case: vote_in_a_branch | shuffle | - | - | warp
template <bool wrong>
__global__ void vote_in_a_branch(int* out) {
    const int x = threadIdx.x;
    int result = 0;
    if (x < 20) result = __all_sync(wrong ? kAllLanes : 0x000fffffu, x < 30);  // finds: shuffle, -
    out[x] = result;
}
template <bool wrong>
void run_vote_in_a_branch() {
    auto out = zeros<int>(32);
    vote_in_a_branch<wrong><<<1, 32>>>(out.data());
    finish();
}

// case: match_in_a_branch | shuffle | - | 4 | warp
template <bool wrong>
__global__ void match_in_a_branch(unsigned* out) {
    const int x = threadIdx.x;
    unsigned result = 0;
    if (x < 20) result = __match_any_sync(wrong ? kAllLanes : 0x000fffffu, x % 5);  // finds: shuffle, -
    out[x] = result;
}
template <bool wrong>
void run_match_in_a_branch() {
    auto out = zeros<unsigned>(32);
    match_in_a_branch<wrong><<<1, 32>>>(out.data());
    finish();
}

// case: reduce_in_a_branch | shuffle | - | 4 | warp
template <bool wrong>
__global__ void reduce_in_a_branch(unsigned* out) {
    const unsigned x = threadIdx.x;
    unsigned result = 0;
    if (x < 20) result = __reduce_add_sync(wrong ? kAllLanes : 0x000fffffu, x);  // finds: shuffle, -
    out[x] = result;
}
template <bool wrong>
void run_reduce_in_a_branch() {
    auto out = zeros<unsigned>(32);
    reduce_in_a_branch<wrong><<<1, 32>>>(out.data());
    finish();
}

}  // namespace corpus
