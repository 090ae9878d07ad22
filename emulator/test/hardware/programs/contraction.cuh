// Products and sums that PTX writes apart and without a rounding modifier: ptxas may join them into one fused operation, and
// then the result is rounded once. Which ones it joins shows in the bits.
#pragma once

#include "emulator/test/hardware/programs/recorded.cuh"

namespace kernels {

enum class Contraction {
    ProductPlus,      // a * b + c
    PlusProduct,      // c + a * b
    TwoProductsPlus,  // a * b + c * a
    ProductMinus,
    MinusProduct,
    TwoProductsMinus,
    UsedTwice,     // the product is stored as well
    OtherBlock,    // a branch lies between
    Rounded,       // mul.rn, sub.rn: to be left alone
    RoundedFirst,  // mul.rn, sub
    RoundedLast,   // mul, sub.rn
    Doubles,
};

// PTX that computes r (%0) from a, b and c (%1 to %3).
#define INTO_R(ptx) asm volatile(ptx : "=f"(r) : "f"(a), "f"(b), "f"(c))

template <Contraction kWhat>
__global__ void contract(const float* in, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float a = in[i], b = in[i + n], c = in[i + 2 * n];
    float r = 0, p = 0;
    if constexpr (kWhat == Contraction::ProductPlus)
        INTO_R("{.reg .f32 t; mul.f32 t, %1, %2; add.f32 %0, t, %3;}");
    if constexpr (kWhat == Contraction::PlusProduct)
        INTO_R("{.reg .f32 t; mul.f32 t, %1, %2; add.f32 %0, %3, t;}");
    if constexpr (kWhat == Contraction::TwoProductsPlus)
        INTO_R("{.reg .f32 t, u; mul.f32 t, %1, %2; mul.f32 u, %3, %1; add.f32 %0, t, u;}");
    if constexpr (kWhat == Contraction::ProductMinus)
        INTO_R("{.reg .f32 t; mul.f32 t, %1, %2; sub.f32 %0, t, %3;}");
    if constexpr (kWhat == Contraction::MinusProduct)
        INTO_R("{.reg .f32 t; mul.f32 t, %1, %2; sub.f32 %0, %3, t;}");
    if constexpr (kWhat == Contraction::TwoProductsMinus)
        INTO_R("{.reg .f32 t, u; mul.f32 t, %1, %2; mul.f32 u, %3, %1; sub.f32 %0, t, u;}");
    if constexpr (kWhat == Contraction::UsedTwice)
        asm volatile("mul.f32 %1, %2, %3; sub.f32 %0, %4, %1;" : "=f"(r), "=&f"(p) : "f"(a), "f"(b), "f"(c));
    if constexpr (kWhat == Contraction::OtherBlock) {
        asm volatile("mul.f32 %0, %1, %2;" : "=f"(p) : "f"(a), "f"(b));
        if (c > 60) {
            asm volatile("sub.f32 %0, %1, %2;" : "=f"(r) : "f"(c), "f"(p));
            out[2 * i + 1] = r;
            out[2 * i] = 7;
        }
        return;
    }
    if constexpr (kWhat == Contraction::Rounded)
        INTO_R("{.reg .f32 t; mul.rn.f32 t, %1, %2; sub.rn.f32 %0, %3, t;}");
    if constexpr (kWhat == Contraction::RoundedFirst)
        INTO_R("{.reg .f32 t; mul.rn.f32 t, %1, %2; sub.f32 %0, %3, t;}");
    if constexpr (kWhat == Contraction::RoundedLast)
        INTO_R("{.reg .f32 t; mul.f32 t, %1, %2; sub.rn.f32 %0, %3, t;}");
    if constexpr (kWhat == Contraction::Doubles) {
        const double da = a / 3.0, db = b / 3.0, dc = c / 3.0;
        double dr;
        asm volatile("{.reg .f64 t; mul.f64 t, %1, %2; sub.f64 %0, %3, t;}"
                     : "=d"(dr)
                     : "d"(da), "d"(db), "d"(dc));
        r = __int_as_float(__double2loint(dr)), p = __int_as_float(__double2hiint(dr));
    }
    out[2 * i] = r;
    out[2 * i + 1] = p;
}

#undef INTO_R

template <Contraction kWhat>
void run_contraction(const char* name) {
    const int n = 500;
    const auto in = random_floats(3 * n, 90);
    auto out = zeros<float>(2 * n);
    contract<kWhat><<<blocks_for(n, 64), 64>>>(in.data(), out.data(), n);
    record(name, n, out);
}

inline void run_contractions() {
    run_contraction<Contraction::ProductPlus>("contract_product_plus");
    run_contraction<Contraction::PlusProduct>("contract_plus_product");
    run_contraction<Contraction::TwoProductsPlus>("contract_two_products_plus");
    run_contraction<Contraction::ProductMinus>("contract_product_minus");
    run_contraction<Contraction::MinusProduct>("contract_minus_product");
    run_contraction<Contraction::TwoProductsMinus>("contract_two_products_minus");
    run_contraction<Contraction::UsedTwice>("contract_used_twice");
    run_contraction<Contraction::OtherBlock>("contract_other_block");
    run_contraction<Contraction::Rounded>("contract_rounded");
    run_contraction<Contraction::RoundedFirst>("contract_rounded_first");
    run_contraction<Contraction::RoundedLast>("contract_rounded_last");
    run_contraction<Contraction::Doubles>("contract_doubles");
}

}  // namespace kernels
