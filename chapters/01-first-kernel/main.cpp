// Chapter 01: the first kernel, in two ladders: the sum of two vectors, and a colour picture turned grey. The second is
// two-dimensional, so the shape of a block matters too. ladder.cpp lists the rungs.
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "chapters/01-first-kernel/ladder.hpp"
#include "chapters/01-first-kernel/parts/arguments.hpp"
#include "chapters/01-first-kernel/parts/ppm.hpp"
#include "chapters/01-first-kernel/parts/preview.hpp"
#include "common/baseline/add.hpp"
#include "common/baseline/copy.hpp"
#include "common/baseline/grey.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"
#include "common/ladder/ladder.hpp"
#include "common/ladder/rung.hpp"

namespace {

using ladder::Array;
using ladder::Call;
using ladder::ElementType;
using ladder::Size;

double elements(const Size& size) {
    double product = 1;
    for (const std::size_t extent : size) product *= static_cast<double>(extent);
    return product;
}

// The counts that show how the work is divided among threads: active lanes, and the cost of a warp's request.
std::vector<ladder::CountColumn> columns() {
    return {
        {"warp\ninstructions", {"warp_instructions"}, {}},
        {"lanes per\ninstruction", {"thread_instructions"}, {"warp_instructions"}},
        {"load\nrequests", {"global_load_requests"}, {}},
        {"sectors\nper load", {"global_load_sectors"}, {"global_load_requests"}},
        {"sectors\nper store", {"global_store_sectors"}, {"global_store_requests"}},
        {"divergent\nwarps", {"divergent_warps"}, {}},
        {"DRAM read\n/ least", {"dram_read_bytes"}, {"ideal_read"}},
    };
}

std::vector<ladder::CountBars> bars() {
    return {{"warp instructions", {"warp_instructions"}}, {"load requests", {"global_load_requests"}}};
}

// Leaves one_thread out at sizes where a GPU needs a second or more for it.
ladder::Extras extras_of(const std::string& rung) {
    ladder::Extras extras;
    if (rung != "one_thread") return extras;
    extras.skipped_at = [](const Size& size) -> std::string {
        constexpr double kMost = 1 << 21;
        return elements(size) > kMost ? "a single thread would take seconds; see it at a smaller --size" : "";
    };
    return extras;
}

// A copy of `bytes` bytes for each element of the output. Its output is compared with that of `reference`.
ladder::Extras is_copy(double bytes, ladder::Function reference) {
    ladder::Extras extras;
    extras.reference = std::move(reference);
    extras.work = [bytes](const Size& size) { return 2 * bytes * elements(size); };
    return extras;
}

template <class Element>
void copy_on_host(const Call& call) {
    const auto bytes = static_cast<std::size_t>(elements(call.size)) * sizeof(Element);
    baseline::copy_bytes(call.out<Element>(), call.in<Element>(), bytes);
}

template <class Element>
void copy_on_device(const Call& call) {
    const auto bytes = static_cast<std::size_t>(elements(call.size)) * sizeof(Element);
    CUDA_CHECK(cudaMemcpyAsync(call.out<Element>(), call.in<Element>(), bytes, cudaMemcpyDeviceToDevice));
}

ladder::Function version(void (*add)(float*, const float*, const float*, std::size_t)) {
    return [add](const Call& call) { add(call.out(), call.in(0), call.in(1), call.size[0]); };
}

ladder::Ladder add_ladder() {
    ladder::Problem problem;
    problem.chapter = "01-first-kernel";
    problem.name = "add";
    problem.size_syntax = "N";
    problem.size_on_emulator = {1'000'003};
    problem.size_on_gpu = {268'435'456};
    problem.bench_sizes = {{1'003}, {1'000'003}, {16'777'216}, {268'435'456}};
    problem.inputs = [](const Size& size) {
        return std::vector<Array>{{.extents = size, .name = "a"}, {.extents = size, .name = "b"}};
    };
    problem.output = [](const Size& size) { return Array{size}; };
    // Two arrays are read, one is written.
    problem.work = [](const Size& size) { return 3.0 * sizeof(float) * elements(size); };
    problem.metric = ladder::kGigabytesPerSecond;
    problem.reference = version(baseline::add_serial);
    problem.columns = columns();
    problem.bars = bars();
    ladder::Ladder ladder(problem);
    const ladder::Extras copy = is_copy(sizeof(float), copy_on_host<float>);
    ladder.baseline_roof("memcpy", copy_on_host<float>, copy);
    ladder.baseline("serial", version(baseline::add_serial));
    ladder.baseline("openmp", version(baseline::add_openmp));
    ladder.roof("cudaMemcpy", copy_on_device<float>, copy);
    for (const rungs::Add& rung : rungs::kAdd) ladder.rung(rung, version(rung.run), extras_of(rung.name));
    return ladder;
}

ladder::Function version(void (*grey)(std::uint8_t*, const std::uint8_t*, std::size_t, std::size_t)) {
    return [grey](const Call& call) {
        grey(call.out<std::uint8_t>(), call.in<std::uint8_t>(), call.size[0], call.size[1]);
    };
}

ladder::Problem grey_problem() {
    ladder::Problem problem;
    problem.chapter = "01-first-kernel";
    problem.name = "grey";
    problem.folder = "grey/";
    problem.size_syntax = "ROWSxCOLS";
    problem.size_on_emulator = {600, 960};
    problem.size_on_gpu = {16384, 16384};
    problem.bench_sizes = {{62, 76}, {600, 960}, {4320, 7680}, {16384, 16384}};
    problem.inputs = [](const Size& size) {
        return std::vector<Array>{{{size[0], size[1], 3}, ElementType::Uint8, 0, 255}};
    };
    problem.output = [](const Size& size) { return Array{size, ElementType::Uint8}; };
    // Three bytes of a pixel are read, one is written.
    problem.work = [](const Size& size) { return 4.0 * elements(size); };
    problem.metric = ladder::kGigabytesPerSecond;
    problem.reference = version(baseline::grey_serial);
    problem.columns = columns();
    problem.bars = bars();
    return problem;
}

ladder::Ladder grey_ladder(const ladder::Problem& problem) {
    ladder::Ladder ladder(problem);
    const ladder::Extras copy = is_copy(1, copy_on_host<std::uint8_t>);
    ladder.baseline_roof("memcpy", copy_on_host<std::uint8_t>, copy);
    ladder.baseline("serial", version(baseline::grey_serial));
    ladder.baseline("openmp", version(baseline::grey_openmp));
    ladder.roof("cudaMemcpy", copy_on_device<std::uint8_t>, copy);
    for (const rungs::Grey& rung : rungs::kGrey) ladder.rung(rung, version(rung.run), extras_of(rung.name));
    return ladder;
}

// Runs the ladder on the pixels of a picture instead of random ones, then turns the picture grey.
int run_picture(picture::Arguments& given) {
    constexpr std::size_t kLetters = 72;
    const picture::Colour colour = picture::read_ppm(given.picture);
    if (!given.output.empty()) picture::check_writable(given.output);  // before minutes of work
    ladder::Problem problem = grey_problem();
    problem.size_on_emulator = problem.size_on_gpu = {colour.rows, colour.cols};
    problem.fill = [&](const Call& call) {
        if (call.size != Size{colour.rows, colour.cols}) {
            throw std::invalid_argument("--picture comes with its own size: leave out --size and --bench");
        }
        std::memcpy(call.inputs[0].data, colour.rgb.data(), colour.rgb.size());
    };
    const int code =
        ladder::run({grey_ladder(problem)}, static_cast<int>(given.others.size()), given.others.data());
    if (code != 0) return code;
    const gpu::Buffer<std::uint8_t> rgb(colour.rgb);
    gpu::Buffer<std::uint8_t> grey(colour.rows * colour.cols);
    ladder::named("guarded", rungs::kGrey).run(grey.data(), rgb.data(), colour.rows, colour.cols);
    const std::vector<std::uint8_t> pixels = grey.to_host();
    std::printf("%s", picture::preview(pixels, colour.rows, colour.cols, kLetters).c_str());
    if (given.output.empty()) return 0;
    picture::write_pgm(given.output, pixels, colour.rows, colour.cols);
    std::printf("\nwritten: %s\n", given.output.c_str());
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        picture::Arguments given = picture::arguments(argc, argv);
        if (!given.picture.empty()) return run_picture(given);
        return ladder::run({add_ladder(), grey_ladder(grey_problem())}, argc, argv, picture::kUsage);
    } catch (const std::exception& error) {  // from arguments, pictures and the device; not from a rung
        std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 2;
    }
}
