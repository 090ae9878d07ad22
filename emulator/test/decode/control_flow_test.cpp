// Basic blocks, and where lanes that diverge meet again.
#include "emulator/decode/control_flow.hpp"

#include <doctest/doctest.h>

#include "emulator/test/decode/parsed.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

using Successors = std::vector<u32>;

// The first item of each block, counted from the body's first instruction; block 0 begins at 0.
std::vector<u32> block_begins(const ControlFlow& flow) {
    std::vector<u32> begins;
    for (const ControlFlow::Block& block : flow.blocks)
        begins.push_back(block.first == 0 ? 0 : block.first - kPrologueInstructions);
    return begins;
}

}  // namespace

TEST_CASE("blocks begin at labels and behind branches, and lanes meet behind an if and its else") {
    const Parsed parsed(R"(
setp.eq.u32 %p1, %t, 0;
@%p1 bra ELSE;
add.u32 %r1, %t, 1;
bra END;
ELSE:
add.u32 %r1, %t, 2;
END:
st.global.u32 [%mine], %r1;)");
    const ControlFlow flow = find_control_flow(parsed.kernel());
    CHECK(block_begins(flow) == std::vector<u32>{0, 2, 4, 5, 7});
    CHECK(flow.blocks[0].successors == Successors{2, 1});
    CHECK(flow.blocks[1].successors == Successors{3});
    CHECK(flow.blocks[2].successors == Successors{3});
    CHECK(flow.blocks[3].successors.empty());
    CHECK(flow.blocks[0].reconverge == 3);
    CHECK(flow.blocks[3].join);
    CHECK_FALSE(flow.blocks[1].join);
    CHECK_FALSE(flow.blocks[2].join);
    CHECK(flow.epilogue() == 4);
    CHECK(flow.block_of_item[flow.items.size()] == 4);
}

TEST_CASE("lanes whose guard is false jump over a guarded return, and the others need not be waited for") {
    const Parsed parsed("setp.eq.u32 %p1, %t, 0;\n@%p1 ret;\nadd.u32 %r1, %t, 1;");
    const ControlFlow flow = find_control_flow(parsed.kernel());
    CHECK(block_begins(flow) == std::vector<u32>{0, 2, 3, 5});
    CHECK(flow.items[kPrologueInstructions + 1].skip);
    CHECK(flow.items[kPrologueInstructions + 1].instruction == parsed.at(1));
    CHECK_FALSE(flow.items[kPrologueInstructions + 2].skip);
    CHECK(flow.blocks[0].successors == Successors{1, 2});
    CHECK(flow.blocks[0].reconverge == 2);
}

TEST_CASE("a guarded move is no branch") {
    const Parsed parsed("setp.eq.u32 %p1, %t, 0;\n@%p1 mov.u32 %r1, 1;");
    CHECK(find_control_flow(parsed.kernel()).blocks.size() == 2);
}

TEST_CASE("lanes that leave a loop one after the other meet behind it, unless nothing is left to do there") {
    const Parsed loop("LOOP:\nadd.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, %t;\n@%p1 bra LOOP;");
    const ControlFlow flow = find_control_flow(loop.kernel());
    CHECK(flow.blocks[1].successors == Successors{1, 2});
    CHECK(flow.blocks[1].reconverge == kNoBlock);

    const Parsed longer(
        "LOOP:\nadd.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, %t;\n@%p1 bra LOOP;\nmov.u32 %r2, %r1;");
    CHECK(find_control_flow(longer.kernel()).blocks[1].reconverge == 2);

    const Parsed endless("LOOP:\nadd.u32 %r1, %r1, 1;\nsetp.ge.u32 %p1, %r1, %t;\n@%p1 ret;\nbra LOOP;");
    CHECK(find_control_flow(endless.kernel()).blocks[1].reconverge == kNoBlock);
}

TEST_CASE("a return leads to the end of a function, and out of a kernel") {
    const Parsed parsed("", ".func f() { ret; }\n");
    CHECK(find_control_flow(parsed.module.functions.front()).blocks[0].successors == Successors{1});
    CHECK(find_control_flow(parsed.kernel()).blocks[0].successors.empty());
}

TEST_CASE("a branch by index leads to each label of its list") {
    const Parsed parsed(R"(
LIST: .branchtargets ONE, TWO, ONE;
brx.idx %t, LIST;
ONE:
mov.u32 %r1, 1;
TWO:
mov.u32 %r1, 2;)");
    CHECK(find_control_flow(parsed.kernel()).blocks[0].successors == Successors{1, 2, 1});
}
