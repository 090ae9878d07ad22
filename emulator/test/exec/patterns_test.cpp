// What is noted of access patterns: the models' sums equal those of every access by itself, and the pattern that is kept is
// the costliest, the same for any number of host threads.
#include <random>

#include "emulator/cost/access_models.hpp"
#include "emulator/exec/launch_record.hpp"
#include "emulator/exec/patterns.hpp"

#include <doctest/doctest.h>

#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;
using cost::Model;

namespace {

const std::vector<Model> kModels = {Model::Cc13, Model::Cc20, Model::Cc90};
const std::vector<u32> kManyZeros(16384);

// Loads in[(t * %stride + k) & 16383] for k = 0 … 39; the stride is the block's number, so patterns differ from block to block
// and phases from turn to turn.
const std::string kLoop = R"(
mov.u32 %r3, 0;
TURN:
mad.lo.u32 %r1, %t, %block, %r3;
and.b32 %r1, %r1, 16383;
mul.wide.u32 %rd10, %r1, 4;
add.u64 %rd10, %rd10, %in;
ld.global.u32 %r2, [%rd10];
add.u32 %r3, %r3, 1;
setp.lt.u32 %p1, %r3, 40;
@%p1 bra TURN;
)";

// run() of run_ptx.hpp, with models.
exec::Launch counted(const std::string& body, Dim3 grid, Dim3 block, int threads,
                     const std::vector<Model>& models) {
    memory::AddressSpace space;
    const memory::Allocation* in = space.allocate(kManyZeros.size() * 4, memory::Kind::Device, "in", true);
    DeviceModule module(ptx::parse(kernel_text(body)), ResourcesByKernel{}, space);
    Kernel& kernel = *module.kernel("k");
    LaunchConfig config;
    config.grid = grid;
    config.block = block;
    config.parameters.resize(kernel.parameter_bytes());
    std::memcpy(config.parameters.data() + kernel.parameter_offset(1), &in->address, 8);
    Options options;
    options.threads = threads;
    options.models = models;
    return launch(kernel, config, space, options);
}

const cost::LineAccess& only_load(const exec::Launch& launch) {
    const cost::LineAccess* found = nullptr;
    for (const cost::LineCounters& line : launch.lines)
        for (const cost::LineAccess& access : line.accesses)
            if (access.op_class == cost::OpClass::GlobalLoad) found = &access;
    REQUIRE(found != nullptr);
    return *found;
}

}  // namespace

TEST_CASE("a model's sums are those of every access by itself") {
    constexpr u32 kBlocks = 37, kThreads = 50;  // the second warp has 18 lanes
    const exec::Launch launch = counted(kLoop, {kBlocks, 1, 1}, {kThreads, 1, 1}, 2, kModels);
    REQUIRE(launch.models.size() == kModels.size());
    for (std::size_t m = 0; m < kModels.size(); ++m) {
        cost::ModelCounters expected;
        expected.model = kModels[m];
        for (u32 block = 0; block < kBlocks; ++block)
            for (u32 warp = 0; warp < 2; ++warp)
                for (u32 turn = 0; turn < 40; ++turn) {
                    u64 address[32];
                    for (u32 lane = 0; lane < 32; ++lane)
                        address[lane] = 0x1000 + u64{4} * (((warp * 32 + lane) * block + turn) & 16383);
                    const u32 mask = warp == 0 ? ~0u : (1u << 18) - 1;
                    expected.add(cost::global_transactions(kModels[m], address, mask, 4), false, 1);
                }
        CAPTURE(m);
        CHECK(launch.models[m] == expected);
    }
}

TEST_CASE("without models nothing is counted for them") {
    CHECK(counted(kLoop, {1, 1, 1}, {32, 1, 1}, 1, {}).models.empty());
}

TEST_CASE("the costliest pattern is kept, of the first block that has it, for any number of host threads") {
    for (const int threads : {1, 2, 7}) {
        CAPTURE(threads);
        const exec::Launch launch = counted(kLoop, {37, 1, 1}, {64, 1, 1}, threads, {});
        const cost::LineAccess& access = only_load(launch);
        CHECK(access.instruction == "ld.global.u32");
        CHECK(access.requests == 37 * 2 * 40);
        CHECK(access.worst.units == 32);
        // Strides of 8 words and more have a sector for each lane.
        CHECK(access.worst.block == Dim3{8, 0, 0});
        CHECK(access.worst.warp == 0);
        CHECK(access.worst.mask == ~0u);
        CHECK(access.worst.relative[31] == 31 * 32);
    }
}

TEST_CASE("shared accesses are counted by models too") {
    const std::string body = R"(
.shared .align 16 .b8 tile[16384];
mov.u32 %r10, tile;
shl.b32 %r1, %t, 7;
add.u32 %r10, %r10, %r1;
st.shared.u32 [%r10], %t;
ld.shared.u32 %r2, [%r10];
)";
    const exec::Launch launch = counted(body, {1, 1, 1}, {32, 1, 1}, 1, kModels);
    REQUIRE(launch.models.size() == 3);
    for (const cost::ModelCounters& model : launch.models) {
        CHECK(model.shared_load_steps == 32);
        CHECK(model.shared_store_steps == 32);
        CHECK(model.shared_load_conflicts == (model.model == Model::Cc13 ? 30 : 31));
    }
}

TEST_CASE("words anywhere in shared memory cost what the rules of the banks say, each time anew") {
    std::mt19937 random(3);
    Setup setup{.checks = false, .declarations = ".shared .align 4 .b8 tile[16384];\n"};
    cost::SharedCost expected;
    for (u32 round = 0; round < 400; ++round) {
        // All of the memory, or 4 KiB of it that begin anywhere, or few places.
        const u32 words = round % 3 == 0 ? 4096 : round % 3 == 1 ? 1024 : 6;
        const u32 first = random() % (4096 - words + 1);
        u32 offset[32];
        for (u32 lane = 0; lane < 32; ++lane)  // in the last round all in one bank
            setup.in.push_back(offset[lane] =
                                   round == 399 ? lane * 5 % 32 * 128 : (first + random() % words) * 4);
        const cost::SharedCost cost = cost::shared_cost(offset, ~0u, 4, false);
        expected.wavefronts += cost.wavefronts;
        expected.conflicts += cost.conflicts;
    }
    const auto with = [&](const std::string& access) {
        return run("mov.u32 %r4, tile;\nmov.u32 %r1, %t;\nLOOP:\nmul.wide.u32 %rd1, %r1, 4;\n"
                   "add.u64 %rd1, %rd1, %in;\nld.global.u32 %r2, [%rd1];\n" +
                       access + "\nadd.u32 %r1, %r1, 32;\nsetp.lt.u32 %p1, %r1, 12800;\n@%p1 bra LOOP;",
                   setup)
            .launch;
    };
    const exec::Launch loads = with("ld.shared.u32 %r3, [%r2];");
    CHECK(loads.counters.shared_load_requests == 400);
    CHECK(loads.counters.shared_load_wavefronts == expected.wavefronts);
    CHECK(loads.counters.shared_load_bank_conflicts == expected.conflicts);
    for (const exec::Launch& launch : {loads, with("atom.shared.add.u32 %r3, [%r2], 1;")}) {
        u32 found = 0;
        for (const cost::LineCounters& line : launch.lines)
            for (const cost::LineAccess& access : line.accesses) {
                if (access.instruction.find("shared") == std::string::npos) continue;
                ++found;
                CHECK(access.requests == 400);
                CHECK(access.units == expected.wavefronts);
                CHECK(access.conflicts == expected.conflicts);
                CHECK(access.worst.units == 32);
            }
        CHECK(found == 1);
    }
}
