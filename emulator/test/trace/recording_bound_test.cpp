// How many bytes of a trace wait in memory while an early block runs on: other workers wait, too, once there are too many.
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <sstream>
#include <thread>

#include "emulator/exec/recording.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

constexpr u64 kBlocks = 40;
constexpr std::size_t kBytes = Recording::kMostOfBlock;  // of a block's lines

// A launch of two workers that runs no block: the test says what they have recorded.
struct TwoWorkers {
    memory::AddressSpace space;
    DeviceModule module{ptx::parse(kernel_text("st.global.u32 [%mine], %t;")), ResourcesByKernel{}, space};
    Kernel& kernel = *module.kernel("k");
    LaunchConfig config;
    Options options;
    LaunchContext launch{.kernel = kernel,
                         .code = kernel.code(),
                         .config = config,
                         .options = options,
                         .space = space,
                         .grid_id = 1,
                         .shared_bytes = 0,
                         .in_turns = false};
    std::ostringstream file;
    trace::Writer writer{file, 0};
    const TraceOptions traced{&writer, {.all = true}};
    Recording recording{launch, traced, 2};

    TwoWorkers() {
        config.grid = {kBlocks};
        launch.end_block = kBlocks;
        recording.begin_worker(0);
        recording.begin_worker(1);
    }

    trace::Lines lines_of(u64 block, std::size_t bytes) {
        trace::Lines lines;
        const u32 id = Recording::instruction_id(0, trace::Space::Global);
        for (u64 clock = 0; lines.bytes() < bytes; ++clock)
            lines.add_access(id, {.block = block, .clock = clock, .mask = 1}, trace::Space::Global);
        return lines;
    }
};

// Once the count has come to `expected`: whether it stays there for a while.
bool stays_at(const std::atomic<u64>& count, u64 expected) {
    while (count < expected) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    return count == expected;
}

}  // namespace

TEST_CASE("a worker waits as soon as the lines of blocks that have ended are too many") {
    TwoWorkers two;
    trace::Lines first = two.lines_of(0, 1);
    std::atomic<u64> ended = 0;
    std::thread other([&] {
        trace::Lines none;
        two.recording.move_on(1, 1, none);
        for (u64 block = 1; block < kBlocks; ++block, ++ended) {
            trace::Lines lines = two.lines_of(block, kBytes);
            two.recording.move_on(1, block + 1, lines);
        }
        two.recording.end_worker(1, none);
    });
    CHECK(stays_at(ended, Recording::kMostWaiting / kBytes));
    two.recording.end_worker(0, first);
    other.join();
    CHECK(ended == kBlocks - 1);
}

TEST_CASE("a worker waits in a block whose lines are too many for one that is not the first") {
    TwoWorkers two;
    trace::Lines first = two.lines_of(0, 1);
    std::atomic<u64> flushed = 0;
    std::thread other([&] {
        trace::Lines none, lines = two.lines_of(1, kBytes / 2);
        two.recording.move_on(1, 1, none);
        two.recording.flush(1, lines);
        ++flushed;
        lines = two.lines_of(1, kBytes);
        two.recording.flush(1, lines);
        ++flushed;
        two.recording.end_worker(1, lines);
    });
    CHECK(stays_at(flushed, 1));
    two.recording.end_worker(0, first);
    other.join();
    CHECK(flushed == 2);
}
