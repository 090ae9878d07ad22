// See propagation.hpp. Works lane by lane, since few warps have undefined bits.
#include "emulator/check/definedness/propagation.hpp"

#include <bit>
#include <cstring>
#include <optional>

#include "emulator/check/definedness/definedness_store.hpp"
#include "emulator/check/definedness/product_bits.hpp"

namespace simt::check {

namespace {

using undefined::low_bits;

bool moves_bits_only(Effect effect) {
    return effect < Effect::Not || (effect > Effect::Lookup && effect < Effect::Upward);
}

// Whether Thrust or CUB launched the kernel. Their set operations load a whole tile, also past the end of the data, compare what
// they find there and throw the results away.
bool is_of_thrust(const Code& code) {
    const std::string& kernel = code.functions[0].source->name;
    return kernel.starts_with("_ZN6thrust") || kernel.starts_with("_ZN3cub");
}

// All bits undefined, or none.
u64 all_or_none(bool any) { return any ? ~u64{0} : 0; }

struct Propagation {
    WarpChecks& warp;
    DefinednessStore& state;
    const Op* op;
    const ptx::Instruction& instruction;
    const Step& step;
    u32 active, exec;
    bool jumps;

    void run() {
        // Some ops stand for no instruction. Of these only the jump over a guarded call depends on a value.
        const bool decides = !op->counted && jumps;
        if (!op->counted && !decides) return;
        if (state.plan().live().begins_block(instruction)) state.forget_dead(instruction, active);
        const bool memory = step.effect == Effect::Load || step.effect == Effect::Store;
        if (!state.names(step) && !(memory && state.has_local())) return;
        u32 unsure = state.lanes_of(step.guard) & active;
        if (unsure != 0 && (decides || step.leaves)) {
            use(step.guard, active);
            unsure = 0;
        }
        if (decides) return;
        switch (step.effect) {
            case Effect::Shuffle:  // its value: see shuffle()
                for (std::size_t k = 1; k < step.sources.size(); ++k) use(source(k), exec);
                return;
            case Effect::Load:
                load();
                break;
            case Effect::Store:
                return store();
            case Effect::Use:
                for (const Part& part : step.sources) use(part, exec);
                for (const u32 lane : Lanes(exec)) set_results(lane, {});
                return;
            case Effect::Product:
                if (exec != 0) product_bits(state, step, warp.worker->code->products[op->detail]);
                break;
            default:
                return compute(unsure);
        }
        for (const u32 lane : Lanes(unsure)) set_results(lane, {~u64{0}, state.of(step.guard, lane).why});
    }

    void use(const Part& part, u32 lanes) {
        for (u32 left = state.lanes_of(part) & lanes; left != 0; left = state.lanes_of(part) & lanes)
            state.report(state.of(part, static_cast<u32>(std::countr_zero(left))).why, op);
    }

    // All results get the same bits, cut to the width of their registers.
    void set_results(u32 lane, const UndefinedBits& undefined) {
        for (const Part& part : step.results)
            state.set(part, lane, {undefined.bits & low_bits(part.width()), undefined.why});
    }

    u64 value(std::size_t which, u32 lane) const {
        const Part& part = source(which);
        if (part.number == Part::kNone) return part.value;
        const u8* const row = warp.frame->rows + part.slot;
        u64 bits = 0;
        if (part.bytes == 0) {
            u32 mask;
            std::memcpy(&mask, row, sizeof mask);
            return (mask >> lane & 1u) ^ static_cast<u64>(part.negated);
        }
        if (part.bytes <= 8) std::memcpy(&bits, row + std::size_t{lane} * part.bytes, part.bytes);
        return bits;
    }

    // unsure: lanes that may or may not execute it, because their guard is undefined.
    void compute(u32 unsure) {
        for (const u32 lane : Lanes(exec | unsure)) {
            UndefinedBits sum = state.of(step.guard, lane);
            const bool guard = sum.bits != 0;
            for (const Part& part : step.sources) sum = state.joined(sum, state.of(part, lane));
            sum.why.computed |= guard || !moves_bits_only(step.effect);
            if (guard) {
                set_results(lane, {~u64{0}, sum.why});
            } else if (sum.bits == 0) {
                set_results(lane, {});
            } else if (step.effect == Effect::Move && step.results.size() > 1) {  // unpacks
                const u32 piece = step.width / static_cast<u32>(step.results.size());
                for (std::size_t k = 0; k < step.results.size(); ++k)
                    state.set(step.results[k], lane, {sum.bits >> k * piece & low_bits(piece), sum.why});
            } else if (step.effect == Effect::Select && step.sources.size() >= 3 && knows_sources()) {
                set_results(lane, select(lane));
            } else {
                set_results(lane, {result_bits(lane), sum.why});
            }
        }
    }

    bool knows_sources() const {
        return std::ranges::all_of(step.sources, [](const Part& part) { return part.known; });
    }

    // The chosen operand's bits. If the choice is undefined: all bits that differ, or are undefined in either.
    UndefinedBits select(u32 lane) const {
        UndefinedBits choice = state.of(source(2), lane);
        if (choice.bits == 0) return state.of(source(value(2, lane) != 0 ? 0 : 1), lane);
        choice.bits =
            (bits_of_source(0, lane) | bits_of_source(1, lane) | (value(0, lane) ^ value(1, lane))) &
            low_bits(step.width);
        choice.why.computed = true;
        return choice;
    }

    // For a lane in which at least one operand has undefined bits.
    u64 result_bits(u32 lane) const {
        const auto u = [&](std::size_t k) { return bits_of_source(k, lane); };
        const auto v = [&](std::size_t k) { return value(k, lane); };
        // An undefined amount, position or selector makes every bit undefined.
        const auto unless = [](u64 control, u64 bits) { return control != 0 ? ~u64{0} : bits; };
        const Effect effect = step.effect;
        const u32 width = step.width;
        const std::size_t wanted = effect == Effect::Move || effect == Effect::Extend          ? 1
                                   : effect == Effect::Not || effect == Effect::Upward         ? 1
                                   : effect == Effect::Lookup || effect == Effect::Insert      ? 4
                                   : effect >= Effect::FunnelLeft && effect <= Effect::Extract ? 3
                                                                                               : 2;
        if (step.sources.size() < wanted || (!knows_sources() && effect != Effect::Move)) return ~u64{0};
        u64 any = 0;
        for (std::size_t k = 0; k < step.sources.size(); ++k) any |= u(k);
        switch (effect) {
            case Effect::Move: {
                const u32 piece = width / static_cast<u32>(step.sources.size());
                u64 packed = 0;
                for (std::size_t k = 0; k < step.sources.size(); ++k)
                    packed |= (u(k) & low_bits(piece)) << k * piece;
                return packed;
            }
            case Effect::Extend:
                return undefined::extended(u(0), step.from_width, width, step.is_signed);
            case Effect::And:
                return undefined::of_and(v(0), u(0), v(1), u(1));
            case Effect::Or:
                return undefined::of_or(v(0), u(0), v(1), u(1));
            case Effect::Not:
                return any;
            case Effect::Lookup:
                return undefined::of_lookup(static_cast<u32>(v(3)), {v(0), v(1), v(2)}, {u(0), u(1), u(2)});
            case Effect::ShiftLeft:
                return unless(u(1), undefined::shifted_left(u(0), v(1) & low_bits(32), width));
            case Effect::ShiftRight:
                return unless(u(1),
                              undefined::shifted_right(u(0), v(1) & low_bits(32), width, step.is_signed));
            case Effect::FunnelLeft:
            case Effect::FunnelRight:
                return unless(u(2), undefined::funnelled(u(0), u(1), v(2) & low_bits(32),
                                                         effect == Effect::FunnelLeft, step.wraps));
            case Effect::Permute:
                return unless(u(2), undefined::permuted(u(0), u(1), v(2)));
            case Effect::Extract:
                return unless(u(1) | u(2), undefined::extracted(u(0), v(1), v(2), width, step.is_signed));
            case Effect::Insert:
                return unless(u(2) | u(3), undefined::inserted(u(0), u(1), v(2), v(3), width));
            case Effect::Upward:
                return undefined::upward(any, width);
            case Effect::Compare:
                return compare_bits(lane);
            default:
                return ~u64{0};
        }
    }

    u64 compare_bits(u32 lane) const {
        const bool either =
            undefined::of_compare(step.order, value(0, lane), bits_of_source(0, lane), value(1, lane),
                                  bits_of_source(1, lane), step.width, step.is_signed);
        if (step.combine == Effect::Move || step.sources.size() < 3) return all_or_none(either);
        const bool third = bits_of_source(2, lane) != 0;
        // A comparison with two results, p|q: q is the opposite of p, and undefined if p is.
        if (step.combine == Effect::Not || step.results.size() > 1) return all_or_none(either || third);
        // The third decides alone if it is false in an and, or true in an or.
        const bool decided = !third && (value(2, lane) != 0) == (step.combine != Effect::And);
        return all_or_none(third || (either && !decided));
    }

    u64 address(u32 lane) const {
        u64 base = 0;
        const u8* const row = warp.frame->rows + op->slot[kAddressSlot];
        const u32 bytes = (op->detail & kAddress64) != 0 ? 8 : 4;
        std::memcpy(&base, row + std::size_t{lane} * bytes, bytes);
        const u64 sum = base + static_cast<u64>(op->immediate);
        return bytes == 8 ? sum : static_cast<u32>(sum);
    }

    // The address of a lane's access in its local memory; nullopt: the access is elsewhere.
    std::optional<u32> local_address(u32 lane) const {
        const u64 where = address(lane);
        if ((op->detail & kFrameLocal) != 0) return static_cast<u32>(where + state.frame()->local_base);
        if (step.in_local || where >> 32 == memory::kLocalWindow >> 32) return static_cast<u32>(where);
        return {};
    }

    void load() {
        use(step.address, exec);
        const u32 bytes = op->width;
        for (const u32 lane : Lanes(exec)) {
            const std::optional<u32> place = state.has_local() ? local_address(lane) : std::nullopt;
            UndefinedBits whole;
            for (u32 k = 0; place && bytes != 0 && bytes <= 8 && k < op->count; ++k) {
                UndefinedBits read = state.of_local(*place + k * bytes, bytes, lane);
                whole = state.joined(whole, read);
                if (step.results.size() != op->count) continue;
                read.bits =
                    undefined::extended(read.bits, 8 * bytes, step.results[k].width(), step.is_signed);
                state.set(step.results[k], lane, read);
            }
            // A register of 128 bits is undefined as a whole or not at all.
            if (whole.bits == 0 || step.results.size() != op->count)
                set_results(lane, {all_or_none(whole.bits != 0), whole.why});
        }
    }

    void store() {
        use(step.address, exec);
        if (op->width == 0 || op->width > 8) return;
        for (const u32 lane : Lanes(exec)) store_lane(lane);
    }

    void store_lane(u32 lane) {
        const u32 bytes = op->width;
        const auto element = [&](u32 k) {
            if (step.sources.size() == op->count) return state.of(source(k), lane);
            const UndefinedBits whole = step.sources.empty() ? UndefinedBits{} : state.of(source(0), lane);
            return UndefinedBits{all_or_none(whole.bits != 0), whole.why};
        };
        if (const std::optional<u32> place = local_address(lane)) {
            for (u32 k = 0; k < op->count; ++k) state.set_local(*place + k * bytes, bytes, lane, element(k));
            return;
        }
        u32 undefined_bytes = 0;
        // The bytes are unchanged since read; they are known padding; they are of variables without a value.
        bool as_read = true, known = true, unset = true;
        UndefinedBits sum;
        for (u32 k = 0; k < op->count; ++k) {
            const UndefinedBits part = element(k);
            u32 here = 0;
            for (u32 byte = 0; byte < bytes; ++byte) here |= u32{(part.bits >> 8 * byte & 0xff) != 0} << byte;
            if (here == 0) continue;
            undefined_bytes |= here << k * bytes;
            const Cause& cause = state.cause(part.why);
            as_read = as_read && cause.share != Share::All && !part.why.computed;
            known = known && cause.share == Share::Padding;
            unset = unset && cause.unset;
            sum = state.joined(sum, part);
        }
        if (undefined_bytes == 0) return;
        const u64 where = address(lane);
        const u32 all = bytes * op->count;
        const auto any = [](u64) { return true; };
        const bool shared = step.in_shared || where >> 32 == memory::kSharedWindow >> 32;
        if (unset && shared && is_of_thrust(*warp.worker->code)) return;
        const bool travels = (unset && shared) ||
                             (as_read && (known || undefined_bytes != low_bits(all) ||
                                          is_piece_of_padding(step, where, all, warp.worker->debug, any)));
        if (!travels) return state.report(sum.why, op);
        warp.undefined->copied.push_back({shared ? static_cast<u32>(where) : where, undefined_bytes, shared});
    }

    const Part& source(std::size_t k) const { return step.sources[k]; }
    u64 bits_of_source(std::size_t k, u32 lane) const { return state.of(source(k), lane).bits; }
};

}  // namespace

void propagate(WarpChecks& warp, const Op* op, u32 active, u32 exec, bool jumps) {
    const OpInfo& info = warp.worker->code->info[op->index];
    if (info.source == nullptr || !info.unsupported.empty()) return;
    DefinednessStore store(warp);
    if (!store.has_registers_of(op)) return;
    const ptx::Instruction& instruction = *info.source;
    Propagation{warp, store, op, instruction, store.plan().step(instruction), active, exec, jumps}.run();
}

}  // namespace simt::check
