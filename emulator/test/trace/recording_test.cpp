// The trace of a launch whose blocks run on several host threads: the file is the one that a single host thread writes.
#include <doctest/doctest.h>

#include <sstream>
#include <string>
#include <vector>

#include "emulator/test/support/run_ptx.hpp"
#include "emulator/trace/reader.hpp"
#include "emulator/trace/writer.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

struct Recorded {
    std::string file;
    exec::Launch launch;
};

Recorded recorded(const std::string& body, Setup setup, int threads, const trace::Selection& selection,
                  u64 limit = 0) {
    std::ostringstream out;
    trace::Writer writer(out, limit);
    const TraceOptions options{&writer, selection};
    setup.trace = &options;
    setup.threads = threads;
    exec::Launch launch = run(body, setup).launch;
    writer.end();
    std::string file = out.str();
    const std::size_t number = file.find("launch ") + 7;  // the launch's, which grows from run to run
    file.erase(number, file.find(' ', number) - number);
    return {file, launch};
}

// The first blocks run longest, and write other lines than the later ones: line 10 and `out` in all of them, line 11 and `in` from block
// 3 on.
const std::string kUneven = R"(
    .loc 1 10 1
    sub.u32 %r1, 12, %block;
    mul.lo.u32 %r1, %r1, %n;
    setp.lt.u32 %p1, %block, 3;
    LOOP:
    st.global.u32 [%mine], %t;
    @%p1 bra NEXT;
    .loc 1 11 1
    ld.global.u32 %r2, [%in];
    NEXT:
    .loc 1 10 1
    sub.u32 %r1, %r1, 1;
    setp.ne.u32 %p2, %r1, 0;
    @%p2 bra LOOP;)";

Setup uneven(u32 rounds) {
    return {.grid = {12}, .block = {64}, .in = {1}, .n = rounds, .declarations = ".file 1 \"k.cu\"\n"};
}

// The block of each access.
std::vector<u64> blocks_of(std::string file) {
    std::istringstream in(file.insert(file.find("launch ") + 7, "1"));
    const trace::Trace trace = trace::read(in);
    std::vector<u64> blocks;
    for (const trace::Access& access : trace.launches.at(0).accesses) blocks.push_back(access.block);
    return blocks;
}

const trace::Selection kAll{.all = true}, kEverySecond{.all = true, .every = 2};

// Not CHECK(a == b), which would print megabytes.
void check_same(const std::string& found, const std::string& expected) {
    const bool same = found == expected;
    CHECK(same);
}

}  // namespace

TEST_CASE("a trace is the same for any number of host threads") {
    for (const trace::Selection& selection : {kAll, kEverySecond, trace::Selection{.block = {7, 0, 0}}}) {
        const std::string alone = recorded(kUneven, uneven(40), 1, selection).file;
        for (const int threads : {2, 5, 16}) {
            CAPTURE(threads);
            check_same(recorded(kUneven, uneven(40), threads, selection).file, alone);
        }
    }
}

TEST_CASE("a trace is cut at the same access for any number of host threads") {
    for (const u64 limit : {1, 100, 2000, 10'000}) {
        CAPTURE(limit);
        const std::string alone = recorded(kUneven, uneven(40), 1, kAll, limit).file;
        check_same(recorded(kUneven, uneven(40), 5, kAll, limit).file, alone);
    }
}

TEST_CASE("a trace holds no block behind the one that ended the launch, for any number of host threads") {
    // Block 3 writes out of bounds at its end, when later blocks have already run.
    const std::string body = kUneven + R"(
        setp.ne.u32 %p3, %block, 3;
        @%p3 exit;
        st.global.u32 [%mine+1048576], %t;)";
    for (const trace::Selection& selection : {kAll, kEverySecond}) {
        const Recorded alone = recorded(body, uneven(1500), 1, selection);
        CHECK(alone.launch.status == Status::IllegalAddress);
        CHECK(blocks_of(alone.file).back() == (selection == kAll ? 3 : 2));
        check_same(recorded(body, uneven(1500), 5, selection).file, alone.file);
    }
}

TEST_CASE("a block with more lines than a worker keeps waits for earlier blocks") {
    const Setup setup = uneven(3000);
    const std::string alone = recorded(kUneven, setup, 1, kAll).file;
    std::size_t kept = 0;  // of block 3, which has most: a line's bytes and 8 to find them by
    std::istringstream lines(alone);
    for (std::string line; std::getline(lines, line);)
        if (line.find(" 3 0 ") == 1 || line.find(" 3 1 ") == 1) kept += line.size() + 8;
    CHECK(kept > (4 << 20));
    check_same(recorded(kUneven, setup, 5, kAll).file, alone);
}

TEST_CASE("blocks that take turns are recorded as they run") {
    const std::string body = "atom.global.add.u32 %r1, [%out], 1; st.global.u32 [%mine], %r1;";
    const Setup setup{.grid = {6}, .block = {64}, .words = 384};
    CHECK(recorded(body, setup, 5, kAll).file == recorded(body, setup, 1, kAll).file);
}
