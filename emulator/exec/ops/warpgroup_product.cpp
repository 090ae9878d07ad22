// wgmma.mma_async: reads the factors from shared memory and registers, and computes the product of the four warps of a warpgroup
// when the last of them has come. exec/async/warpgroup.hpp has the rest: who waits, and the checks.
#include <fmt/format.h>

#include <cstring>
#include <memory>

#include "emulator/exec/async/matrix_descriptor.hpp"
#include "emulator/exec/async/warpgroup.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/lanes.hpp"
#include "emulator/exec/ops/matrix_multiply.hpp"
#include "emulator/exec/ops/matrix_registers.hpp"
#include "emulator/exec/stop.hpp"
#include "emulator/isa/matrix_product.hpp"
#include "emulator/vectors.hpp"

namespace simt::exec::SIMT_ISA {

namespace {

using vectors::SIMT_ISA::first_lane;

constexpr u32 kRows = 64;  // of A
constexpr u32 kMostOfA = kRows * 32, kMostOfB = 256 * 32, kMostSums = 16 * 256;

const WarpgroupProduct& product_of(const WarpState& state, const Op* op) {
    return state.worker->code->warpgroup_products[op->detail];
}

// A factor in shared memory. index(i, k): where the number of row (or column) i at k goes.
struct FactorInMemory {
    std::vector<u32> pieces;
    bool transposed;
    u32 count, k;  // rows of A or columns of B, and numbers along k

    template <class Index>
    void read(const u8* shared, u32* numbers, Index index) const {
        const u32 per_piece = transposed ? 8 : k / 2, bytes = kMatrixPiece / per_piece;
        for (u32 piece = 0; piece < pieces.size(); ++piece) {
            u8 data[kMatrixPiece];
            std::memcpy(data, shared + pieces[piece], sizeof data);
            for (u32 e = 0; e < per_piece; ++e) {
                u32 number = 0;
                std::memcpy(&number, data + e * bytes, bytes);
                if (transposed)
                    numbers[index(piece % (count / 8) * 8 + e, piece / (count / 8))] = number;
                else
                    numbers[index(piece / 2, piece % 2 * per_piece + e)] = number;
            }
        }
    }
};

// The factor's pieces after all checks. Returns false if the launch has ended.
bool find_factor(WarpState& state, const Op* op, const std::vector<WarpState*>& warps, int slot,
                 FactorInMemory& factor) {
    const char* const name = slot == 0 ? "A" : "B";
    const u64 bits = *row<u64>(state.warp, op->slot[slot]);
    for (WarpState* warp : warps) {
        const u64* const others =
            reinterpret_cast<const u64*>(split_at_product(*warp, state).frame->rows + op->slot[slot]);
        for (u32 lane = 0; lane < kLanes; ++lane)
            if (others[lane] != bits)
                return stop_misuse(
                    state, op, thread_of(*warp, lane),
                    fmt::format("the descriptor of {} is not the same in all threads of the "
                                "warpgroup ({:#x} and {:#x}): compute it without the thread's index",
                                name, bits, others[lane]));
    }
    const MatrixDescriptor descriptor(bits);
    if (const std::string wrong = descriptor.complaint(factor.transposed, factor.count); !wrong.empty())
        return stop_misuse(state, op, thread_of(state, 0),
                           fmt::format("the descriptor of {} {}", name, wrong));
    factor.pieces = descriptor.pieces(factor.transposed, factor.count);
    return check_pieces(state, op, factor.pieces);
}

// Whether the warps add to their accumulators: scale-d.
bool adds(WarpState& state, const Op* op) {
    return op->slot[2] == kNoSlot ? op->immediate != 0 : (*row<u32>(state.warp, op->slot[2]) & 1u) != 0;
}

// Whether all threads agree on scale-d. Ends the launch and returns false if they do not.
bool agree(WarpState& state, const Op* op, const std::vector<WarpState*>& warps) {
    if (op->slot[2] == kNoSlot) return true;
    const u32 all = adds(state, op) ? kAllLanes : 0;
    for (WarpState* warp : warps) {
        u8* const rows = split_at_product(*warp, state).frame->rows;
        if (const u32 other = *reinterpret_cast<const u32*>(rows + op->slot[2]) ^ all; other != 0)
            return stop_misuse(
                state, op, thread_of(*warp, first_lane(other)),
                "the predicate scale-d of wgmma.mma_async is not the same in all threads of the "
                "warpgroup");
    }
    return true;
}

// multiply(warp's number in the group, its rows, c, d) computes 16 rows.
template <class Multiply>
void for_each_warp(WarpState& state, const Op* op, const std::vector<WarpState*>& warps, Multiply multiply) {
    const WarpgroupProduct& product = product_of(state, op);
    const MatrixForm& form = *product.form;
    auto sums = std::make_unique<std::array<u32, kMostSums>>();
    const bool add = adds(state, op);
    for (u32 w = 0; w < warps.size(); ++w) {
        u8* const rows = split_at_product(*warps[w], state).frame->rows;
        if (add)
            collect(rows, form.of(FragmentOf::C), product.sums, sums->data());
        else
            sums->fill(0);
        multiply(w, rows, sums->data());
        hand_out(rows, form.of(FragmentOf::D), product.sums, sums->data());
    }
}

struct FactorsInMemory {
    FactorInMemory a, b;
    FactorsInMemory(const WarpgroupProduct& product)
        : a{{}, product.transposed_a, kRows, product.form->k},
          b{{}, product.transposed_b, product.form->n, product.form->k} {}
};

void multiply_floats(WarpState& state, const Op* op, const std::vector<WarpState*>& warps,
                     const FactorsInMemory& factors) {
    const WarpgroupProduct& product = product_of(state, op);
    const MatrixForm& form = *product.form;
    const u8* const shared = state.block->checks.shared;
    const Number type_a = form.of(FragmentOf::A).number;
    auto a = std::make_unique<FloatMatrix<kMostOfA>>();
    auto b = std::make_unique<FloatMatrix<kMostOfB>>();
    factors.b.read(shared, b->bits, [&](u32 j, u32 k) { return k * form.n + j; });
    b->unpack_all(form.of(FragmentOf::B).number, form.n * form.k, form.sums, product.negated_b);
    if (product.factors.empty()) {
        factors.a.read(shared, a->bits, [&](u32 i, u32 k) { return i * form.k + k; });
        a->unpack_all(type_a, kRows * form.k, form.sums, product.negated_a);
    }
    for_each_warp(state, op, warps, [&](u32 w, u8* rows, u32* sums) {
        if (!product.factors.empty()) {
            collect(rows, form.of(FragmentOf::A), product.factors, a->bits);
            a->unpack_all(type_a, form.m * form.k, form.sums, product.negated_a);
        }
        const u32 first = product.factors.empty() ? w * form.m * form.k : 0;
        for (u32 i = 0; i < form.m; ++i)
            for (u32 j = 0; j < form.n; j += kColumns)
                multiply_row(form, a->view().from(first + i * form.k), b->view().from(j),
                             sums + i * form.n + j, sums + i * form.n + j);
    });
}

template <bool bits>
void multiply_integers(WarpState& state, const Op* op, const std::vector<WarpState*>& warps,
                       const FactorsInMemory& factors) {
    const WarpgroupProduct& product = product_of(state, op);
    const MatrixForm& form = *product.form;
    const u8* const shared = state.block->checks.shared;
    const Number type_a = form.of(FragmentOf::A).number;
    std::vector<u32> a(kMostOfA), b(kMostOfB);
    factors.b.read(shared, b.data(), [&](u32 j, u32 k) { return k * form.n + j; });
    if (!bits) extend(form.of(FragmentOf::B).number, b.data(), form.n * form.k);
    if (product.factors.empty()) {
        factors.a.read(shared, a.data(), [&](u32 i, u32 k) { return i * form.k + k; });
        if (!bits) extend(type_a, a.data(), kRows * form.k);
    }
    for_each_warp(state, op, warps, [&](u32 w, u8* rows, u32* sums) {
        if (!product.factors.empty()) {
            collect(rows, form.of(FragmentOf::A), product.factors, a.data());
            if (!bits) extend(type_a, a.data(), form.m * form.k);
        }
        const u32 first = product.factors.empty() ? w * form.m * form.k : 0;
        for (u32 i = 0; i < form.m; ++i)
            for (u32 j = 0; j < form.n; j += kColumns)
                multiply_integer_row<bits>(form, a.data() + first + i * form.k, b.data() + j,
                                           sums + i * form.n + j, sums + i * form.n + j);
    });
}

using Multiply = void (*)(WarpState&, const Op*, const std::vector<WarpState*>&, const FactorsInMemory&);

template <Multiply multiply>
const Op* product(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    if (warp.exec == kAllLanes && !begin_product(state, op, adds(state, op))) return nullptr;
    const Op* next = nullptr;
    const std::vector<WarpState*> warps = meet_warpgroup(state, op, next);
    if (warps.empty()) return next;
    if (!agree(state, op, warps)) return nullptr;
    FactorsInMemory factors(product_of(state, op));
    const bool in_memory = op->slot[0] != kNoSlot;
    if ((in_memory && !find_factor(state, op, warps, 0, factors.a)) ||
        !find_factor(state, op, warps, 1, factors.b))
        return nullptr;
    multiply(state, op, warps, factors);
    std::vector<u32> reads = std::move(factors.b.pieces);
    reads.insert(reads.end(), factors.a.pieces.begin(), factors.a.pieces.end());
    release_warpgroup(state, op, warps, std::move(reads));
    return op + 1;
}

constexpr Binding kBindings[] = {
    {"~wgmma.float", product<multiply_floats>},
    {"~wgmma.integer", product<multiply_integers<false>>},
    {"~wgmma.bits", product<multiply_integers<true>>},
};

}  // namespace

std::span<const Handler> warpgroup_product_handlers() {
    return handlers<isa::warpgroup_product_forms, kBindings>();
}

}  // namespace simt::exec::SIMT_ISA
