// See rungs.hpp. Each rung is a file of its own, compiled once.
#include "chapters/05-shortcuts/integers/rungs.hpp"

namespace integers {

namespace naive {
void shortcuts(std::int32_t* r, const std::int32_t* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace naive
namespace add_and_minimum {
void shortcuts(std::int32_t* r, const std::int32_t* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace add_and_minimum
namespace three_input_minimum {
void shortcuts(std::int32_t* r, const std::int32_t* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace three_input_minimum
namespace pairs_of_16_bits {
void shortcuts(std::int32_t* r, const std::int32_t* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace pairs_of_16_bits

const std::vector<Rung> kAll = {
    {"naive", naive::shortcuts, naive::scratch_bytes},
    {"add_and_minimum", add_and_minimum::shortcuts, add_and_minimum::scratch_bytes},
    {"three_input_minimum", three_input_minimum::shortcuts, three_input_minimum::scratch_bytes},
    {"pairs_of_16_bits", pairs_of_16_bits::shortcuts, pairs_of_16_bits::scratch_bytes},
};

}  // namespace integers
