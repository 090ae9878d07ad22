// The rungs, in the order of the lesson. Each rung is a file N_name.cu, compiled once. Here it is declared and has
// its row: number, name, idea, function. The program, the tests and the slides read these rows. See ladder.hpp.
#include "chapters/NN-name/ladder.hpp"

namespace naive {
void twice(float* out, const float* in, std::size_t n);
}

namespace rungs {

const std::vector<Rung> kAll = {
    {1, "naive", "A thread for each element.", naive::twice},
};

}  // namespace rungs
