// mma.sp: products whose A has two numbers of each four along k (one of two for tf32, two pairs of each four for 4-bit integers).
// The others are zeros that nobody stores. Metadata says which they are.
//
// A result adds the products of the stored numbers, in their order along k, as an mma of half the k does.
//
// Metadata: PTX ISA 9.0, section 9.7.14.6. A chunk is four bits, and a register has eight. Of four threads, MatrixForm::holders() hold
// the chunks of two rows, lane / 4 and that + 8: for numbers of 16 and 32 bits, four chunks of each row; otherwise all eight of one.
#include <fmt/format.h>

#include "emulator/exec/binding.hpp"
#include "emulator/exec/lanes.hpp"
#include "emulator/exec/ops/matrix_multiply.hpp"
#include "emulator/exec/ops/matrix_registers.hpp"
#include "emulator/exec/stop.hpp"
#include "emulator/exec/warp.hpp"
#include "emulator/isa/matrix_product.hpp"

namespace simt::exec::SIMT_ISA {

namespace {

constexpr u32 kRows = 16, kMostStored = 64;  // rows of A, and numbers of a row
constexpr u32 kMostOfA = kRows * kMostStored, kMostOfB = 2 * kMostStored * kColumns;

const MatrixProduct& product_of(Warp& warp, const Op* op) {
    return warp.state->worker->code->products[op->detail];
}

// By row and stored number: its place along k.
struct Places {
    u16 of[kRows][kMostStored];
};

// The lane that holds a chunk of a row, and its first bit in that lane's register.
struct Holder {
    u32 lane, bit;
};
Holder holder_of(const MatrixForm& form, u32 row, u32 chunk, u32 selector) {
    const u32 first = row % 8 * 4 + selector * form.holders(), half = row / 8;
    const bool wide = 32 / form.of(FragmentOf::A).per_register >= 16;
    if (wide) return {first + chunk / 4, 16 * half + chunk % 4 * 4};
    return {first + half + chunk / 8 * 2, chunk % 8 * 4};
}

// Whether the four bits are metadata that PTX gives a meaning.
bool is_valid(const MatrixForm& form, u32 bits) {
    const u32 low = bits & 3u, high = bits >> 2;
    if (form.chunk == 2) return bits == 0b0100 || bits == 0b1110;
    return form.ordered ? low < high : low != high;
}

bool find_places(Warp& warp, const Op* op, const MatrixProduct& product, Places& places) {
    const MatrixForm& form = *product.form;
    const u32* const metadata = row<u32>(warp, product.metadata);
    const u32 stored = form.chunk / 2;  // numbers of a chunk
    for (u32 i = 0; i < kRows; ++i)
        for (u32 at = 0; at < form.k; ++at) {
            const u32 chunk = at / stored;
            const Holder holder = holder_of(form, i, chunk, product.selector);
            const u32 bits = metadata[holder.lane] >> holder.bit & 15u;
            if (!is_valid(form, bits))
                return stop_misuse(
                    *warp.state, op, thread_of(*warp.state, holder.lane),
                    fmt::format("the metadata of mma.sp has {:#x} in bits {} to {} for row {} of A: "
                                "{}",
                                bits, holder.bit, holder.bit + 3, i,
                                form.chunk == 2 ? "for tf32 this has to be 0x4 or 0xe"
                                : form.ordered  ? "the first index has to be below the second"
                                                : "the two indices have to differ"));
            const u32 second = at % stored / std::max(stored / 2, 1u);  // the chunk's second index
            const u32 index = bits >> 2 * second & 3u;
            places.of[i][at] = static_cast<u16>(form.chunk == 2   ? 2 * chunk + (index >> 1)
                                                : form.chunk == 4 ? 4 * chunk + index
                                                                  : 8 * chunk + 2 * index + at % 2);
        }
    return true;
}

const Op* multiply_floats(Warp& warp, const Op* op) {
    const MatrixProduct& product = product_of(warp, op);
    const MatrixForm& form = *product.form;
    Places places;
    if (!whole_warp(warp, op) || !find_places(warp, op, product, places)) return nullptr;
    FloatMatrix<kMostOfA> a;
    FloatMatrix<kMostOfB> b, chosen;
    u32 sums[kRows * kColumns];
    collect(warp.rows, form.of(FragmentOf::A), product.slots[0], a.bits);
    collect(warp.rows, form.of(FragmentOf::B), product.slots[1], b.bits);
    collect(warp.rows, form.of(FragmentOf::C), product.slots[2], sums);
    a.unpack_all(form.of(FragmentOf::A).number, form.m * form.k, form.sums);
    b.unpack_all(form.of(FragmentOf::B).number, 2 * form.k * form.n, form.sums);
    chosen.format = b.format;
    chosen.special = b.special;
    for (u32 i = 0; i < kRows; ++i) {
        for (u32 at = 0; at < form.k; ++at)
            for (u32 j = 0; j < kColumns; ++j) {
                const u32 from = places.of[i][at] * kColumns + j, to = at * kColumns + j;
                chosen.bits[to] = b.bits[from];
                chosen.significand[to] = b.significand[from];
                chosen.exponent[to] = b.exponent[from];
            }
        multiply_row(form, a.view().from(i * form.k), chosen.view(), sums + i * kColumns,
                     sums + i * kColumns);
    }
    hand_out(warp.rows, form.of(FragmentOf::D), product.slots[3], sums);
    return op + 1;
}

const Op* multiply_integers(Warp& warp, const Op* op) {
    const MatrixProduct& product = product_of(warp, op);
    const MatrixForm& form = *product.form;
    Places places;
    if (!whole_warp(warp, op) || !find_places(warp, op, product, places)) return nullptr;
    u32 a[kMostOfA], b[kMostOfB], chosen[kMostOfB], sums[kRows * kColumns];
    collect(warp.rows, form.of(FragmentOf::A), product.slots[0], a);
    collect(warp.rows, form.of(FragmentOf::B), product.slots[1], b);
    collect(warp.rows, form.of(FragmentOf::C), product.slots[2], sums);
    extend(form.of(FragmentOf::A).number, a, form.m * form.k);
    extend(form.of(FragmentOf::B).number, b, 2 * form.k * form.n);
    for (u32 i = 0; i < kRows; ++i) {
        for (u32 at = 0; at < form.k; ++at)
            for (u32 j = 0; j < kColumns; ++j) chosen[at * kColumns + j] = b[places.of[i][at] * kColumns + j];
        multiply_integer_row<false>(form, a + i * form.k, chosen, sums + i * kColumns, sums + i * kColumns);
    }
    hand_out(warp.rows, form.of(FragmentOf::D), product.slots[3], sums);
    return op + 1;
}

constexpr Binding kBindings[] = {
    {"~mma.sp.float", multiply_floats},
    {"~mma.sp.integer", multiply_integers},
};

}  // namespace

std::span<const Handler> sparse_product_handlers() {
    return handlers<isa::sparse_product_forms, kBindings>();
}

}  // namespace simt::exec::SIMT_ISA
