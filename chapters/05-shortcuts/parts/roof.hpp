// The roof: only relaxations, on values that never leave the registers. roof.cuh has the kernel.
#pragma once

#include <cstddef>

namespace roof {

constexpr int kRows = 16;  // a thread keeps kRows × kCols minima
constexpr int kCols = 8;
constexpr int kSecondRows = 4;  // the first four rows serve as second lengths, two at a time
constexpr int kThreads = 128;
constexpr int kResident = 2;
constexpr int kWords = kRows * kCols;  // in memory: the initial minima
constexpr double kRelaxationsARound = 1.0 * kSecondRows * kRows * kCols;

// One of the forms in forms.cuh, compiled.
struct Form {
    int results_in_a_word;
    // words: kWords words of 4 bytes on the device, lengths of any kind; they are not changed. cycles: of each block,
    // unless it is nullptr.
    void (*relax)(void* words, int rounds, long long* cycles);
};
extern const Form kTernary, kFminf, kThreeInput, kAddMin, kAddPairs, kAddMin16;

int resident_blocks();

// The rounds of each thread for about n × n × n relaxations.
int rounds_for(std::size_t n);

// The number of relaxations that relax() does in that many rounds; `in_a_word`: 2 for pairs.
double relaxations(int rounds, int in_a_word = 1);

}  // namespace roof
