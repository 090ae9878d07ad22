// Chapter 04: matrix multiplication, C = A * B, from one element a thread to what the hardware can do.
//
//   1 naive              every thread fetches its own row and column; the block's shape decides what that costs
//   2 one_by_two         two elements a thread: what it fetches of A serves both
//   3 one_by_four        four elements a thread, everything in float4
//   4 shared_tiles       a block brings tiles into shared memory, and reads them sixteen times
//   5 transposed_tile    the tile of B turned: bank conflicts
//   6 padded_tile        longer rows: none
//   7 column_per_thread  sixteen elements a thread in registers: half the shared loads
//   8 round_robin        four loads under way
//   9 wide_tile          half the barriers, float4 on both sides
//  10 register_blocked   a square of 8 x 8 elements a thread: 16 shared loads for 64 products
//  11 vectorised         the same loads four at a time, without bank conflicts
//  12 double_buffered    the next tiles are on their way while these are multiplied
//  13 warp_tiled         a tile for each level: block, warp, lane
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "chapters/04-matmul/cublas.hpp"
#include "chapters/04-matmul/exact.cuh"
#include "chapters/04-matmul/statistics/report.hpp"
#include "chapters/04-matmul/tolerance.hpp"
#include "chapters/04-matmul/versions.cuh"
#include "common/baseline/multiply.hpp"
#include "common/baseline/openblas.hpp"
#include "common/cuda/counters.hpp"
#include "common/ladder/ladder.hpp"

namespace {

using ladder::Array;
using ladder::Call;
using ladder::Size;

// A size is MxNxK: C is M x N, and K products make an element.
Gemm gemm_of(const Call& call) {
    const std::size_t m = call.size[0];
    const std::size_t n = call.size[1];
    const std::size_t k = call.size[2];
    return {m, n, k, 1, call.in(0), k, call.in(1), n, 0, call.output.data ? call.out() : nullptr, n};
}

// What shows reuse: how much is asked of memory and of shared memory for the same 2 * M * N * K operations.
std::vector<ladder::CountColumn> columns() {
    return {
        {"warp\ninstructions", {"warp_instructions"}, {}},
        {"load\nrequests", {"global_load_requests"}, {}},
        {"load\nsectors", {"global_load_sectors"}, {}},
        {"sectors\nper load", {"global_load_sectors"}, {"global_load_requests"}},
        {"shared load\nwavefronts", {"shared_load_wavefronts"}, {}},
        {"bank\nconflicts", {"shared_load_bank_conflicts", "shared_store_bank_conflicts"}, {}},
        {"registers", {"registers"}, {}},
        {"shared\nbytes", {"static_shared", "dynamic_shared"}, {}},
        {"occupancy", {"occupancy"}, {"launches"}},
    };
}

ladder::Problem product_problem() {
    ladder::Problem problem;
    problem.chapter = "04-matmul";
    problem.size_syntax = "MxNxK";
    problem.size_on_emulator = {512, 512, 512};
    problem.size_on_gpu = {4096, 4096, 4096};
    problem.bench_sizes = {{1024, 1024, 1024}, {2048, 2048, 2048},  {4096, 4096, 4096},
                           {4095, 4095, 4095}, {4096, 16384, 1024}, {8192, 8192, 8192}};
    problem.inputs = [](const Size& size) {
        return std::vector<Array>{{{size[0], size[2]}}, {{size[2], size[1]}}};
    };
    problem.output = [](const Size& size) { return Array{{size[0], size[1]}}; };
    problem.work = [](const Size& size) { return 2.0 * size[0] * size[1] * size[2]; };
    problem.metric = ladder::kTeraflops;
    ladder::Rounding rounding;
    rounding.reference = [](const Call& call, double* result, double* magnitude) {
        exact::multiply(gemm_of(call), result, magnitude);
    };
    rounding.tolerance = [](const Size& size) { return matmul::tolerance(size[2]); };
    problem.rounding = rounding;
    problem.columns = columns();
    return problem;
}

// The one signature of all versions, on the CPU and on the GPU, as a version of the ladder.
ladder::Function version(void (*multiply)(const Gemm&)) {
    return [multiply](const Call& call) { multiply(gemm_of(call)); };
}

// For what goes through C row by row: left out where it would take minutes.
ladder::Extras has_patience_for(double multiply_adds) {
    ladder::Extras extras;
    extras.skipped_at = [multiply_adds](const Size& size) -> std::string {
        const bool too_many = static_cast<double>(size[0]) * size[1] * size[2] > multiply_adds;
        return too_many ? "it would take long; build/04/cpu measures some of its rows" : "";
    };
    return extras;
}

void add_baselines(ladder::Ladder& ladder) {
    ladder::Extras if_installed;
    if_installed.skipped = baseline::openblas::missing();
    ladder.baseline_roof("OpenBLAS", version(baseline::openblas::multiply), if_installed);
    ladder.baseline("ijk", version(baseline::multiply_ijk), has_patience_for(0x1p27));
    ladder.baseline("ikj", version(baseline::multiply_ikj), has_patience_for(0x1p30));
    ladder.baseline("openmp", version(baseline::multiply_openmp), has_patience_for(0x1p33));
    ladder.baseline("blocked", version(baseline::multiply_blocked));
}

// The lesson's tables of what kernels ask of memory. A GPU does not count, and leaves the page as it is.
void add_statistics(ladder::Ladder& ladder) {
    const auto add = [&](const std::string& name, const std::function<ladder::TextTable()>& table) {
        ladder.table(name, [table] { return gpu::emulator::present() ? table().to_markdown() : ""; });
    };
    for (const std::string figure : {"1.15", "1.19", "1.23", "1.36"}) {
        add("figure-" + figure, [figure] { return statistics::seed_table(figure); });
        add("generations-" + figure, [figure] { return statistics::generations_table(figure); });
    }
    add("large", statistics::large_table);
    add("shared", statistics::shared_table);
}

const char* const kMoreOptions =
    "  --statistics     what each kernel asks of memory as formulas of n, counted as GPUs of 2008 to today "
    "would\n";

// Returns the exit code, as Ladder::run does.
int print_statistics(const char* program) {
    try {
        std::fputs(statistics::report().c_str(), stdout);
        return 0;
    } catch (const std::runtime_error& error) {
        std::fprintf(stderr, "%s: %s\n", program, error.what());
        return 2;
    }
}

}  // namespace

// The same product by tensor cores. They are given 11 significant bits of each element of A and B, so that a product is off
// by at most 2^-10 of itself; that comes on top of the roundings of a sum.
double tolerance_of_tf32(const Size& size) { return matmul::tolerance(size[2]) + 0x1p-10; }

void add_roofs(ladder::Ladder& ladder) {
    ladder::Extras if_there;
    if_there.skipped = cublas::missing();
    ladder.roof("cuBLAS", version(cublas::multiply), if_there);
    if_there.tolerance = tolerance_of_tf32;
    ladder.roof("cuBLAS_tf32", version(cublas::multiply_in_tf32), if_there);
}

int main(int argc, char** argv) {
    if (argc == 2 && std::string(argv[1]) == "--statistics") return print_statistics(argv[0]);
    ladder::Ladder ladder(product_problem());
    add_baselines(ladder);
    add_roofs(ladder);
    for (const versions::Version& rung : versions::kAll) ladder.rung(rung.name, version(rung.run));
    add_statistics(ladder);
    return ladder::run({ladder}, argc, argv, kMoreOptions);
}
