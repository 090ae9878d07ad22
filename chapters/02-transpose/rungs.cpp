// See rungs.hpp. Each rung is a file of its own, compiled once; here they are declared and listed, in the order in which the
// lesson climbs them.
#include "chapters/02-transpose/rungs.hpp"

#include "common/ladder/named.hpp"

namespace copy {
void copy(float* out, const float* in, std::size_t rows, std::size_t cols);
}
namespace naive {
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols);
}
namespace coalesced {
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols);
}
namespace bank_conflict_free {
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols);
}
namespace register_blocked {
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols);
}
namespace swizzled {
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols);
}
namespace shifted {
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols);
}
namespace thin {
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols);
}

namespace loops {
void copy(float* out, const float* in, std::size_t rows, std::size_t cols, int repeats);
void naive(float* out, const float* in, std::size_t rows, std::size_t cols, int repeats);
void coalesced(float* out, const float* in, std::size_t rows, std::size_t cols, int repeats);
void bank_conflict_free(float* out, const float* in, std::size_t rows, std::size_t cols, int repeats);
}  // namespace loops

namespace rungs {

const std::vector<Rung> kAll = {
    {"copy", copy::copy, true, loops::copy},
    {"naive", naive::transpose, false, loops::naive},
    {"coalesced", coalesced::transpose, false, loops::coalesced},
    {"bank_conflict_free", bank_conflict_free::transpose, false, loops::bank_conflict_free},
    {"register_blocked", register_blocked::transpose},
    {"swizzled", swizzled::transpose},
    {"shifted", shifted::transpose},
    {"thin", thin::transpose},
};

Rung named(const std::string& name) { return ladder::named(name, kAll); }

}  // namespace rungs
