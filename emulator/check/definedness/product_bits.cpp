// See product_bits.hpp.
#include "emulator/check/definedness/product_bits.hpp"

#include <optional>

namespace simt::check {

namespace {

using exec::Fragment;
using exec::FragmentOf;
using Reasons = std::vector<std::optional<Reason>>;  // of rows, columns or elements; nullopt: defined

// Calls visit(register, lane, its numbers' bits, index of the number) for each number of a fragment.
template <class Visit>
void each_number(const Fragment& fragment, Visit visit) {
    const u16* index = fragment.index.data();
    const u32 bits = 8 * fragment.register_bytes() / fragment.per_register;
    for (u32 reg = 0; reg < fragment.registers; ++reg)
        for (u32 lane = 0; lane < kLanes; ++lane)
            for (u32 k = 0; k < fragment.per_register; ++k)
                visit(reg, lane, undefined::low_bits(bits) << k * bits, *index++);
}

// place(index of a number): which of the reasons it sets.
template <class PlaceOf>
Reasons find_reasons(const DefinednessStore& state, const Fragment& fragment, const Part* registers, u32 size,
                     PlaceOf place_of) {
    Reasons reasons(size);
    each_number(fragment, [&](u32 reg, u32 lane, u64 bits, u32 index) {
        const UndefinedBits found = state.of(registers[reg], lane);
        if ((found.bits & bits) != 0) reasons[place_of(index)] = found.why;
    });
    return reasons;
}

}  // namespace

void product_bits(DefinednessStore& state, const Step& step, const exec::MatrixProduct& product) {
    const exec::MatrixForm& form = *product.form;
    const Fragment &a = form.of(FragmentOf::A), &b = form.of(FragmentOf::B), &c = form.of(FragmentOf::C),
                   &d = form.of(FragmentOf::D);
    const Part* const sources = step.sources.data();
    const Reasons rows =
        find_reasons(state, a, sources, form.products * form.m, [&](u32 index) { return index / form.k; });
    const Reasons columns =
        find_reasons(state, b, sources + a.registers, form.products * form.n,
                     [&](u32 index) { return index / (form.k * form.n) * form.n + index % form.n; });
    const Reasons elements = find_reasons(state, c, sources + a.registers + b.registers,
                                          form.products * form.m * form.n, [](u32 index) { return index; });
    std::vector<UndefinedBits> results(d.registers * kLanes);
    each_number(d, [&](u32 reg, u32 lane, u64 bits, u32 index) {
        const u32 row = index / form.n, column = row / form.m * form.n + index % form.n;
        for (const std::optional<Reason>& why : {rows[row], columns[column], elements[index]}) {
            if (!why) continue;
            UndefinedBits& result = results[reg * kLanes + lane];
            result.bits |= bits;
            result.why = *why;
            result.why.computed = true;
        }
    });
    for (u32 reg = 0; reg < d.registers; ++reg)
        for (u32 lane = 0; lane < kLanes; ++lane)
            state.set(step.results[reg], lane, results[reg * kLanes + lane]);
}

}  // namespace simt::check
