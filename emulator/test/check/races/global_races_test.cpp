// Races in global memory: each fault beside a kernel that looks alike and is right.
#include <doctest/doctest.h>

#include "emulator/test/support/races.hpp"

using namespace simt;
using namespace simt::exec;
using namespace simt::check;

namespace {

// Thread t of the block writes word t, then, behind `between`, reads that of thread t + distance.
std::string neighbour(const std::string& between, u32 distance) {
    return "mov.u32 %r1, %t;\n" + kWord + "st.global.u32 [%rd1], %t;\n" + between + "\nadd.u32 %r1, %t, " +
           std::to_string(distance) + ";\nrem.u32 %r1, %r1, %size;\n" + kWord + "ld.global.u32 %r2, [%rd1];";
}

}  // namespace

TEST_CASE("each thread its own word, and words that all only read, are no races") {
    CHECK(
        is_clean("ld.global.u32 %r1, [%in];\nld.global.u32 %r2, [%mine];\nadd.u32 %r1, %r1, %r2;\n"
                 "st.global.u32 [%mine], %r1;\nld.global.u32 %r1, [%mine];\nst.global.u32 [%mine], 3;"));
}

TEST_CASE("two blocks write one word: the second to come names the first") {
    // Block b writes words 64 b to 64 b + 64: one more than it should.
    const std::string body =
        "st.global.u32 [%mine], %g;\nadd.u32 %r2, %g, 1000;\nsetp.eq.u32 %p1, %t, 63;\n"
        "@%p1 st.global.u32 [%mine+4], %r2;";
    for (const int threads : {1, 2, 4}) {
        const auto found = global_races(body, {.grid = {4}, .block = {64}, .threads = threads});
        REQUIRE(found.size() == 1);
        CHECK(found[0].access.block == Dim3{1, 0, 0});
        CHECK(found[0].access.thread == Dim3{0, 0, 0});
        CHECK(found[0].access.write);
        CHECK(found[0].access.site.ptx_line == kBodyLine);
        CHECK(found[0].other.block == Dim3{0, 0, 0});
        CHECK(found[0].other.thread == Dim3{63, 0, 0});
        CHECK(found[0].other.write);
        CHECK(found[0].other.site.ptx_line == kBodyLine + 3);
        CHECK(found[0].offset == 256);
        CHECK(found[0].width == 4);
        CHECK(found[0].times == 3);
        CHECK_FALSE(found[0].fatal);
    }
    CHECK(
        is_clean("st.global.u32 [%mine], %g;\nadd.u32 %r2, %g, 1000;\nsetp.eq.u32 %p1, %t, 62;\n"
                 "@%p1 st.global.u32 [%mine], %r2;"));
}

TEST_CASE("several threads store the same value to one word: no report, a flag that all raise is right") {
    CHECK(is_clean("st.global.u32 [%out], 1;"));
    CHECK(is_race("st.global.u32 [%out], %block;"));
    CHECK(is_race("st.global.u32 [%out], %t;", kOneWarp));
    CHECK(is_race("st.global.u32 [%out], %t;", kOneBlock));
    CHECK(is_clean("st.global.u32 [%out], 1;", kOneBlock));
    CHECK(is_race("shr.u32 %r1, %t, 5;\nst.global.u32 [%out], %r1;", kOneBlock));
    // One of the words is another.
    CHECK(is_race("st.global.v2.u32 [%out], {%n, %block};"));
    CHECK(is_clean("st.global.v2.u32 [%out], {%n, %n};"));
}

TEST_CASE("a block reads what another writes") {
    const auto found = global_races(
        "setp.eq.u32 %p1, %g, 128;\n@%p1 st.global.u32 [%out], 7;\nsetp.lt.u32 %p2, %g, 64;\n"
        "@%p2 ld.global.u32 %r2, [%out];");
    REQUIRE(found.size() == 1);
    CHECK(found[0].access.block == Dim3{2, 0, 0});
    CHECK(found[0].access.write);
    CHECK_FALSE(found[0].other.write);
    CHECK(found[0].other.block == Dim3{0, 0, 0});
    // A barrier reaches no other block.
    CHECK(is_race(
        "setp.eq.u32 %p1, %g, 0;\n@%p1 st.global.u32 [%out], 7;\nbar.sync 0;\nld.global.u32 %r2, [%out];"));
    CHECK(is_clean(
        "setp.eq.u32 %p1, %g, 0;\n@%p1 st.global.u32 [%out], 7;\nbar.sync 0;\nld.global.u32 %r2, [%in];"));
}

TEST_CASE("within a block, a barrier orders; within a warp, __syncwarp does") {
    CHECK(is_race(neighbour("", 32), kOneBlock));
    CHECK(is_clean(neighbour("bar.sync 0;", 32), kOneBlock));
    CHECK(is_race(neighbour("membar.gl;", 32), kOneBlock));
    CHECK(is_race(neighbour("bar.warp.sync -1;", 32), kOneBlock));
    CHECK(is_race(neighbour("", 1), kOneWarp));
    CHECK(is_clean(neighbour("", 0), kOneWarp));
    CHECK(is_clean(neighbour("bar.warp.sync -1;", 1), kOneWarp));
    CHECK(is_clean(neighbour("bar.sync 0;", 1), kOneWarp));
    const auto found = global_races(neighbour("", 32), kOneBlock);
    REQUIRE(found.size() == 2);  // warp 0 reads too early, warp 1 without having waited
    CHECK(found[0].access.block == found[0].other.block);
}

TEST_CASE("a read before a write needs a barrier too, whoever of several readers it is") {
    const std::string read_all = "ld.global.u32 %r2, [%out];\n";
    const std::string write = "setp.eq.u32 %p1, %t, 33;\n@%p1 st.global.u32 [%out], 5;";
    CHECK(is_race(read_all + write, kOneBlock));
    CHECK(is_clean(read_all + "bar.sync 0;\n" + write, kOneBlock));
    CHECK(is_race(read_all + "bar.warp.sync -1;\n" + write, kOneBlock));
    CHECK(is_race(read_all + "setp.eq.u32 %p1, %t, 0;\n@%p1 st.global.u32 [%out], 5;", kOneWarp));
    CHECK(is_clean(read_all + "bar.warp.sync -1;\nsetp.eq.u32 %p1, %t, 0;\n@%p1 st.global.u32 [%out], 5;",
                   kOneWarp));
}

TEST_CASE("a named barrier orders those who take part, bar.arrive those who do not wait") {
    const std::string write = "setp.eq.u32 %p1, %t, 0;\n@%p1 st.global.u32 [%out], 5;\n";
    const std::string read = "setp.eq.u32 %p2, %t, 40;\n@%p2 ld.global.u32 %r2, [%out];\n";
    const Setup three{.grid = {1}, .block = {96}};
    CHECK(is_clean(write + "setp.lt.u32 %p3, %t, 64;\n@%p3 bar.sync 1, 64;\n" + read, three));
    CHECK(is_race(write + "setp.ge.u32 %p3, %t, 32;\n@%p3 bar.sync 1, 64;\n" + read, three));
    const std::string producer = "setp.lt.u32 %p3, %t, 32;\n@%p3 bar.arrive 1, 64;\n@!%p3 bar.sync 1, 64;\n";
    CHECK(is_clean(write + producer + read, kOneBlock));
    CHECK(is_race(
        "setp.lt.u32 %p3, %t, 32;\n@%p3 bar.arrive 1, 64;\n" + write + "@!%p3 bar.sync 1, 64;\n" + read,
        kOneBlock));
}

TEST_CASE("atomics race with what is not atomic, not with each other") {
    const std::string count = "red.global.add.u32 [%out], 1;\n";
    CHECK(is_clean(count));
    CHECK(is_clean(count, kOneBlock));
    CHECK(is_clean("atom.global.add.u32 %r1, [%out], 1;\n"));
    CHECK(is_race(count + "ld.global.u32 %r1, [%out];"));
    CHECK(is_race(count + "ld.global.u32 %r1, [%out];", kOneWarp));
    CHECK(is_race(count + "ld.global.u32 %r1, [%out];", kOneBlock));
    CHECK(is_clean(count + "bar.sync 0;\nld.global.u32 %r1, [%out];", kOneBlock));
    CHECK(is_clean(count + "bar.warp.sync -1;\nld.global.u32 %r1, [%out];", kOneWarp));
    CHECK(is_clean(count + "ld.volatile.global.u32 %r1, [%out];"));
    // Block 0 clears the counter in the launch that counts.
    const std::string clear = "setp.eq.u32 %p1, %g, 0;\n@%p1 st.global.u32 [%out], 0;\nbar.sync 0;\n";
    CHECK(is_race(clear + count));
    CHECK(is_clean(clear + count, kOneBlock));
    const auto found = global_races(clear + count);
    REQUIRE(found.size() == 1);
    CHECK(found[0].access.atomic);
    CHECK_FALSE(found[0].other.atomic);
    CHECK(found[0].other.write);
}

TEST_CASE("an atomic within the block is no atomic to other blocks") {
    CHECK(is_race("red.relaxed.cta.global.add.u32 [%out], 1;"));
    CHECK(is_clean("red.relaxed.gpu.global.add.u32 [%out], 1;"));
    CHECK(is_clean("red.relaxed.cta.global.add.u32 [%out], 1;", kOneBlock));
    CHECK(
        is_race("setp.eq.u32 %p1, %block, 1;\n@%p1 red.relaxed.cta.global.add.u32 [%out], 1;\n"
                "@!%p1 red.relaxed.gpu.global.add.u32 [%out], 1;"));
}

TEST_CASE("reports are the same for any number of host threads") {
    const std::string body = "shr.u32 %r1, %g, 1;\n" + kWord +
                             "st.global.u32 [%rd1], %g;\n"
                             "xor.b32 %r1, %r1, 40;\n" +
                             kWord + "ld.global.u32 %r2, [%rd1];";
    const auto one = global_races(body, {.grid = {40}, .block = {48}});
    REQUIRE(one.size() > 1);
    for (const int threads : {2, 3, 8}) {
        const auto more = global_races(body, {.grid = {40}, .block = {48}, .threads = threads});
        REQUIRE(more.size() == one.size());
        for (std::size_t k = 0; k < one.size(); ++k) {
            CHECK(more[k].address - more[k].offset == one[k].address - one[k].offset);
            CHECK(more[k].offset == one[k].offset);
            CHECK(more[k].times == one[k].times);
            CHECK(more[k].access.block == one[k].access.block);
            CHECK(more[k].access.thread == one[k].access.thread);
            CHECK(more[k].other.block == one[k].other.block);
            CHECK(more[k].other.thread == one[k].other.thread);
        }
    }
}

TEST_CASE("without checks nothing is looked for") {
    CHECK(is_clean("st.global.u32 [%out], %block;", {.grid = {4}, .block = {64}, .checks = false}));
}

TEST_CASE("the first guess of a compare-and-swap loop is no race; the same load without the loop is one") {
    const std::string loop = R"(
mov.u64 %rd1, %out;
ld.global.u32 %r1, [%rd1];
LOOP:
mov.u32 %r2, %r1;
add.u32 %r3, %r2, 1;
atom.global.cas.b32 %r1, [%rd1], %r2, %r3;
setp.ne.u32 %p0, %r1, %r2;
@%p0 bra LOOP;
)";
    CHECK(is_clean(loop));
    CHECK(is_race(
        "ld.global.u32 %r1, [%out];\natom.global.add.u32 %r2, [%out], 1;\nst.global.u32 [%mine+1024], %r1;"));
}

TEST_CASE("the thread of a race is the one that accessed") {
    // Thread 37 reads what thread 5 wrote; the others of its warp read something else.
    const auto found = global_races(
        "setp.ne.u32 %p1, %t, 5;\n@!%p1 st.global.u32 [%out], 7;\nsetp.ne.u32 %p2, %t, 37;\n"
        "@!%p2 ld.global.u32 %r1, [%out];",
        kOneBlock);
    REQUIRE(found.size() == 1);
    CHECK(found[0].access.thread == Dim3{37, 0, 0});
    CHECK(found[0].other.thread == Dim3{5, 0, 0});
}

TEST_CASE(
    "an update in two steps loses what others store in between, also where both are volatile or relaxed") {
    // Each thread adds one to a word of its own, or to one of all.
    const auto add = [](const std::string& order, const std::string& place) {
        return "ld." + order + ".global.u32 %r1, [" + place + "];\nadd.u32 %r2, %r1, 1;\nst." + order +
               ".global.u32 [" + place + "], %r2;\n";
    };
    const Setup one_thread_each{.grid = {2}, .block = {1}};
    for (const char* order : {"volatile", "relaxed.gpu"}) {
        CAPTURE(order);
        CHECK(is_race(add(order, "%out")));
        CHECK(is_race(add(order, "%out"), kOneBlock));
        CHECK(is_race(add(order, "%out"), kOneWarp));
        CHECK(is_race(add(order, "%out"), one_thread_each));
        CHECK(is_clean(add(order, "%mine")));
        CHECK(is_clean(add(order, "%out"), {.grid = {1}, .block = {1}}));
    }
    const auto found = global_races(add("volatile", "%out"), one_thread_each);
    REQUIRE(found.size() == 1);
    CHECK(found[0].access.update);
    CHECK(found[0].other.update);
    CHECK_FALSE(found[0].access.atomic);
    // What another thread adds by an atomic is lost too.
    CHECK(is_race("setp.eq.u32 %p1, %block, 0;\n@%p1 bra ATOMIC;\n" + add("volatile", "%out") +
                      "bra DONE;\nATOMIC:\nred.global.add.u32 [%out], 1;\nDONE:",
                  one_thread_each));
    // What does not depend on the load is no update: a flag that is looked at, then raised; nor is what a barrier keeps apart.
    CHECK(
        is_clean("ld.volatile.global.u32 %r1, [%out];\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra DONE;\n"
                 "st.volatile.global.u32 [%out], %t;\nDONE:"));
    CHECK(is_clean("setp.eq.u32 %p1, %t, 0;\n@!%p1 bra MEET;\n" + add("volatile", "%out") +
                       "MEET:\nbar.sync 0;\nsetp.eq.u32 %p1, %t, 40;\n@!%p1 bra DONE;\n" +
                       add("volatile", "%out") + "DONE:",
                   kOneBlock));
}

TEST_CASE("who has waited for its turn at a place may update it in two steps") {
    const auto turns = [](const std::string& branch) {
        return kThread0 + "SPIN:\nld.volatile.global.u32 %r1, [%in];\nsetp.ne.u32 %p1, %r1, %block;\n" +
               branch +
               "\nld.volatile.global.u32 %r2, [%in];\nadd.u32 %r2, %r2, 1;\n"
               "st.volatile.global.u32 [%in], %r2;\nDONE:";
    };
    CHECK(is_clean(turns("@%p1 bra SPIN;")));
    CHECK(is_race(turns("@%p1 bra DONE;")));
    // Under a lock whose fences order the updates; without them they are lost as any other value.
    const auto locked = [](const std::string& fence) {
        return kThread0 +
               "LOCK:\natom.global.cas.b32 %r1, [%in], 0, 1;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra LOCK;\n"
               "ld.volatile.global.u32 %r2, [%out];\nadd.u32 %r2, %r2, 1;\nst.volatile.global.u32 [%out], "
               "%r2;\n" +
               fence + "atom.global.exch.b32 %r3, [%in], 0;\nDONE:";
    };
    CHECK(is_clean(locked("membar.gl;\n")));
    CHECK(is_race(locked("")));
}
