// Three versions of a tree that ends in the clever loop of Kirk and Hwu's exercise 5.12. clever.cu says which is right.
#pragma once

namespace rounds {

constexpr unsigned kSection = 1024;  // elements, and threads of the block

// All three: *sum = the sum of the kSection elements at `in`, by one block of kSection threads. Not all of them are
// right.
void clever(int* sum, const int* in);
void with_volatile(int* sum, const int* in);
void with_syncwarp(int* sum, const int* in);

}  // namespace rounds
