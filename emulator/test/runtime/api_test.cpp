// What a program is told of its launches by the functions of api.h.
#include "emulator/api.h"
#include "emulator/exec/launch_record.hpp"

#include <doctest/doctest.h>

#include <string>

#include "emulator/runtime/context.hpp"
#include "emulator/runtime/entry_points.hpp"

using namespace simt;

namespace {

// Adds a launch of 2 × 3 blocks with counts in two lines; returns its number.
uint64_t add_launch(exec::Status status) {
    exec::Launch launch;
    launch.grid = {2, 3, 1};
    launch.block = {32, 4, 1};
    launch.status = status;
    launch.message = "deadlock in line 7";
    for (const u32 line : {7u, 9u}) {
        cost::LineCounters counters;
        counters.file = "/a/folder with blanks/k.cu";
        counters.line = line;
        counters.global_load_sectors = 10 * line;
        launch.lines.push_back(counters);
    }
    runtime::context().history.add(launch);
    return simt_launch_count();
}

}  // namespace

TEST_CASE("a launch has its shape, its lines by counter, and what ended it") {
    const uint64_t launch = add_launch(exec::Status::Trap);
    unsigned grid[3] = {}, block[3] = {};
    REQUIRE(simt_launch_shape(launch, grid, block) == 0);
    CHECK(grid[1] == 3);
    CHECK(block[0] == 32);
    CHECK(simt_launch_lines(launch, "global_load_sectors") ==
          std::string("70 7 /a/folder with blanks/k.cu\n90 9 /a/folder with blanks/k.cu\n"));
    CHECK(simt_launch_message(launch) == std::string("deadlock in line 7"));
    CHECK(simt_launch_message(add_launch(exec::Status::Ok)) == std::string());
}

TEST_CASE("a program names its arrays, and parts of them") {
    void* device = nullptr;
    REQUIRE(cudaMalloc(&device, 1000) == cudaSuccess);
    const char* const first = static_cast<const char*>(device);
    const auto shapes = [&] { return runtime::context().space.find(reinterpret_cast<u64>(device))->shapes; };
    CHECK(simt_annotate(first, 5, 10, 10, 4, "A") == 0);
    CHECK(simt_annotate(first + 400, 3, 10, 16, 4, "lower\npart") == 0);
    REQUIRE(shapes().size() == 2);
    CHECK(shapes()[0] == memory::Shape{5, 10, 10, 4, 0, "A"});
    CHECK(shapes()[1] == memory::Shape{3, 10, 16, 4, 400, "lower part"});
    CHECK(simt_annotate(first, 1, 250, 250, 4, "whole") == 0);
    REQUIRE(shapes().size() == 2);
    CHECK(shapes()[1] == memory::Shape{1, 250, 250, 4, 0, "whole"});
    CHECK(simt_annotate(nullptr, 0, 10, 10, 4, "nothing") == 0);
    REQUIRE(cudaFree(device) == cudaSuccess);
}

TEST_CASE("what is no array of the device gets no name") {
    void* device = nullptr;
    REQUIRE(cudaMalloc(&device, 1000) == cudaSuccess);
    const int on_the_host = 0;
    CHECK(simt_annotate(&on_the_host, 1, 1, 1, 4, "host") == -1);
    CHECK(simt_annotate(device, 1, 251, 251, 4, "too long") == -1);
    CHECK(simt_annotate(device, 3, 10, 121, 4, "too long in rows") == -1);
    CHECK(simt_annotate(device, ~u64{0}, 2, 2, 8, "beyond 64 bits") == -1);
    CHECK(simt_annotate(device, 10, 10, 9, 4, "rows that overlap") == -1);
    CHECK(simt_annotate(device, 1, 1, 1, 4, nullptr) == -1);
    CHECK(runtime::context().space.find(reinterpret_cast<u64>(device))->shapes.empty());
    CHECK(simt_annotate(device, 3, 10, 120, 4, "just fits") == 0);
    REQUIRE(cudaFree(device) == cudaSuccess);
    CHECK(simt_annotate(device, 1, 1, 1, 4, "freed") == -1);
}

TEST_CASE("calls are counted by name, those that fail or are not supported, too") {
    const uint64_t before = simt_calls_of("cudaMem"), copies = simt_calls_of("cudaMemcpy");
    int to = 0, from = 7;
    CHECK(cudaMemcpy(&to, &from, sizeof to, cudaMemcpyHostToHost) == cudaSuccess);
    CHECK(cudaMemcpyPeer(nullptr, 0, nullptr, 1, 4) != cudaSuccess);
    CHECK(simt_latest_call_of("cudaMemcpy") == std::string("cudaMemcpyPeer"));
    CHECK(cudaMemRangeGetAttribute(&to, 4, cudaMemRangeAttributeReadMostly, &from, 4) ==
          cudaErrorNotSupported);
    CHECK(cudaMemcpyFromArray(&to, nullptr, 0, 0, 4, cudaMemcpyDeviceToHost) != cudaSuccess);
    CHECK(simt_latest_call_of("cudaMemcpy") == std::string("cudaMemcpyFromArray"));
    CHECK(cudaMemset(nullptr, 0, 0) == cudaSuccess);
    CHECK(simt_calls_of("cudaMemcpy") == copies + 3);
    CHECK(simt_calls_of("cudaMem") == before + 5);
    CHECK(simt_latest_call_of("no such call") == std::string());
    const uint64_t launches = simt_calls_of("kernel launch");
    CHECK(cudaLaunchKernel(nullptr, 1, 1, nullptr, 0, nullptr) != cudaSuccess);
    CHECK(simt_calls_of("kernel launch") == launches + 1);
    cudaGetLastError();
}

TEST_CASE("all device memory counts as allocated, and a limit holds for all of it") {
    const uint64_t before = simt_allocated_bytes();
    void *pitched = nullptr, *fits = nullptr;
    size_t pitch = 0, left = 0, total = 0;
    REQUIRE(cudaMallocPitch(&pitched, &pitch, 10, 4) == cudaSuccess);
    CHECK(simt_allocated_bytes() == before + 4 * pitch);
    simt_limit_memory(before + 4 * pitch + 100);
    CHECK(cudaMemGetInfo(&left, &total) == cudaSuccess);
    CHECK(left == 100);
    CHECK(cudaMallocPitch(&fits, &pitch, 10, 4) == cudaErrorMemoryAllocation);
    CHECK(cudaMalloc(&fits, 101) == cudaErrorMemoryAllocation);
    CHECK(cudaMalloc(&fits, 100) == cudaSuccess);
    simt_limit_memory(UINT64_MAX);
    CHECK(cudaFree(fits) == cudaSuccess);
    CHECK(cudaFree(pitched) == cudaSuccess);
    CHECK(simt_allocated_bytes() == before);
    cudaGetLastError();
}

TEST_CASE("rows so far apart that their length wraps around are refused") {
    void* device = nullptr;
    REQUIRE(cudaMalloc(&device, 1000) == cudaSuccess);
    const u64 half = u64{1} << 63;
    CHECK(cudaMemset2D(device, half, 0, 8, 3) != cudaSuccess);
    char host[8] = {};
    CHECK(cudaMemcpy2D(device, half, host, 8, 8, 3, cudaMemcpyHostToDevice) != cudaSuccess);
    CHECK(cudaFree(device) == cudaSuccess);
    cudaGetLastError();
}

TEST_CASE("a launch or a counter that does not exist is said so") {
    const uint64_t none = add_launch(exec::Status::Ok) + 1;
    unsigned grid[3], block[3];
    CHECK(simt_launch_shape(none, grid, block) == -1);
    CHECK(simt_launch_lines(none, "global_load_sectors") == nullptr);
    CHECK(simt_launch_lines(none - 1, "no_counter") == nullptr);
    CHECK(simt_launch_message(none) == nullptr);
}

TEST_CASE("a refused copy and a copy of unwritten memory can be read although no launch has them") {
    void* device = nullptr;
    REQUIRE(cudaMalloc(&device, 8) == cudaSuccess);
    char host[8] = {};
    const uint64_t before = simt_finding_count();
    CHECK(cudaMemcpy(host, device, 8, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    CHECK(std::string(simt_call_report()).starts_with("simt: cudaMemcpy: the destination must be device"));
    CHECK(cudaMemcpy(host, device, 8, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(std::string(simt_call_report()).starts_with("simt: never written: cudaMemcpy reads 8 bytes"));
    CHECK(simt_finding_count() == before + 2);
    CHECK(cudaFree(device) == cudaSuccess);
}
