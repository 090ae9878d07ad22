// Numbers of 16 and 8 bits as programs use them: cuda_fp16.h and cuda_bf16.h, the DPX minimum and maximum functions, dot
// products, the SIMD video intrinsics, and inline PTX that has no intrinsic. Each case compares with arithmetic on the
// host; ../narrow_programs_test.cpp runs them.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "emulator/test/programs/compared.cuh"

namespace {

constexpr int kCount = 333;

// kernel(out, a, b, c, kCount) for one output a thread.
template <class Kernel>
std::vector<unsigned> run_kernel(Kernel kernel, const std::vector<int>& a, const std::vector<int>& b,
                                 const std::vector<int>& c) {
    gpu::Buffer<int> device_a(a), device_b(b), device_c(c);
    gpu::Buffer<unsigned> out(kCount);
    const dim3 grid((kCount + 63) / 64), block(64);
    kernel<<<grid, block>>>(out.data(), device_a.data(), device_b.data(), device_c.data(), kCount);
    finish();
    return out.to_host();
}

template <class Kernel, class Expected>
bool agrees(Kernel kernel, int range, Expected expected) {
    const std::vector<int> a = numbers<int>(kCount, range, 1), b = numbers<int>(kCount, range, 2),
                           c = numbers<int>(kCount, range, 3);
    std::vector<unsigned> host(kCount);
    for (int k = 0; k < kCount; ++k) host[k] = static_cast<unsigned>(expected(a[k], b[k], c[k]));
    return same(run_kernel(kernel, a, b, c), host);
}

#define INDEX_OR_RETURN                                  \
    const int k = blockIdx.x * blockDim.x + threadIdx.x; \
    if (k >= n) return;

// Sums and products of 64ths are exact in double, so the host rounds once; each result is scaled to 1/4096.
unsigned quarter_bits(double value) { return static_cast<unsigned>(static_cast<int>(value * 4096)); }
double as_half(double value) { return static_cast<double>(__half2float(__double2half(value))); }
double as_bfloat(double value) { return static_cast<double>(__bfloat162float(__double2bfloat16(value))); }

__global__ void half_operators(unsigned* out, const int* a, const int* b, const int* c, int n) {
    INDEX_OR_RETURN
    const __half x = __float2half(a[k] / 64.0f), y = __float2half(b[k] / 64.0f),
                 z = __float2half(c[k] / 64.0f);
    const __half2 xy = __halves2half2(x, y), zz = __half2half2(z);
    const __half2 packed = __hfma2(xy, zz, __hneg2(xy));
    __half result = __hadd_rn(x * y, __hmax(y, z)) - __habs(x);
    if (x < y || __hisnan(z)) result = __hfma_relu(x, y, z);
    result = result + __low2half(packed) + __high2half(packed);
    out[k] = static_cast<unsigned>(static_cast<int>(__half2float(result) * 4096));
}
bool half_arithmetic() {
    return agrees(half_operators, 500, [](int a, int b, int c) {
        const double x = a / 64.0, y = b / 64.0, z = c / 64.0;
        double result = as_half(as_half(as_half(x * y) + std::max(y, z)) - std::fabs(x));
        if (x < y) result = std::max(0.0, as_half(x * y + z));
        return quarter_bits(as_half(as_half(result + as_half(x * z - x)) + as_half(y * z - y)));
    });
}

__global__ void bfloat_operators(unsigned* out, const int* a, const int* b, const int* c, int n) {
    INDEX_OR_RETURN
    const __nv_bfloat16 x = __float2bfloat16(a[k] / 64.0f), y = __float2bfloat16(b[k] / 64.0f);
    const __nv_bfloat162 pair = __hmul2_rn(__halves2bfloat162(x, y), __float2bfloat162_rn(c[k] / 64.0f));
    __nv_bfloat16 result = __hfma(x, y, __hmin(__low2bfloat16(pair), __high2bfloat16(pair)));
    if (__hge(x, y)) result = __hsub(result, -y);
    out[k] = static_cast<unsigned>(static_cast<int>(__bfloat162float(result) * 4096));
}
bool bfloat_arithmetic() {
    return agrees(bfloat_operators, 120, [](int a, int b, int c) {
        const double x = a / 64.0, y = b / 64.0, z = c / 64.0;
        double result = as_bfloat(x * y + std::min(as_bfloat(x * z), as_bfloat(y * z)));
        if (x >= y) result = as_bfloat(result + y);
        return quarter_bits(result);
    });
}

int low(int word) { return static_cast<short>(word & 0xffff); }
int high(int word) { return static_cast<short>(static_cast<unsigned>(word) >> 16); }
unsigned joined(int upper, int lower) {
    return static_cast<unsigned>(upper) << 16 | (static_cast<unsigned>(lower) & 0xffff);
}

__global__ void dpx_functions(unsigned* out, const int* a, const int* b, const int* c, int n) {
    INDEX_OR_RETURN
    bool first = false, second = false;
    const int largest = __vimax3_s32(a[k], b[k], c[k]), added = __viaddmax_s32_relu(a[k], b[k], c[k]);
    const unsigned pairs = __vimin3_s16x2(a[k], b[k], c[k]) ^ __viaddmin_s16x2(a[k], b[k], c[k]);
    const unsigned chosen = __vibmax_s16x2(a[k], b[k], &second, &first);
    out[k] = static_cast<unsigned>(largest) + static_cast<unsigned>(added) * 3 + pairs * 5 + chosen * 7 +
             first * 11 + second * 13;
}
bool dpx() {
    return agrees(dpx_functions, 1 << 23, [](int a, int b, int c) {
        const auto unsign = [](int value) { return static_cast<unsigned>(value); };
        const unsigned least =
            joined(std::min({high(a), high(b), high(c)}), std::min({low(a), low(b), low(c)}));
        const int high_sum = static_cast<short>(high(a) + high(b)),
                  low_sum = static_cast<short>(low(a) + low(b));
        const unsigned sums = joined(std::min(high_sum, high(c)), std::min(low_sum, low(c)));
        const unsigned larger = joined(std::max(high(a), high(b)), std::max(low(a), low(b)));
        return unsign(std::max({a, b, c})) + unsign(std::max({a + b, c, 0})) * 3 + (least ^ sums) * 5 +
               larger * 7 + (low(a) >= low(b)) * 11 + (high(a) >= high(b)) * 13;
    });
}

int byte(int word, int k) { return static_cast<signed char>(word >> (8 * k) & 0xff); }
int unsigned_byte(int word, int k) { return word >> (8 * k) & 0xff; }

__global__ void byte_intrinsics(unsigned* out, const int* a, const int* b, const int* c, int n) {
    INDEX_OR_RETURN
    const unsigned dot = static_cast<unsigned>(__dp4a(a[k], b[k], c[k]) + __dp2a_hi(a[k], b[k], c[k]));
    const unsigned sums = __vadd4(a[k], b[k]) ^ __vabsdiffu4(a[k], c[k]) ^ __vmaxu4(b[k], c[k]);
    out[k] =
        dot + sums * 3 + __vsadu4(a[k], b[k]) * 5 + __vcmpgts4(a[k], b[k]) * 7 + __vavgu4(a[k], c[k]) * 11;
}
bool bytes() {
    return agrees(byte_intrinsics, 1 << 23, [](int a, int b, int c) {
        unsigned dot = static_cast<unsigned>(c) * 2, sums = 0, distance = 0, greater = 0, average = 0;
        dot += static_cast<unsigned>(low(a) * byte(b, 2) + high(a) * byte(b, 3));
        for (int k = 0; k < 4; ++k) {
            const int x = unsigned_byte(a, k), y = unsigned_byte(b, k), z = unsigned_byte(c, k);
            dot += static_cast<unsigned>(byte(a, k) * byte(b, k));
            sums |= static_cast<unsigned>(((x + y) & 0xff) ^ std::abs(x - z) ^ std::max(y, z)) << (8 * k);
            distance += static_cast<unsigned>(std::abs(x - y));
            greater |= (byte(a, k) > byte(b, k) ? 0xffu : 0u) << (8 * k);
            average |= static_cast<unsigned>((x + z + 1) >> 1) << (8 * k);
        }
        return dot + sums * 3 + distance * 5 + greater * 7 + average * 11;
    });
}

// What only PTX has: selectors, a comparison into a number, a logic instruction that tests its result, 8-bit registers.
__global__ void written_in_ptx(unsigned* out, const int* a, const int* b, const int* c, int n) {
    INDEX_OR_RETURN
    unsigned video, compared, tested, rejoined, packed;
    asm("vadd.s32.s32.u32.sat.max %0, %1.h1, %2.b0, %3;" : "=r"(video) : "r"(a[k]), "r"(b[k]), "r"(c[k]));
    asm("{.reg .pred p; setp.gt.s32 p, %3, 0; set.lt.and.u32.s32 %0, %1, %2, p;}"
        : "=r"(compared)
        : "r"(a[k]), "r"(b[k]), "r"(c[k]));
    asm("{.reg .pred p, q; .reg .b32 d; setp.gt.s32 q, %3, 0; lop3.or.b32 d|p, %1, %2, %3, 0x80, q;\n"
        "selp.u32 %0, d, 7, p;}"
        : "=r"(tested)
        : "r"(a[k]), "r"(b[k]), "r"(c[k]));
    asm("{.reg .b8 w, x, y, z; mov.b32 {w, x, y, z}, %1; mov.b32 %0, {z, y, x, w};}"
        : "=r"(rejoined)
        : "r"(a[k]));
    asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;"
        : "=r"(packed)
        : "r"(a[k] >> 16), "r"(b[k] >> 16), "r"(c[k]));
    out[k] = video + compared * 3 + tested * 5 + rejoined * 7 + packed * 11;
}
bool inline_ptx() {
    return agrees(written_in_ptx, 1 << 24, [](int a, int b, int c) {
        const unsigned video = static_cast<unsigned>(std::max(high(a) + unsigned_byte(b, 0), c));
        const unsigned both = static_cast<unsigned>(a & b & c);
        const unsigned rejoined = __builtin_bswap32(static_cast<unsigned>(a));
        const auto clamped = [](int value) { return static_cast<unsigned>(std::clamp(value, 0, 255)); };
        const unsigned packed = static_cast<unsigned>(c) << 16 | clamped(a >> 16) << 8 | clamped(b >> 16);
        return video + (a < b && c > 0 ? ~0u : 0u) * 3 + (both != 0 || c > 0 ? both : 7u) * 5 + rejoined * 7 +
               packed * 11;
    });
}

constexpr Computation kNarrow[] = {
    {"half_arithmetic", half_arithmetic},
    {"bfloat_arithmetic", bfloat_arithmetic},
    {"dpx", dpx},
    {"bytes", bytes},
    {"inline_ptx", inline_ptx},
};

}  // namespace

int main() {
    run_all(kNarrow);
    return 0;
}
