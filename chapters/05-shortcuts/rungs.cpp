// See rungs.hpp. Each rung is a file of its own, compiled once; here they are declared and listed, in the order in which the
// lesson climbs them.
#include "chapters/05-shortcuts/rungs.hpp"

#include "common/ladder/named.hpp"

namespace naive {
void shortcuts(float* r, const float* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace naive
namespace coalesced {
void shortcuts(float* r, const float* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace coalesced
namespace register_blocked {
void shortcuts(float* r, const float* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace register_blocked
namespace shared_memory {
void shortcuts(float* r, const float* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace shared_memory
namespace bank_conflict_free {
void shortcuts(float* r, const float* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace bank_conflict_free
namespace double_buffered {
void shortcuts(float* r, const float* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace double_buffered
namespace warp_tiled {
void shortcuts(float* r, const float* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace warp_tiled
namespace three_input_minimum {
void shortcuts(float* r, const float* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace three_input_minimum
namespace enough_blocks {
void shortcuts(float* r, const float* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace enough_blocks

namespace rungs {

const std::vector<Rung> kAll = {
    {"naive", naive::shortcuts, naive::scratch_bytes},
    {"coalesced", coalesced::shortcuts, coalesced::scratch_bytes},
    {"register_blocked", register_blocked::shortcuts, register_blocked::scratch_bytes},
    {"shared_memory", shared_memory::shortcuts, shared_memory::scratch_bytes},
    {"bank_conflict_free", bank_conflict_free::shortcuts, bank_conflict_free::scratch_bytes},
    {"double_buffered", double_buffered::shortcuts, double_buffered::scratch_bytes},
    {"warp_tiled", warp_tiled::shortcuts, warp_tiled::scratch_bytes},
    {"three_input_minimum", three_input_minimum::shortcuts, three_input_minimum::scratch_bytes},
    {"enough_blocks", enough_blocks::shortcuts, enough_blocks::scratch_bytes},
};

Rung named(const std::string& name) { return ladder::named(name, kAll); }

}  // namespace rungs
