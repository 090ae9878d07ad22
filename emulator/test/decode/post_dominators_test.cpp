// Immediate post-dominators of small graphs.
#include "emulator/decode/post_dominators.hpp"

#include <doctest/doctest.h>

using namespace simt;
using namespace simt::exec;

namespace {

using Graph = std::vector<std::vector<u32>>;
using Blocks = std::vector<u32>;

}  // namespace

TEST_CASE("both sides of a branch come to the block behind them") {
    CHECK(immediate_post_dominators(Graph{{1, 2}, {3}, {3}, {}}) == Blocks{3, 3, 3, kNoBlock});
}

TEST_CASE("paths that leave at two places meet nowhere") {
    CHECK(immediate_post_dominators(Graph{{1, 2}, {}, {}}) == Blocks{kNoBlock, kNoBlock, kNoBlock});
}

TEST_CASE("all paths of a loop come to the block behind it") {
    CHECK(immediate_post_dominators(Graph{{1}, {2, 3}, {1}, {}}) == Blocks{1, 3, 1, kNoBlock});
}

TEST_CASE("blocks of a loop that nothing leaves have no post-dominator") {
    CHECK(immediate_post_dominators(Graph{{1, 3}, {2}, {1}, {}}) == Blocks{3, kNoBlock, kNoBlock, kNoBlock});
}
