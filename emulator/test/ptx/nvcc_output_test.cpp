// The parser on what nvcc writes today: one source under each of the options that change its PTX.
#include <doctest/doctest.h>

#include <algorithm>

#include "emulator/loader/fatbin.hpp"
#include "emulator/ptx/parser.hpp"
#include "emulator/test/support/run_nvcc.hpp"

using namespace simt;
using namespace simt::ptx;

namespace {

// Line 2 is inlined into line 3, that into line 13.
const char* const kSource = R"(#include <cuda_fp16.h>
__device__ inline float inner(const float* p, int i) { return p[i] * p[i + 7]; }
__device__ inline float outer(const float* p, int i) { return inner(p, i) + 1.5f; }
struct __attribute__((packed)) Packed { char mark; int* pointer; };
__device__ int counter = 7;
__device__ Packed packed = {1, &counter};
__constant__ double table[2] = {1.5, -2.0};
struct Shape { __device__ virtual float area(float x) = 0; };
struct Square : Shape { float k; __device__ float area(float x) override { return k * x * x; } };
struct Circle : Shape { float k; __device__ float area(float x) override { return k * x; } };
extern "C" __global__ void __launch_bounds__(256, 2) inlining(const float* in, float* out, int n) {
    __shared__ float tile[32][33];
    tile[0][threadIdx.x] = outer(in, n);
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x % 32][0] + static_cast<float>(table[n & 1]);
}
extern "C" __global__ void everything(float* p, int n, __half2 h, Packed* q) {
    Square square; Circle circle; square.k = p[0]; circle.k = p[1];
    Shape* shapes[2] = {&square, &circle};
    p[2] = shapes[n & 1]->area(p[3]);
    switch (n) {
        case 0: p[4] = 1; break;
        case 1: p[7] = p[3]; break;
        case 2: __syncthreads(); p[9] = 4; break;
        case 3: p[3] *= p[4]; break;
        case 4: p[1] = atomicAdd(p, 2.0f); break;
        case 5: p[2] = __shfl_xor_sync(~0u, p[1], 1); break;
        case 6: p[1] = sinf(p[2]); break;
    }
    int a = 0, b = 0;
    asm volatile("{ .reg .pred q; setp.lt.s32 q, %1, 5; @!q bra done; mov.u32 %0, 0x10U;\ndone: }" : "=r"(a) : "r"(n));
    asm volatile("{ .reg .pred q; setp.gt.s32 q, %1, 9; @!q bra done; mov.u32 %0, WARP_SZ;\ndone: }" : "=r"(b) : "r"(n));
    *q = packed;
    p[8] = a + b + __low2float(h);
}
)";

// The module inside the fat binary that nvcc writes with these options; PTX alone, so that ptxas need not run.
Module compiled(const std::string& options) {
    const loader::Compiled file =
        loader::run_nvcc("-fatbin -gencode arch=compute_90,code=compute_90 " + options, kSource);
    for (const loader::Image& image : loader::read(std::as_bytes(std::span(file.bytes)))) {
        if (image.kind != loader::Image::Kind::Ptx) continue;
        CHECK(image.arch == 90);
        return parse({reinterpret_cast<const char*>(image.bytes.data()), image.bytes.size()});
    }
    FAIL("no PTX in the fat binary");
    return {};
}

const Function& function(const Module& module, const std::string& name) {
    const auto found = std::ranges::find(module.functions, name, &Function::name);
    REQUIRE(found != module.functions.end());
    return *found;
}

}  // namespace

TEST_CASE("PTX parses under every option that changes it, and means the same") {
    for (const char* options : {"-lineinfo", "-G --compress-mode=speed", "-rdc=true --compress-mode=size",
                                "-Xcicc -O0 --compress-mode=none", "-use_fast_math -std=c++20"}) {
        CAPTURE(options);
        const Module module = compiled(options);
        CHECK(module.target == "sm_90");
        CHECK(module.debug == (std::string(options).find("-G") == 0));
        const Function& inlining = function(module, "inlining");
        CHECK(inlining.entry);
        CHECK(inlining.parameters.size() == 3);
        CHECK(inlining.max_threads == Dim3{256, 1, 1});
        const auto tile = [](const Variable& v) { return v.space == Space::Shared && v.size == 32 * 33 * 4; };
        CHECK(std::ranges::count_if(inlining.variables, tile) +
                  std::ranges::count_if(module.variables, tile) ==
              1);
        const Function& everything = function(module, "everything");
        CHECK(everything.parameters.at(2).size == 4);
        CHECK(!everything.prototypes.empty());  // of the virtual call
        for (const auto& [label, index] : everything.labels) CHECK(index <= everything.body.size());
        for (const auto& [label, targets] : everything.branch_targets) {
            for (const std::string& target : targets) CHECK(everything.labels.contains(target));
        }
        CHECK(everything.labels.contains("done"));
        CHECK(everything.labels.contains("done@1"));
        const auto packed = std::ranges::find(module.variables, "packed", &Variable::name);
        REQUIRE(packed != module.variables.end());
        REQUIRE(packed->relocations.size() == 1);
        CHECK(packed->relocations[0].offset == 1);
        CHECK(packed->relocations[0].width == 8);
        CHECK(packed->relocations[0].symbol == "counter");
        const auto table = std::ranges::find(module.variables, "table", &Variable::name);
        REQUIRE(table != module.variables.end());
        CHECK(table->data == std::vector<u8>{0, 0, 0, 0, 0, 0, 0xf8, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0xc0});
    }
}

TEST_CASE("an inlined load names its line and the lines that it was inlined into") {
    const Module module = compiled("-lineinfo");
    const auto file =
        std::ranges::find_if(module.files, [](const auto& f) { return f.second.ends_with("k.cu"); });
    REQUIRE(file != module.files.end());
    const u32 number = file->first;
    int loads = 0;
    for (const Instruction& instruction : function(module, "inlining").body) {
        if (!instruction.opcode.starts_with("ld.global")) continue;
        ++loads;
        CHECK(instruction.places == std::vector<Place>{{number, 2}, {number, 3}, {number, 13}});
    }
    CHECK(loads == 2);
}
