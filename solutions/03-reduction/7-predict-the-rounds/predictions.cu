// Solution of exercise 03.7.
#include "exercises/03-reduction/7-predict-the-rounds/predictions.hpp"

namespace predicted {

// A block of 1024 threads reduces 1024 elements in rounds 1 to 10. How many of its 32 warps diverge in this round?
const int simple_round_1 = 32;   // t % 2 == 0: the even lanes of each warp
const int simple_round_5 = 32;   // t % 32 == 0: lane 0 of each warp
const int simple_round_6 = 16;   // t % 64 == 0: lane 0 of every second warp; the others agree
const int improved_round_1 = 0;  // t < 512: warps 0 to 15
const int improved_round_5 = 0;  // t < 32: warp 0 as a whole
const int improved_round_6 = 1;  // t < 16: half of warp 0

// Both kernels without the threads that never add. How many threads has the block, and how many warps diverge in this round?
const int threads_halved = 512;
const int simple_halved_round_1 = 0;    // 2 * t is always even: every thread adds
const int simple_halved_round_5 = 16;   // 2 * t % 32 == 0: lanes 0 and 16 of each of 16 warps
const int improved_halved_round_6 = 1;  // t < 16, as before

// Additions of elements that the block does in all ten rounds, and barriers, one for each warp and round: with 1024 threads, and
// with half of them. The first two are the same for both kernels, and so are the others.
const int additions = 1023;  // 512 + 256 + ... + 1: each addition makes two values one
const int additions_halved = 1023;
const int barriers = 320;  // 32 warps, 10 rounds
const int barriers_halved = 160;

// Before the first round each thread computes t, the index of the element to which it adds. How many more multiplications, shifts
// and additions does that take with half of the threads?
const int extra_operations_simple = 1;    // 2 * t
const int extra_operations_improved = 0;  // t; only the loop begins with another constant

}  // namespace predicted
