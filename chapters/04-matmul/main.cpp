// Chapter 04: matrix multiplication, C = A * B, from one element a thread to the hardware's limits. The rungs are in
// ladder.cpp.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "chapters/04-matmul/ladder.hpp"
#include "chapters/04-matmul/more/statistics/report.hpp"
#include "chapters/04-matmul/parts/cublas.hpp"
#include "chapters/04-matmul/parts/exact.hpp"
#include "chapters/04-matmul/parts/factors.hpp"
#include "chapters/04-matmul/parts/tolerance.hpp"
#include "common/baseline/multiply.hpp"
#include "common/baseline/openblas.hpp"
#include "common/cuda/check.hpp"
#include "common/cuda/counters.hpp"
#include "common/ladder/ladder.hpp"

namespace {

using ladder::Array;
using ladder::Call;
using ladder::Size;
using matmul::Factors;

constexpr std::size_t kInputC = 2;  // C before the product, if beta is not 0

// A size is MxNxK: C is M x N, and each element is a sum of K products.
Gemm gemm_of(const Call& call, const Factors& factors, float* c) {
    const std::size_t m = call.size[0];
    const std::size_t n = call.size[1];
    const std::size_t k = call.size[2];
    return {m, n, k, factors.alpha, call.in(0), k, call.in(1), n, factors.beta, c, n};
}

// The counts that show reuse: requests to global and to shared memory for the same 2 * M * N * K operations.
std::vector<ladder::CountColumn> columns() {
    return {
        {"warp\ninstructions", {"warp_instructions"}, {}},
        {"load\nrequests", {"global_load_requests"}, {}},
        {"load\nsectors", {"global_load_sectors"}, {}},
        {"sectors\nper load", {"global_load_sectors"}, {"global_load_requests"}},
        {"shared load\nwavefronts", {"shared_load_wavefronts"}, {}},
        {"bank\nconflicts", {"shared_load_bank_conflicts", "shared_store_bank_conflicts"}, {}},
        {"registers", {"registers"}, {}},
        {"shared\nbytes", {"block_shared"}, {}},
        {"occupancy", {"occupancy"}, {"1"}},
    };
}

std::vector<ladder::CountBars> bars() {
    return {{"sectors loaded", {"global_load_sectors"}, {"ideal_read_sectors"}},
            {"wavefronts of shared loads", {"shared_load_wavefronts"}}};
}

ladder::Problem product_problem(const Factors& factors) {
    ladder::Problem problem;
    problem.chapter = "04-matmul";
    problem.name = name_of(factors);
    problem.size_syntax = "MxNxK";
    problem.size_on_emulator = {512, 512, 512};
    problem.size_on_gpu = {4096, 4096, 4096};
    problem.bench_sizes = {{1024, 1024, 1024}, {2048, 2048, 2048},  {4096, 4096, 4096},
                           {4095, 4095, 4095}, {4096, 16384, 1024}, {8192, 8192, 8192}};
    problem.inputs = [factors](const Size& size) {
        std::vector<Array> inputs = {{.extents = {size[0], size[2]}, .name = "A"},
                                     {.extents = {size[2], size[1]}, .name = "B"}};
        if (factors.beta != 0) inputs.push_back({.extents = {size[0], size[1]}, .name = "C before"});
        return inputs;
    };
    problem.output = [](const Size& size) { return Array{.extents = {size[0], size[1]}, .name = "C"}; };
    problem.work = [](const Size& size) { return 2.0 * size[0] * size[1] * size[2]; };
    problem.metric = ladder::kTeraflops;
    ladder::Rounding rounding;
    rounding.reference = [factors](const Call& call, double* result, double* magnitude) {
        float* const c = factors.beta == 0 ? nullptr : const_cast<float*>(call.in(kInputC));  // only read
        exact::multiply(gemm_of(call, factors, c), result, magnitude);
    };
    rounding.tolerance = [](const Size& size) { return matmul::tolerance(size[2]); };
    problem.rounding = rounding;
    problem.columns = columns();
    problem.bars = bars();
    return problem;
}

std::size_t bytes_of_c(const Call& call) { return call.size[0] * call.size[1] * sizeof(float); }

// A multiplication, on the device or on the CPU, as a version of the ladder. If C is added to, each call first copies
// the same C to the output, so that all versions add to the same values.
ladder::Function version(void (*multiply)(const Gemm&), const Factors& factors) {
    return [multiply, factors](const Call& call) {
        if (factors.beta != 0)
            CUDA_CHECK(
                cudaMemcpyAsync(call.out(), call.in(kInputC), bytes_of_c(call), cudaMemcpyDeviceToDevice));
        multiply(gemm_of(call, factors, call.out()));
    };
}
ladder::Function on_cpu(void (*multiply)(const Gemm&), const Factors& factors) {
    return [multiply, factors](const Call& call) {
        if (factors.beta != 0) std::memcpy(call.out(), call.in(kInputC), bytes_of_c(call));
        multiply(gemm_of(call, factors, call.out()));
    };
}

// For slow versions: skipped at sizes where they would take minutes.
ladder::Extras has_patience_for(double multiply_adds,
                                const char* instead = "build/04/cpu measures some of its rows") {
    ladder::Extras extras;
    extras.skipped_at = [multiply_adds, instead](const Size& size) -> std::string {
        const bool too_many = static_cast<double>(size[0]) * size[1] * size[2] > multiply_adds;
        return too_many ? std::string("it would take long; ") + instead : "";
    };
    return extras;
}

void add_baselines(ladder::Ladder& ladder, const Factors& factors) {
    ladder::Extras if_installed;
    if_installed.skipped = baseline::openblas::missing();
    if_installed.threads = "OpenBLAS";
    ladder.baseline_roof("OpenBLAS", on_cpu(baseline::openblas::multiply, factors), if_installed);
    ladder::Extras of_blocked;
    of_blocked.threads = "team";
    ladder.baseline("ijk", on_cpu(baseline::multiply_ijk, factors), has_patience_for(0x1p27));
    ladder.baseline("ikj", on_cpu(baseline::multiply_ikj, factors), has_patience_for(0x1p30));
    ladder.baseline("openmp", on_cpu(baseline::multiply_openmp, factors), has_patience_for(0x1p33));
    ladder.baseline("blocked", on_cpu(baseline::multiply_blocked, factors), of_blocked);
}

// Adds the lesson's tables of what kernels ask of memory. A GPU does not count, and leaves the page as it is.
void add_statistics(ladder::Ladder& ladder) {
    const auto add = [&](const std::string& name, const std::function<ladder::TextTable()>& table) {
        ladder.table(name, [table] { return gpu::emulator::present() ? table().to_markdown() : ""; });
    };
    for (const std::string figure : {"1.15", "1.19", "1.23", "1.36"}) {
        add("figure-" + figure, [figure] { return statistics::printed_table(figure); });
        add("generations-" + figure, [figure] { return statistics::generations_table(figure); });
    }
    add("large", statistics::large_table);
    add("shared", statistics::shared_table);
}

const char* const kMoreOptions =
    "  --statistics     what each kernel asks of memory as formulas of n, counted as GPUs of 2008 to today "
    "would\n"
    "  --alpha X, --beta Y\n"
    "                   C = X * A * B + Y * C; with beta, times include the copy that brings C back before "
    "each call\n";

// Prints these tables. Returns the exit code, as Ladder::run does.
int print_statistics(const char* program) {
    try {
        std::fputs(statistics::report().c_str(), stdout);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", program, error.what());
        return 2;
    }
}

}  // namespace

// The tolerance for the same product on tensor cores. They use 11 significant bits of each element of A and B, so
// that a product is off by at most 2^-10 of itself, in addition to the rounding errors of a sum.
double tolerance_of_tf32(const Size& size) { return matmul::tolerance(size[2]) + 0x1p-10; }

void add_roofs(ladder::Ladder& ladder, const Factors& factors) {
    ladder::Extras if_there;
    if_there.skipped = cublas::missing();
    ladder.roof("cuBLAS", version(cublas::multiply, factors), if_there);
    if_there.tolerance = tolerance_of_tf32;
    ladder.roof("cuBLAS_tf32", version(cublas::multiply_in_tf32, factors), if_there);
}

int run(const Factors& factors, const char* program, const std::vector<std::string>& arguments) {
    ladder::Ladder ladder(product_problem(factors));
    add_baselines(ladder, factors);
    add_roofs(ladder, factors);
    for (const rungs::Rung& rung : rungs::kAll) {
        const bool slow = rung.name == std::string("naive");
        ladder.rung(rung, version(rung.run, factors),
                    slow ? has_patience_for(0x1p36, "see it at a smaller --size") : ladder::Extras{});
    }
    add_statistics(ladder);
    std::vector<char*> argv = {const_cast<char*>(program)};  // only read
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    return ladder::run({ladder}, static_cast<int>(argv.size()), argv.data(), kMoreOptions);
}

int main(int argc, char** argv) {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    try {
        if (std::find(arguments.begin(), arguments.end(), "--statistics") != arguments.end()) {
            if (arguments.size() > 1)
                throw std::invalid_argument("--statistics stands alone: it has its own sizes");
            return print_statistics(argv[0]);
        }
        const Factors factors = matmul::take_factors(arguments);
        return run(factors, argv[0], arguments);
    } catch (const std::invalid_argument& error) {
        std::fprintf(stderr, "%s: %s.\n", argv[0], error.what());
        return 2;
    }
}
