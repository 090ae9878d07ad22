// The roof: relaxations alone, on values that never leave the registers. roof.cuh has the kernel.
#pragma once

#include <cstddef>

namespace roof {

constexpr int kRows = 16;  // a thread keeps kRows × kCols minima
constexpr int kCols = 8;
constexpr int kSecondRows = 4;  // of which the first four rows serve as second lengths, two at a time
constexpr int kThreads = 128;
constexpr int kResident = 2;
constexpr int kWords = kRows * kCols;  // in memory: what best begins with
constexpr double kRelaxationsARound = 1.0 * kSecondRows * kRows * kCols;

// A form of forms.cuh, compiled.
struct Form {
    int results_in_a_word;
    // words: kWords of them on the device, 4 bytes each, lengths of any kind; they stay as they are. cycles: of each block, unless it
    // is nullptr.
    void (*relax)(void* words, int rounds, long long* cycles);
};
extern const Form kTernary, kFminf, kThreeInput, kAddMin, kAddPairs, kAddMin16;

int resident_blocks();

// Rounds of each thread for about as many relaxations as n × n × n.
int rounds_for(std::size_t n);

// What relax() does with that many rounds; `in_a_word`: 2 for pairs.
double relaxations(int rounds, int in_a_word = 1);

}  // namespace roof
