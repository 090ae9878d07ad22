// Pairs of instructions for which ptxas 13.0 does not write what the PTX ISA says, with an H200 as the witness: the random
// programs (emulator/test/random) keep clear of them. Each pair is run as it stands and once more with a value hidden from
// ptxas (an exclusive or with a zero that it cannot know). Prints "case,input,as it stands,hidden", in hexadecimal; where the
// compiler is right, the last two are equal. ../compiler_test.cpp; results/compiler.csv is what an H200 printed.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <vector>

#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"

namespace {

__device__ uint64_t bits(uint16_t value) { return value; }
__device__ uint64_t bits(float value) { return __float_as_uint(value); }
__device__ uint64_t bits(double value) { return static_cast<uint64_t>(__double_as_longlong(value)); }

// A conversion that saturates an integer, and one that saturates the same bits as a floating-point number.
#define SATURATE_TWICE(name, first, second, Between, between, Out, to)                \
    template <bool kHidden>                                                           \
    __global__ void name(const int* in, uint64_t* out, int zero) {                    \
        Between integer;                                                              \
        Out result;                                                                   \
        asm volatile(first " %0, %1;" : "=" between(integer) : "r"(in[threadIdx.x])); \
        if (kHidden) integer = static_cast<Between>(integer ^ zero);                  \
        asm volatile(second " %0, %1;" : "=" to(result) : between(integer));          \
        out[threadIdx.x] = bits(result);                                              \
    }
SATURATE_TWICE(half_of_u16, "cvt.sat.u16.s32", "cvt.sat.f16.f16", uint16_t, "h", uint16_t, "h")
SATURATE_TWICE(half_of_s16, "cvt.sat.s16.s32", "cvt.sat.f16.f16", uint16_t, "h", uint16_t, "h")
SATURATE_TWICE(half_of_s8, "cvt.sat.s8.s32", "cvt.sat.f16.f16", uint16_t, "h", uint16_t, "h")
SATURATE_TWICE(float_of_u16, "cvt.sat.u16.s32", "cvt.sat.f32.f16", uint16_t, "h", float, "f")
SATURATE_TWICE(double_of_u16, "cvt.sat.u16.s32", "cvt.sat.f64.f16", uint16_t, "h", double, "d")
SATURATE_TWICE(half_of_u8, "cvt.u16.u32", "cvt.sat.f16.f16", uint16_t, "h", uint16_t, "h")

// Two saturating conversions between integers: these are as they should be.
SATURATE_TWICE(s8_of_u8, "cvt.sat.u8.s32", "cvt.sat.s8.u16", uint16_t, "h", uint16_t, "h")

// The result of set, which is all ones or zero, compared with a constant.
#define COMPARE_SET(name, compare, constant)                                                       \
    template <bool kHidden>                                                                        \
    __global__ void name(const int* in, uint64_t* out, int zero) {                                 \
        uint32_t ones, result;                                                                     \
        asm volatile("set.lt.u32.s32 %0, %1, 5;" : "=r"(ones) : "r"(in[threadIdx.x]));             \
        if (kHidden) ones ^= zero;                                                                 \
        asm volatile("{.reg .pred p; setp." compare " p, %1, " constant "; selp.u32 %0, 7, 3, p;}" \
                     : "=r"(result)                                                                \
                     : "r"(ones));                                                                 \
        out[threadIdx.x] = result;                                                                 \
    }
COMPARE_SET(eq_1, "eq.b32", "1")
COMPARE_SET(ne_1, "ne.b32", "1")
COMPARE_SET(eq_0, "eq.b32", "0")
COMPARE_SET(ne_0, "ne.b32", "0")
COMPARE_SET(eq_2, "eq.b32", "2")
COMPARE_SET(ne_2, "ne.b32", "2")
COMPARE_SET(eq_ones, "eq.b32", "-1")
COMPARE_SET(ne_ones, "ne.b32", "-1")
COMPARE_SET(lt_1, "lt.s32", "1")
COMPARE_SET(gt_1, "gt.s32", "1")
COMPARE_SET(lo_1, "lt.u32", "1")
COMPARE_SET(hi_1, "gt.u32", "1")
COMPARE_SET(ge_1, "ge.s32", "1")
COMPARE_SET(lt_0, "lt.s32", "0")
COMPARE_SET(gt_0, "gt.u32", "0")
COMPARE_SET(gt_ones, "gt.s32", "-1")
COMPARE_SET(lt_2, "lt.s32", "2")
COMPARE_SET(hs_most, "ge.u32", "-1")

template <bool kHidden>
__global__ void set_of_set(const int* in, uint64_t* out, int zero) {
    uint32_t ones, result;
    asm volatile("set.lt.s32.s32 %0, %1, 5;" : "=r"(ones) : "r"(in[threadIdx.x]));
    if (kHidden) ones ^= zero;
    asm volatile("set.ne.s32.b32 %0, %1, 1;" : "=r"(result) : "r"(ones));
    out[threadIdx.x] = result;
}

// Under a guard that is false nothing may change; hidden is the guard.
template <bool kHidden>
__global__ void guarded_testp(const int* in, uint64_t* out, int zero) {
    uint32_t result;
    const uint32_t value = static_cast<uint32_t>(in[threadIdx.x]), guard = value & 1;
    if (kHidden)
        asm volatile(
            "{.reg .pred p, q, r; .reg .f32 f; mov.b32 f, %1; setp.lt.s32 p, %1, 5; setp.ne.u32 q, %2, 0;\n"
            "testp.normal.f32 r, f; and.pred r, r, q; not.pred q, q; and.pred p, p, q; or.pred p, p, r;\n"
            "selp.u32 %0, 7, 3, p;}"
            : "=r"(result)
            : "r"(value), "r"(guard));
    else
        asm volatile(
            "{.reg .pred p, q; .reg .f32 f; mov.b32 f, %1; setp.lt.s32 p, %1, 5; setp.ne.u32 q, %2, 0;\n"
            "@q testp.normal.f32 p, f; selp.u32 %0, 7, 3, p;}"
            : "=r"(result)
            : "r"(value), "r"(guard));
    out[threadIdx.x] = result + zero;
}

template <bool kHidden>
__global__ void guarded_set(const int* in, uint64_t* out, int zero) {
    uint32_t result = 0x12345678u + zero;
    const uint32_t value = static_cast<uint32_t>(in[threadIdx.x]), guard = value & 1;
    if (kHidden)
        asm volatile(
            "{.reg .pred q; .reg .b32 t; setp.ne.u32 q, %2, 0; set.lt.u32.s32 t, %1, 5; selp.b32 %0, t, %0, "
            "q;}"
            : "+r"(result)
            : "r"(value), "r"(guard));
    else
        asm volatile("{.reg .pred q; setp.ne.u32 q, %2, 0; @q set.lt.u32.s32 %0, %1, 5;}"
                     : "+r"(result)
                     : "r"(value), "r"(guard));
    out[threadIdx.x] = result;
}

template <bool kHidden>
__global__ void guarded_set_of_floats(const int* in, uint64_t* out, int zero) {
    uint32_t result = 0x12345678u + zero;
    const uint32_t value = static_cast<uint32_t>(in[threadIdx.x]), guard = value & 1;
    if (kHidden)
        asm volatile(
            "{.reg .pred q; .reg .f32 f, t; .reg .b32 w; mov.b32 f, %1; setp.ne.u32 q, %2, 0;\n"
            "set.lt.f32.f32 t, f, 0f3f800000; mov.b32 w, t; selp.b32 %0, w, %0, q;}"
            : "+r"(result)
            : "r"(value), "r"(guard));
    else
        asm volatile(
            "{.reg .pred q; .reg .f32 f, t; mov.b32 f, %1; mov.b32 t, %0; setp.ne.u32 q, %2, 0;\n"
            "@q set.lt.f32.f32 t, f, 0f3f800000; mov.b32 %0, t;}"
            : "+r"(result)
            : "r"(value), "r"(guard));
    out[threadIdx.x] = result;
}

template <bool kHidden>
__global__ void guarded_set_of_doubles(const int* in, uint64_t* out, int zero) {
    uint32_t result = 0x12345678u + zero;
    const uint32_t value = static_cast<uint32_t>(in[threadIdx.x]), guard = value & 1;
    if (kHidden)
        asm volatile(
            "{.reg .pred q; .reg .f64 f; .reg .b32 t; cvt.rn.f64.s32 f, %1; setp.ne.u32 q, %2, 0;\n"
            "set.lt.u32.f64 t, f, 0d4014000000000000; selp.b32 %0, t, %0, q;}"
            : "+r"(result)
            : "r"(value), "r"(guard));
    else
        asm volatile(
            "{.reg .pred q; .reg .f64 f; cvt.rn.f64.s32 f, %1; setp.ne.u32 q, %2, 0;\n"
            "@q set.lt.u32.f64 %0, f, 0d4014000000000000;}"
            : "+r"(result)
            : "r"(value), "r"(guard));
    out[threadIdx.x] = result;
}

template <bool kHidden>
__global__ void guarded_set_of_long(const int* in, uint64_t* out, int zero) {
    uint32_t result = 0x12345678u + zero;
    const int64_t value = in[threadIdx.x];
    const uint32_t guard = static_cast<uint32_t>(value) & 1;
    if (kHidden)
        asm volatile(
            "{.reg .pred q; .reg .b32 t; setp.ne.u32 q, %2, 0; set.lt.u32.s64 t, %1, 5; selp.b32 %0, t, %0, "
            "q;}"
            : "+r"(result)
            : "l"(value), "r"(guard));
    else
        asm volatile("{.reg .pred q; setp.ne.u32 q, %2, 0; @q set.lt.u32.s64 %0, %1, 5;}"
                     : "+r"(result)
                     : "l"(value), "r"(guard));
    out[threadIdx.x] = result;
}

// The guard is the result of a comparison with the number that is tested.
template <bool kHidden>
__global__ void guarded_set_again(const int* in, uint64_t* out, int zero) {
    uint32_t result = 0x12345678u + zero;
    const int value = in[threadIdx.x];
    if (kHidden)
        asm volatile(
            "{.reg .pred q; .reg .b32 t; setp.gt.s32 q, %1, 3; set.eq.s32.b32 t, %1, %2; selp.b32 %0, t, %0, "
            "q;}"
            : "+r"(result)
            : "r"(value), "r"(zero + 4));
    else
        asm volatile("{.reg .pred q; setp.gt.s32 q, %1, 3; @q set.eq.s32.b32 %0, %1, %2;}"
                     : "+r"(result)
                     : "r"(value), "r"(zero + 4));
    out[threadIdx.x] = result;
}

using Kernel = void (*)(const int*, uint64_t*, int);
struct Pair {
    const char* name;
    Kernel as_it_stands, hidden;
};
#define PAIR(name) \
    { #name, name < false>, name < true> }
const Pair kPairs[] = {PAIR(half_of_u16),
                       PAIR(half_of_s16),
                       PAIR(half_of_s8),
                       PAIR(float_of_u16),
                       PAIR(double_of_u16),
                       PAIR(half_of_u8),
                       PAIR(s8_of_u8),
                       PAIR(eq_1),
                       PAIR(ne_1),
                       PAIR(eq_0),
                       PAIR(ne_0),
                       PAIR(eq_2),
                       PAIR(ne_2),
                       PAIR(eq_ones),
                       PAIR(ne_ones),
                       PAIR(lt_1),
                       PAIR(gt_1),
                       PAIR(lo_1),
                       PAIR(hi_1),
                       PAIR(ge_1),
                       PAIR(lt_0),
                       PAIR(gt_0),
                       PAIR(gt_ones),
                       PAIR(lt_2),
                       PAIR(hs_most),
                       PAIR(set_of_set),
                       PAIR(guarded_testp),
                       PAIR(guarded_set),
                       PAIR(guarded_set_of_floats),
                       PAIR(guarded_set_of_doubles),
                       PAIR(guarded_set_of_long),
                       PAIR(guarded_set_again)};

}  // namespace

int main() {
    const std::vector<int> inputs = {0,      1,      -1,     3,      4,      5,          0x3800,     0x3c00,
                                     0x4000, 0x7c01, 0x7fff, 0x8000, 0xffff, 0x3f800001, 0x7fffffff, -0x8000};
    const gpu::Buffer<int> in(inputs);
    std::printf("case,input,as it stands,hidden\n");
    for (const Pair& pair : kPairs) {
        gpu::Buffer<uint64_t> out(inputs.size()), hidden(inputs.size());
        pair.as_it_stands<<<1, static_cast<unsigned>(inputs.size())>>>(in.data(), out.data(), 0);
        pair.hidden<<<1, static_cast<unsigned>(inputs.size())>>>(in.data(), hidden.data(), 0);
        CUDA_CHECK(cudaGetLastError());
        const std::vector<uint64_t> one = out.to_host(), other = hidden.to_host();
        for (std::size_t k = 0; k < inputs.size(); ++k)
            std::printf("%s,%x,%llx,%llx\n", pair.name, static_cast<unsigned>(inputs[k]),
                        static_cast<unsigned long long>(one[k]), static_cast<unsigned long long>(other[k]));
    }
    return 0;
}
