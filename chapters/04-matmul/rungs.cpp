// See rungs.hpp. Each rung is a file of its own, compiled once; here they are declared and listed, in the order in which the
// lesson climbs them.
#include "chapters/04-matmul/rungs.hpp"

#include "common/ladder/named.hpp"

namespace naive {
void multiply(const Gemm& gemm);
}
namespace coalesced {
void multiply(const Gemm& gemm);
}
namespace one_by_two {
void multiply(const Gemm& gemm);
}
namespace one_by_four {
void multiply(const Gemm& gemm);
}
namespace shared_memory {
void multiply(const Gemm& gemm);
}
namespace transposed_tile {
void multiply(const Gemm& gemm);
}
namespace bank_conflict_free {
void multiply(const Gemm& gemm);
}
namespace column_per_thread {
void multiply(const Gemm& gemm);
}
namespace round_robin {
void multiply(const Gemm& gemm);
}
namespace wide_tile {
void multiply(const Gemm& gemm);
}
namespace register_blocked {
void multiply(const Gemm& gemm);
}
namespace vectorised {
void multiply(const Gemm& gemm);
}
namespace double_buffered {
void multiply(const Gemm& gemm);
}
namespace warp_tiled {
void multiply(const Gemm& gemm);
}
namespace divided_k {
void multiply(const Gemm& gemm);
}

namespace rungs {

const std::vector<Rung> kAll = {
    {"naive", naive::multiply},
    {"coalesced", coalesced::multiply},
    {"one_by_two", one_by_two::multiply},
    {"one_by_four", one_by_four::multiply},
    {"shared_memory", shared_memory::multiply},
    {"transposed_tile", transposed_tile::multiply},
    {"bank_conflict_free", bank_conflict_free::multiply},
    {"column_per_thread", column_per_thread::multiply},
    {"round_robin", round_robin::multiply},
    {"wide_tile", wide_tile::multiply},
    {"register_blocked", register_blocked::multiply},
    {"vectorised", vectorised::multiply},
    {"double_buffered", double_buffered::multiply},
    {"warp_tiled", warp_tiled::multiply},
    {"divided_k", divided_k::multiply},
};

Rung named(const std::string& name) { return ladder::named(name, kAll); }

}  // namespace rungs
