// See seed.hpp.
#include "common/grading/seed.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>

#include "common/grading/device.hpp"

namespace grading {
namespace {

std::uint64_t read_seed() {
    const char* const text = std::getenv("EXERCISE_SEED");
    if (!text) return 0;
    const std::string_view word = text;
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), seed);
    if (error == std::errc{} && end == word.data() + word.size()) return seed;
    std::fprintf(stderr,
                 "Nothing was graded: EXERCISE_SEED is '%s'. It should be a number from 0 to 2^64 - 1.\n",
                 text);
    _exit(kWrongDevice);
}

const std::uint64_t run_seed = read_seed();

// FNV-1a: unlike std::hash it is the same everywhere.
std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
}

bool is_prime(std::size_t number) {
    for (std::size_t factor = 2; factor * factor <= number; ++factor)
        if (number % factor == 0) return false;
    return number > 1;
}

}  // namespace

std::uint64_t seed() { return run_seed; }

std::string seed_note() { return run_seed == 0 ? "" : " (seed " + std::to_string(run_seed) + ")"; }

std::uint64_t data_seed(std::uint64_t of) {
    if (run_seed == 0) return of;
    std::seed_seq both{of >> 32, of & 0xffffffff, run_seed >> 32, run_seed & 0xffffffff};
    return std::mt19937_64(both)();
}

Draw::Draw(std::string_view what) : random_(data_seed(hash_of(what))) {}

// Not by a distribution of the standard library, whose numbers differ from library to library.
std::size_t Draw::number(std::size_t lowest, std::size_t highest) {
    return lowest + random_() % (highest - lowest + 1);
}

std::size_t Draw::size(std::size_t highest, std::size_t tile) {
    const std::size_t any = number(1, highest), whole = (any + tile - 1) / tile * tile;
    std::size_t prime = any;
    while (prime > 2 && !is_prime(prime)) --prime;
    const std::size_t choices[] = {whole + 1, whole - 1, prime, any};
    return std::clamp<std::size_t>(choices[number(0, 3)], 1, highest);
}

}  // namespace grading
