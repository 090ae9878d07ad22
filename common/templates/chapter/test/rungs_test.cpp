// Every rung at every awkward size: each element right, none unwritten.
#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

#include "chapters/NN-name/ladder.hpp"
#include "common/cuda/buffer.hpp"
#include "common/ladder/random_input.hpp"
#include "common/testing/compare.hpp"

TEST_CASE("every rung is right at every size") {
    for (const rungs::Rung& rung : rungs::kAll) {
        for (const std::size_t n : {0, 1, 31, 32, 33, 255, 256, 257, 10'007}) {
            CAPTURE(rung.name);
            CAPTURE(n);
            std::vector<float> in(n), expected(n);
            ladder::fill_random(in.data(), n, n, -1, 1);
            for (std::size_t i = 0; i < n; ++i) expected[i] = 2 * in[i];
            const gpu::Buffer<float> device_in(in);
            gpu::Buffer<float> out(n);
            out.fill_bytes(testing::kPoisonByte);
            rung.run(out.data(), device_in.data(), n);
            testing::Rules rules;
            rules.poisoned = true;
            CHECK(testing::compare(out.to_host(), expected, rules));
        }
    }
}
