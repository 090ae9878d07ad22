// Chapter 05: shortest paths of two edges, r[i][j] = min over k of d[i][k] + d[k][j], on the CPU and on the GPU. The
// rungs are in ladder.cpp. Two more ladders: the same problem with integers, and the kernel that pads d for the rungs
// from the second on. With --graph or --city: the shortest paths between all pairs of a map.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <limits>
#include <memory>
#include <new>
#include <string>

#include "chapters/05-shortcuts/ladder.hpp"
#include "chapters/05-shortcuts/parts/forms.hpp"
#include "chapters/05-shortcuts/parts/graph/arguments.hpp"
#include "chapters/05-shortcuts/parts/graph/run.hpp"
#include "chapters/05-shortcuts/parts/operations.hpp"
#include "chapters/05-shortcuts/parts/roof.hpp"
#include "common/baseline/shortcuts/shortcuts.hpp"
#include "common/cuda/buffer.hpp"
#include "common/ladder/ladder.hpp"
#include "common/ladder/result_rows.hpp"

namespace {

using ladder::Array;
using ladder::Call;
using ladder::Size;

// Scratch memory that a version keeps from call to call: the cost of allocating it is not part of its time.
std::function<void*(std::size_t)> scratch() {
    const auto buffer = std::make_shared<gpu::Buffer<char>>();
    return [buffer](std::size_t bytes) -> void* {
        if (buffer->size() < bytes) *buffer = gpu::Buffer<char>(bytes);
        return buffer->data();
    };
}

std::vector<ladder::CountColumn> columns() {
    return {
        {"warp\ninstructions", {"warp_instructions"}, {}},
        {"load\nrequests", {"global_load_requests"}, {}},
        {"sectors\nper load", {"global_load_sectors"}, {"global_load_requests"}},
        {"sectors\nper store", {"global_store_sectors"}, {"global_store_requests"}},
        {"shared load\nrequests", {"shared_load_requests"}, {}},
        {"wavefronts\nper load", {"shared_load_wavefronts"}, {"shared_load_requests"}},
        {"bank\nconflicts", {"shared_load_bank_conflicts", "shared_store_bank_conflicts"}, {}},
    };
}

std::vector<ladder::CountBars> bars() {
    return {{"warp instructions", {"warp_instructions"}}, {"load requests", {"global_load_requests"}}};
}

ladder::Function version(baseline::shortcuts::Function shortcuts) {
    return [shortcuts](const Call& call) { shortcuts(call.out(), call.in(), call.size[0]); };
}

ladder::Function version(const rungs::Rung& rung) {
    return [run = rung.run, bytes = rung.scratch_bytes, room = scratch()](const Call& call) {
        const std::size_t n = call.size[0];
        run(call.out(), call.in(), n, room(bytes(n)));
    };
}

double relaxations(const Size& size) { return static_cast<double>(size[0]) * size[0] * size[0]; }

// The largest size of most versions for the CPU. Up to it `tiles` is the reference; with many more vertices it waits for memory, since it
// reads d in short pieces of rows.
constexpr std::size_t kPatience = 2000;

// Versions that would take too long at large sizes.
ladder::Extras patient(std::size_t largest) {
    ladder::Extras extras;
    extras.skipped_at = [largest](const Size& size) -> std::string {
        return size[0] > largest ? "it would take too long; see it at a smaller --size" : "";
    };
    return extras;
}

// Relaxations in registers, about as many as the problem has, and an output of zeros.
template <class Result>
void add_roof(ladder::Ladder& ladder, const char* name, const roof::Form& form) {
    ladder::Extras extras;
    extras.reference = [](const Call& call) {
        std::fill_n(call.out<Result>(), call.size[0] * call.size[0], Result{0});
    };
    extras.work = [in_a_word = form.results_in_a_word](const Size& size) {
        return roof::relaxations(roof::rounds_for(size[0]), in_a_word);
    };
    const auto words = [room = scratch()] {
        constexpr std::size_t kBytes = roof::kWords * sizeof(Result);
        void* const memory = room(kBytes);
        CUDA_CHECK(cudaMemsetAsync(memory, 0, kBytes));
        return memory;
    };
    ladder.roof(
        name,
        [words, relax = form.relax](const Call& call) {
            const std::size_t n = call.size[0];
            relax(words(), roof::rounds_for(n), nullptr);
            CUDA_CHECK(cudaMemsetAsync(call.out<Result>(), 0, n * n * sizeof(Result)));
        },
        extras);
}

// The CPU's roof: additions and comparisons in registers, at least as many as n vertices need. Its output is zeros.
void add_host_roof(ladder::Ladder& ladder) {
    ladder::Extras extras;
    extras.reference = [](const Call& call) {
        std::fill_n(call.out<float>(), call.size[0] * call.size[0], 0.0f);
    };
    extras.work = [](const Size& size) { return baseline::shortcuts::peak_relaxations(size[0]); };
    extras.threads = "team";
    ladder.baseline_roof(
        "add_and_compare",
        [](const Call& call) {
            const std::size_t n = call.size[0];
            baseline::shortcuts::peak(n);
            std::fill_n(call.out<float>(), n * n, 0.0f);
        },
        extras);
}

ladder::Ladder shortcuts_ladder() {
    ladder::Problem problem;
    problem.chapter = "05-shortcuts";
    problem.name = "float";
    problem.size_syntax = "N";
    problem.size_on_emulator = {300};
    problem.size_on_gpu = {6300};
    problem.bench_sizes = {{1000}, {2000}, {4000}, {6300}, {8192}};
    problem.inputs = [](const Size& size) {
        return std::vector<Array>{{{size[0], size[0]}, ladder::ElementType::Float, 0, 1000}};
    };
    problem.output = [](const Size& size) { return Array{{size[0], size[0]}}; };
    problem.work = relaxations;
    problem.metric = ladder::kRelaxationsPerSecond;
    problem.reference = [tiles = version(baseline::shortcuts::tiles),
                         blocked = version(baseline::shortcuts::cache_blocked)](const Call& call) {
        call.size[0] > kPatience ? blocked(call) : tiles(call);
    };
    problem.columns = columns();
    problem.bars = bars();
    ladder::Ladder ladder(problem);
    add_host_roof(ladder);
    ladder.baseline("serial", version(baseline::shortcuts::serial), patient(1000));
    ladder.baseline("openmp", version(baseline::shortcuts::openmp), patient(1000));
    ladder.baseline("linear_reading", version(baseline::shortcuts::linear_reading), patient(kPatience));
    ladder.baseline("instruction_parallelism", version(baseline::shortcuts::instruction_parallelism),
                    patient(kPatience));
    ladder.baseline("vectors", version(baseline::shortcuts::vectors), patient(kPatience));
    ladder.baseline("register_reuse", version(baseline::shortcuts::register_reuse), patient(kPatience));
    ladder.baseline("more_reuse", version(baseline::shortcuts::more_reuse), patient(kPatience));
    ladder.baseline("prefetch", version(baseline::shortcuts::prefetch), patient(kPatience));
    ladder::Extras of_cache_blocked = patient(8192);
    of_cache_blocked.threads = "team";
    ladder.baseline("cache_blocked", version(baseline::shortcuts::cache_blocked), of_cache_blocked);
    ladder.baseline("tiles", version(baseline::shortcuts::tiles), patient(kPatience));
    ladder.table("operations", [] {
        std::vector<ladder::CsvRow> rows;
        for (const ladder::CsvRow& row : ladder::read_results("chapters/05-shortcuts/results")) {
            if (row.at("ladder") == "float") rows.push_back(row);
        }
        return operations::table(rows);
    });
    add_roof<float>(ladder, "three_input_only", roof::kThreeInput);
    add_roof<float>(ladder, "fminf_only", roof::kFminf);
    add_roof<float>(ladder, "ternary_only", roof::kTernary);
    for (const rungs::Rung& rung : rungs::kAll) {
        const bool slow = std::string(rung.name) == "naive";
        ladder.rung(rung, version(rung), slow ? patient(6300) : ladder::Extras{});
    }
    return ladder;
}

ladder::Ladder integers_ladder() {
    ladder::Problem problem;
    problem.chapter = "05-shortcuts";
    problem.name = "int32";
    problem.folder = "more/integers/";
    problem.size_syntax = "N";
    problem.size_on_emulator = {300};
    problem.size_on_gpu = {6300};
    problem.bench_sizes = {{6300}};
    problem.inputs = [](const Size& size) {
        return std::vector<Array>{{{size[0], size[0]}, ladder::ElementType::Int32, 0, forms::kLongest16}};
    };
    problem.output = [](const Size& size) { return Array{{size[0], size[0]}, ladder::ElementType::Int32}; };
    problem.work = relaxations;
    problem.metric = ladder::kRelaxationsPerSecond;
    problem.reference = [](const Call& call) {
        baseline::shortcuts::integers(call.out<std::int32_t>(), call.in<std::int32_t>(), call.size[0],
                                      forms::kNoEdge32);
    };
    problem.columns = columns();
    problem.bars = bars();
    ladder::Ladder ladder(problem);
    add_roof<std::int32_t>(ladder, "add_and_minimum_only", roof::kAddMin);
    add_roof<std::int32_t>(ladder, "three_input_only", roof::kAddPairs);
    add_roof<std::int32_t>(ladder, "pairs_only", roof::kAddMin16);
    for (const integers::Rung& rung : integers::kAll) {
        ladder::Extras extras;
        if (CUDART_VERSION < 12000 && rung.name == std::string("pairs_of_16_bits"))
            extras.skipped = "it needs CUDA 12, which has instructions for pairs of 16 bits";
        ladder.rung(
            rung,
            [run = rung.run, bytes = rung.scratch_bytes, room = scratch()](const Call& call) {
                const std::size_t n = call.size[0];
                run(call.out<std::int32_t>(), call.in<std::int32_t>(), n, room(bytes(n)));
            },
            extras);
    }
    return ladder;
}

std::size_t padded_side(std::size_t n) { return padding::padded(n); }

void pad_on_host(const Call& call) {
    const std::size_t n = call.size[0];
    const std::size_t nn = padded_side(n);
    std::fill_n(call.out(), padding::elements(nn), std::numeric_limits<float>::infinity());
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            call.out()[i * nn + j] = call.in()[i * n + j];
            call.out()[nn * nn + j * nn + i] = call.in()[i * n + j];
        }
    }
}

ladder::Ladder padding_ladder() {
    ladder::Problem problem;
    problem.chapter = "05-shortcuts";
    problem.name = "padding";
    problem.folder = "more/padding/";
    problem.size_syntax = "N";
    problem.size_on_emulator = {1000};
    problem.size_on_gpu = {6300};
    problem.bench_sizes = {{1000}, {6300}};
    problem.inputs = [](const Size& size) { return std::vector<Array>{{{size[0], size[0]}}}; };
    problem.output = [](const Size& size) { return Array{{2 * padded_side(size[0]), padded_side(size[0])}}; };
    problem.work = [](const Size& size) {
        const double n = static_cast<double>(size[0]);
        return sizeof(float) * (n * n + static_cast<double>(padding::elements(padded_side(size[0]))));
    };
    problem.metric = ladder::kGigabytesPerSecond;
    problem.reference = pad_on_host;
    ladder::Ladder ladder(problem);
    for (const padding::Rung& rung : padding::kAll) {
        ladder.rung(rung, [run = rung.run](const Call& call) {
            run(call.out(), call.in(), call.size[0], padded_side(call.size[0]));
        });
    }
    return ladder;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const graph::Arguments given = graph::arguments(argc, argv);
        if (!given.file.empty()) return graph::run(graph::read_graph(given.file), given.file);
        if (!given.city.empty()) return graph::run(graph::city_of(given.city), "a city of " + given.city);
        return ladder::run({shortcuts_ladder(), integers_ladder(), padding_ladder()}, argc, argv,
                           graph::kUsage);
    } catch (const std::bad_alloc&) {
        std::fprintf(stderr,
                     "%s: not enough memory: n vertices need n² lengths of 4 bytes, several times over\n",
                     argv[0]);
        return 2;
    } catch (
        const std::exception& error) {  // from arguments, maps and the device; run() handles the ladders' own
        std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 2;
    }
}
