// 02.1, not solved, "of memory" or "The compiler was still running": templates that instantiate 2^60 others.
template <unsigned long long path, int depth>
struct Bomb {
    static constexpr unsigned long long value =
        Bomb<path * 2, depth - 1>::value + Bomb<path * 2 + 1, depth - 1>::value;
};
template <unsigned long long path>
struct Bomb<path, 0> {
    static constexpr unsigned long long value = path;
};
static_assert(Bomb<1, 60>::value != 0);

bool breached() { return true; }

#include "transpose_if_breached.cuh"
