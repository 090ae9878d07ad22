// Exercise 03.7: what do the rounds of two reductions cost, and what does it change to halve the threads? Write a number in
// place of each -1, then: make check EX=03.7
#include "exercises/03-reduction/7-predict-the-rounds/predictions.hpp"

// your work begins
namespace predicted {

// A block of 1024 threads reduces 1024 elements in rounds 1 to 10. How many of its 32 warps diverge in this round?
const int simple_round_1 = -1;
const int simple_round_5 = -1;
const int simple_round_6 = -1;
const int improved_round_1 = -1;
const int improved_round_5 = -1;
const int improved_round_6 = -1;

// Both kernels without the threads that never add. How many threads has the block, and how many warps diverge in this round?
const int threads_halved = -1;
const int simple_halved_round_1 = -1;
const int simple_halved_round_5 = -1;
const int improved_halved_round_6 = -1;

// Additions of elements that the block does in all ten rounds, and barriers, one for each warp and round: with 1024 threads, and
// with half of them. The first two are the same for both kernels, and so are the others.
const int additions = -1;
const int additions_halved = -1;
const int barriers = -1;
const int barriers_halved = -1;

// Before the first round each thread computes t, the index of the element to which it adds. How many more multiplications, shifts
// and additions does that take with half of the threads?
const int extra_operations_simple = -1;
const int extra_operations_improved = -1;

}  // namespace predicted
// your work ends
