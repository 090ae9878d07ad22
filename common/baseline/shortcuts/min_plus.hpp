// The operation of shortest paths: where products of matrices multiply, two lengths are added; where they add, the
// shorter path is kept. With it the kernels of common/baseline/multiply/kernel.hpp compute r[i][j] = min over k of
// d[i][k] + d[k][j].
#pragma once

#include <limits>

#include "common/baseline/multiply/kernels.hpp"

namespace baseline::shortcuts {
namespace {

struct MinPlus {
    static constexpr float kStart = std::numeric_limits<float>::infinity();

    // region: operations
    // Compiles to one vector instruction, which also returns `best` where neither is smaller. std::min does not take vectors.
    template <class Value>
    [[gnu::always_inline]] static void keep_smaller(Value& best, const Value& way) {
        best = way < best ? way : best;
    }
    template <class Vector>
    [[gnu::always_inline]] static void step(Vector& best, float first_leg, const Vector& second_leg) {
        const Vector way = first_leg + second_leg;
        keep_smaller(best, way);
    }
    // end region
    template <class Vector>
    [[gnu::always_inline]] static void step(Vector& best, const Vector& first_leg, const Vector& second_leg) {
        const Vector way = first_leg + second_leg;
        keep_smaller(best, way);
    }
    // beta = 1 keeps the results of earlier ks, beta = 0 overwrites them; there is no factor alpha.
    template <class Value>
    [[gnu::always_inline]] static void finish(const multiply::Tile&, Value&) {}
    template <class Value>
    [[gnu::always_inline]] static void add_to(const multiply::Tile&, Value& best, const Value& before) {
        keep_smaller(best, before);
    }
};

}  // namespace
}  // namespace baseline::shortcuts
