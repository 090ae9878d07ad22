// Sizes and data that differ from seed to seed. An answer can know the sizes in its check.cpp, so each test adds some that are drawn.
//
// EXERCISE_SEED, a number of 64 bits, is the seed of a run; `make check EX=02.1 SEED=17` sets it. Without it the seed is 0: the
// data are the ones that the pages show, and the drawn sizes are the same in every run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>

#include "common/ladder/random_input.hpp"

namespace grading {

std::uint64_t seed();

// " (seed 17)"; "" for seed 0.
std::string seed_note();

// The seed of random data: `of` itself where the run's seed is 0, else a number made of both.
std::uint64_t data_seed(std::uint64_t of);

// ladder::fill_random with such a seed.
template <class Element>
void fill_random(Element* values, std::size_t count, std::uint64_t of, Element lowest, Element highest) {
    ladder::fill_random(values, count, data_seed(of), lowest, highest);
}

// Numbers drawn from the run's seed. `what` tells draws apart: what one test draws does not depend on the tests before it.
class Draw {
  public:
    explicit Draw(std::string_view what);

    // One of lowest … highest.
    std::size_t number(std::size_t lowest, std::size_t highest);

    // One of 1 … highest, mostly an awkward one: beside a multiple of `tile`, or a prime.
    std::size_t size(std::size_t highest, std::size_t tile = 32);

  private:
    std::mt19937_64 random_;
};

}  // namespace grading
