// mma and wmma.mma: collects the lanes' registers into matrices, multiplies them, and hands out the result. Also the addresses of
// wmma's fragments. matrix_sum.hpp has the arithmetic of the floating-point types but f64.
//
// f64: each element is a chain of fused multiply-adds that begins with C and follows k, as on an H200, NaNs included.
#include <bit>
#include <cfenv>
#include <cstring>
#include <vector>

#include "emulator/decode/matrix_product.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/lanes.hpp"
#include "emulator/exec/ops/matrix_multiply.hpp"
#include "emulator/exec/ops/matrix_registers.hpp"
#include "emulator/exec/stop.hpp"
#include "emulator/isa/matrix_product.hpp"

namespace simt::exec::SIMT_ISA {

namespace {

constexpr u32 kMost = 512;  // numbers of a factor or of an accumulator

const MatrixProduct& product_of(Warp& warp, const Op* op) {
    return warp.state->worker->code->products[op->detail];
}

template <FragmentOf which>
void collect(Warp& warp, const MatrixProduct& product, u32* numbers) {
    collect(warp.rows, product.form->of(which), product.slots[static_cast<u32>(which)], numbers);
}

void hand_out(Warp& warp, const MatrixProduct& product, const u32* numbers) {
    hand_out(warp.rows, product.form->of(FragmentOf::D), product.slots[static_cast<u32>(FragmentOf::D)],
             numbers);
}

const Op* multiply_floats(Warp& warp, const Op* op) {
    if (!whole_warp(warp, op)) return nullptr;
    const MatrixProduct& product = product_of(warp, op);
    const MatrixForm& form = *product.form;
    FloatMatrix<kMost> a, b;
    u32 c[kMost], d[kMost];
    collect<FragmentOf::A>(warp, product, a.bits);
    collect<FragmentOf::B>(warp, product, b.bits);
    collect<FragmentOf::C>(warp, product, c);
    a.unpack_all(form.of(FragmentOf::A).number, form.products * form.m * form.k, form.sums);
    b.unpack_all(form.of(FragmentOf::B).number, form.products * form.k * form.n, form.sums);
    for (u32 p = 0; p < form.products; ++p)
        for (u32 i = 0; i < form.m; ++i)
            for (u32 j = 0; j < form.n; j += kColumns) {
                const u32 at = (p * form.m + i) * form.n + j;
                multiply_row(form, a.view().from((p * form.m + i) * form.k),
                             b.view().from(p * form.k * form.n + j), c + at, d + at);
            }
    hand_out(warp, product, d);
    return op + 1;
}

// Products of integers or of single bits.
template <bool bits>
const Op* multiply_integers(Warp& warp, const Op* op) {
    if (!whole_warp(warp, op)) return nullptr;
    const MatrixProduct& product = product_of(warp, op);
    const MatrixForm& form = *product.form;
    alignas(64) u32 a[2 * kMost], b[2 * kMost], c[kMost], d[kMost];
    collect<FragmentOf::A>(warp, product, a);
    collect<FragmentOf::B>(warp, product, b);
    collect<FragmentOf::C>(warp, product, c);
    if (!bits) {
        extend(form.of(FragmentOf::A).number, a, form.m * form.k);
        extend(form.of(FragmentOf::B).number, b, form.k * form.n);
    }
    for (u32 i = 0; i < form.m; ++i)
        for (u32 j = 0; j < form.n; j += kColumns) {
            const u32 at = i * form.n + j;
            multiply_integer_row<bits>(form, a + i * form.k, b + j, c + at, d + at);
        }
    hand_out(warp, product, d);
    return op + 1;
}

const Op* multiply_doubles(Warp& warp, const Op* op) {
    if (!whole_warp(warp, op)) return nullptr;
    const MatrixProduct& product = product_of(warp, op);
    const MatrixForm& form = *product.form;
    alignas(64) double a[kMost], b[kMost], sum[kMost];
    const auto collect_doubles = [&](FragmentOf which, double* numbers) {
        each_register_of<double>(warp.rows, form.of(which), product.slots[static_cast<u32>(which)],
                                 [=](double value, const u16* index) { numbers[*index] = value; });
    };
    collect_doubles(FragmentOf::A, a);
    collect_doubles(FragmentOf::B, b);
    collect_doubles(FragmentOf::C, sum);
    constexpr int kModes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
    const int before = std::fegetround();
    if (form.rounding != 0) std::fesetround(kModes[form.rounding]);
    for (u32 k = 0; k < form.k; ++k)
        for (u32 i = 0; i < form.m; ++i)
            for (u32 j = 0; j < form.n; ++j)
                sum[i * form.n + j] = fma(a[i * form.k + k], b[k * form.n + j], sum[i * form.n + j]);
    if (form.rounding != 0) std::fesetround(before);
    each_register_of<double>(warp.rows, form.of(FragmentOf::D),
                             product.slots[static_cast<u32>(FragmentOf::D)],
                             [&](double& value, const u16* index) { value = sum[*index]; });
    return op + 1;
}

// slot[0]: the lanes' addresses. slot[1]: the matrix's address. slot[2]: the stride. width: bytes of an address.
const Op* fragment_address(Warp& warp, const Op* op) {
    if (!whole_warp(warp, op)) return nullptr;
    const FragmentAddress where = std::bit_cast<FragmentAddress>(op->immediate);
    for (u32 lane = 0; lane < kLanes; ++lane) {
        const u32 far = lane / 4, near = lane % 4 * where.per_lane;
        const u64 line = where.line + (where.crossed != 0 ? near : far);
        const u64 place = where.place + (where.crossed != 0 ? far : near);
        const u64 stride = row<u32>(warp, op->slot[2])[lane];
        const u64 distance = (line * stride * where.stride_bits + place * where.bits) / 8;
        if (op->width == 8)
            row<u64>(warp, op->slot[0])[lane] = row<u64>(warp, op->slot[1])[lane] + distance;
        else
            row<u32>(warp, op->slot[0])[lane] =
                row<u32>(warp, op->slot[1])[lane] + static_cast<u32>(distance);
    }
    return op + 1;
}

constexpr Binding kBindings[] = {
    {"~mma.float", multiply_floats},
    {"~mma.double", multiply_doubles},
    {"~mma.integer", multiply_integers<false>},
    {"~mma.bits", multiply_integers<true>},
    {"~fragment.address", fragment_address},
};

}  // namespace

std::span<const Handler> matrix_product_handlers() {
    return handlers<isa::matrix_product_forms, kBindings>();
}

}  // namespace simt::exec::SIMT_ISA
