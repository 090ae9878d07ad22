// The search for rung 9's tile and for how many bytes its loads bring: cudaMemcpy and all ways in turn, a single cold run each, as in
// the ladder. Prints the share of cudaMemcpy's rate that each reaches.
//
//     build/02/tune               measures, and prints a table (about 10 seconds on an H200)
//     build/02/tune --csv         measures, and prints CSV
//     build/02/tune --from FILE   the table of such a CSV
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

// In a namespace of its own, since the ladder's rung has this one.
#define prefetched searched
#include "chapters/02-transpose/9_prefetched.cu"
#undef prefetched
#include "common/cuda/buffer.hpp"
#include "common/cuda/timer.hpp"
#include "common/ladder/csv.hpp"
#include "common/ladder/machine.hpp"
#include "common/ladder/measuring_program.hpp"
#include "common/ladder/random_input.hpp"
#include "common/ladder/statistics.hpp"
#include "common/ladder/text_table.hpp"

namespace {

constexpr int kRounds = 100;

struct Candidate {
    int rows, cols, warps, blocks, fetched;
    void (*run)(float* out, const float* in, std::size_t rows, std::size_t cols);
    std::vector<double> us = {};
};

// Loads as the rung's, but for the bytes that are to come into the cache; 0, and always before compute capability 8.0: the sectors
// that are asked for.
template <int bytes>
struct LoadWith {
    static_assert(bytes == 0 || bytes == 64 || bytes == 128);
    static __device__ float load(const float* address) {
        const std::size_t global = __cvta_generic_to_global(address);
        float value;
#if __CUDA_ARCH__ >= 800
        constexpr int kBytes = bytes;
#else
        constexpr int kBytes = 0;
#endif
        if (kBytes == 0)
            asm volatile("ld.global.f32 %0, [%1];" : "=f"(value) : "l"(global));
        else if (kBytes == 64)
            asm volatile("ld.global.L2::64B.f32 %0, [%1];" : "=f"(value) : "l"(global));
        else
            asm volatile("ld.global.L2::128B.f32 %0, [%1];" : "=f"(value) : "l"(global));
        return value;
    }
};
template <>
struct LoadWith<256> : searched::LoadWith256 {};

template <int rows, int cols, int warps, int blocks, int fetched>
Candidate way() {
    using W = searched::Way<LoadWith<fetched>, rows, cols, warps, blocks>;
    return {rows, cols, warps, blocks, fetched, searched::launch<W>};
}

// The first is nearly rung 6, which loads 72 rows, not 71.
std::vector<Candidate> candidates() {
    return {way<64, 64, 8, 4, 0>(),     way<64, 64, 8, 4, 64>(),    way<64, 64, 8, 4, 128>(),
            way<64, 64, 8, 4, 256>(),   way<64, 64, 8, 3, 256>(),   way<64, 64, 8, 5, 256>(),
            way<64, 64, 16, 2, 256>(),  way<64, 64, 16, 3, 256>(),  way<64, 64, 32, 2, 256>(),
            way<32, 64, 8, 6, 256>(),   way<64, 32, 8, 6, 256>(),   way<96, 64, 8, 3, 256>(),
            way<96, 64, 16, 2, 256>(),  way<96, 64, 32, 2, 256>(),  way<64, 96, 8, 3, 256>(),
            way<64, 96, 12, 4, 256>(),  way<64, 96, 24, 2, 256>(),  way<64, 96, 32, 2, 256>(),
            way<64, 128, 16, 1, 256>(), way<64, 128, 16, 2, 256>(), way<64, 128, 32, 2, 256>(),
            way<128, 64, 16, 2, 256>(), way<128, 64, 16, 3, 256>(), way<128, 64, 32, 2, 256>(),
            way<64, 160, 16, 1, 256>(), way<64, 160, 32, 2, 256>(), way<160, 64, 16, 1, 256>(),
            way<160, 64, 32, 2, 256>(), way<32, 256, 32, 2, 256>(), way<96, 96, 12, 2, 256>(),
            way<96, 96, 16, 1, 256>(),  way<96, 96, 16, 2, 256>(),  way<96, 96, 16, 3, 256>(),
            way<96, 96, 24, 2, 256>(),  way<96, 96, 32, 1, 256>(),  way<96, 96, 32, 2, 0>(),
            way<96, 96, 32, 2, 64>(),   way<96, 96, 32, 2, 128>(),  way<96, 96, 32, 2, 256>()};
}

// Counts the elements of the cols × rows matrix `out` that are not those of `in`.
__global__ void count_wrong(unsigned* wrong, const float* out, const float* in, std::size_t rows,
                            std::size_t cols) {
    for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < rows * cols;
         i += std::size_t{gridDim.x} * blockDim.x)
        if (out[i % cols * rows + i / cols] != in[i]) atomicAdd(wrong, 1u);
}

void measure_size(std::size_t rows, std::size_t cols, const std::function<void(const std::string&)>& add) {
    const ladder::Machine machine = ladder::this_machine();
    const std::size_t n = rows * cols;
    std::vector<float> numbers(n);
    ladder::fill_random(numbers.data(), n, 1, -8.0f, 8.0f);
    gpu::Buffer<float> in(numbers), out(n);
    gpu::Buffer<unsigned> wrong(1);
    wrong.fill_bytes(0);
    gpu::Buffer<char> flush(2 * machine.l2_bytes);
    gpu::Timer timer;
    const auto time = [&](const auto& run) {
        flush.fill_bytes(0);
        timer.start();
        run();
        return timer.stop_ms() * 1e3;
    };

    std::vector<Candidate> all = candidates();
    for (Candidate& candidate : all) {  // also to warm up
        out.fill_bytes(0xff);
        candidate.run(out.data(), in.data(), rows, cols);
        count_wrong<<<1024, 256>>>(wrong.data(), out.data(), in.data(), rows, cols);
        CUDA_CHECK(cudaGetLastError());
    }
    if (wrong.to_host()[0] != 0) throw std::runtime_error("a candidate's transpose is wrong");
    std::vector<double> of_copy;
    for (int round = 0; round < kRounds; ++round) {
        of_copy.push_back(time([&] {
            CUDA_CHECK(cudaMemcpyAsync(out.data(), in.data(), n * sizeof(float), cudaMemcpyDeviceToDevice));
        }));
        for (Candidate& candidate : all)
            candidate.us.push_back(time([&] { candidate.run(out.data(), in.data(), rows, cols); }));
    }
    const std::string clocks = ladder::current_clocks(machine);
    const ladder::Median copy = ladder::median_of(of_copy);
    for (const Candidate& candidate : all) {
        std::vector<double> shares;
        for (std::size_t k = 0; k < of_copy.size(); ++k) shares.push_back(of_copy[k] / candidate.us[k]);
        const ladder::Median share = ladder::median_of(shares);
        add(ladder::csv_line({machine.device, machine.driver, machine.toolkit, machine.date, clocks,
                              std::to_string(rows) + "x" + std::to_string(cols),
                              std::to_string(candidate.rows) + "x" + std::to_string(candidate.cols),
                              std::to_string(candidate.warps), std::to_string(candidate.blocks),
                              std::to_string(candidate.fetched), std::to_string(kRounds),
                              ladder::csv_number(ladder::median_of(candidate.us).value),
                              ladder::csv_number(copy.value), ladder::csv_number(share.value),
                              ladder::csv_number(share.low), ladder::csv_number(share.high)}));
    }
}

void measure(const std::function<void(const std::string&)>& add) {
    add(ladder::csv_line({"device", "driver", "toolkit", "date", "clocks", "size", "tile", "warps",
                          "least_blocks", "fetched", "rounds", "us", "us_copy", "share", "share_low",
                          "share_high"}));
    measure_size(8191, 8191, add);
    measure_size(8190, 8194, add);
    measure_size(10000, 6000, add);
    measure_size(8192, 8192, add);
}

std::string table(const std::string& csv) {
    const std::vector<ladder::CsvRow> rows = ladder::parse_csv(csv);
    if (rows.empty()) throw std::runtime_error("there are no rows in it");
    ladder::TextTable text({"matrix", "tile", "warps", "room for\nblocks", "bytes a\nload brings", "us",
                            "share of\ncudaMemcpy", "\nlow", "\nhigh"});
    for (const ladder::CsvRow& row : rows)
        text.add({row.at("size"), row.at("tile"), row.at("warps"), row.at("least_blocks"),
                  row.at("fetched") == "0" ? "its sectors" : row.at("fetched"), row.at("us"), row.at("share"),
                  row.at("share_low"), row.at("share_high")});
    const ladder::CsvRow& any = rows.back();
    return "Medians of single cold runs; " + any.at("device") + ", CUDA " + any.at("toolkit") + ", " +
           any.at("date") + ", " + any.at("clocks") + ".\n\n" + text.to_text();
}

}  // namespace

int main(int argc, char** argv) {
    ladder::MeasuringProgram program;
    program.path = "build/02/tune";
    program.measure = measure;
    program.table = table;
    program.on_emulator = [] { std::puts("There are no times on the emulator."); };
    return ladder::run(program, argc, argv);
}
