// 02.1, not solved, "which is no function": inline PTX that ends, traps, and jumps to what is no function.
#include <cstddef>

static __global__ void odd(float* out) {
    if (threadIdx.x == 0) asm volatile("exit;");
    if (threadIdx.x == 1) asm volatile("brkpt;");
    auto* const wild = reinterpret_cast<void (*)(float*)>(reinterpret_cast<std::size_t>(out));
    wild(out);
    asm volatile("trap;");
}

void transpose(float* out, const float*, std::size_t, std::size_t) { odd<<<1, 64>>>(out); }
