// See propagation.hpp. Bits are worked out lane by lane: few warps have undefined ones.
#include "emulator/check/definedness/propagation.hpp"

#include <bit>
#include <cstring>
#include <optional>

#include "emulator/check/definedness/definedness_store.hpp"

namespace simt::check {

namespace {

using undefined::low_bits;

bool moves_bits_only(Effect effect) {
    return effect < Effect::Not || (effect > Effect::Lookup && effect < Effect::Upward);
}

// The same undefined bits for each, or none.
u64 all_or_none(bool any) { return any ? ~u64{0} : 0; }

class Propagation {
  public:
    Propagation(WarpChecks& warp, DefinednessStore& store, const Op* op, u32 active, u32 exec, bool jumps)
        : warp_(warp),
          store_(store),
          op_(op),
          instruction_(*warp.worker->code->info[op->index].source),
          step_(store.plan().step(instruction_)),
          active_(active),
          exec_(exec),
          jumps_(jumps) {}

    void run() {
        // An instruction may be several ops; of those that stand for none only the jump over a guarded call decides something.
        const bool decides = !op_->counted && jumps_;
        if (!op_->counted && !decides) return;
        if (store_.plan().begins_block(instruction_)) store_.forget_dead(instruction_, active_);
        const bool memory = step_.effect == Effect::Load || step_.effect == Effect::Store;
        if (!store_.names(step_) && !(memory && store_.has_local())) return;
        u32 unsure = store_.lanes_of(step_.guard) & active_;
        if (unsure != 0 && (decides || step_.leaves)) {
            use(step_.guard, active_);
            unsure = 0;
        }
        if (decides) return;
        switch (step_.effect) {
            case Effect::Shuffle:  // what it brings is shuffle's
                for (std::size_t k = 1; k < step_.sources.size(); ++k) use(source(k), exec_);
                return;
            case Effect::Load:
                load();
                break;
            case Effect::Store:
                return store();
            case Effect::Use:
                for (const Part& part : step_.sources) use(part, exec_);
                for (const u32 lane : Lanes(exec_)) set_results(lane, {});
                return;
            default:
                return compute(unsure);
        }
        for (const u32 lane : Lanes(unsure)) set_results(lane, {~u64{0}, store_.of(step_.guard, lane).why});
    }

  private:
    void use(const Part& part, u32 lanes) {
        for (u32 left = store_.lanes_of(part) & lanes; left != 0; left = store_.lanes_of(part) & lanes)
            store_.report(store_.of(part, static_cast<u32>(std::countr_zero(left))).why, op_);
    }

    // The same bits for all results, each as wide as its register.
    void set_results(u32 lane, const UndefinedBits& undefined) {
        for (const Part& part : step_.results)
            store_.set(part, lane, {undefined.bits & low_bits(part.width()), undefined.why});
    }

    u64 value(std::size_t which, u32 lane) const {
        const Part& part = source(which);
        if (part.number == Part::kNone) return part.value;
        const u8* const row = warp_.frame->rows + part.slot;
        u64 bits = 0;
        if (part.bytes == 0) {
            u32 mask;
            std::memcpy(&mask, row, sizeof mask);
            return (mask >> lane & 1u) ^ static_cast<u64>(part.negated);
        }
        if (part.bytes <= 8) std::memcpy(&bits, row + std::size_t{lane} * part.bytes, part.bytes);
        return bits;
    }

    // unsure: lanes of which nobody knows whether they execute it.
    void compute(u32 unsure) {
        for (const u32 lane : Lanes(exec_ | unsure)) {
            UndefinedBits sum = store_.of(step_.guard, lane);
            const bool guard = sum.bits != 0;
            for (const Part& part : step_.sources) sum = store_.joined(sum, store_.of(part, lane));
            sum.why.computed |= guard || !moves_bits_only(step_.effect);
            if (guard) {
                set_results(lane, {~u64{0}, sum.why});
            } else if (sum.bits == 0) {
                set_results(lane, {});
            } else if (step_.effect == Effect::Move && step_.results.size() > 1) {  // unpacks
                const u32 piece = step_.width / static_cast<u32>(step_.results.size());
                for (std::size_t k = 0; k < step_.results.size(); ++k)
                    store_.set(step_.results[k], lane, {sum.bits >> k * piece & low_bits(piece), sum.why});
            } else if (step_.effect == Effect::Select && step_.sources.size() >= 3 && knows_sources()) {
                set_results(lane, select(lane));
            } else {
                set_results(lane, {result_bits(lane), sum.why});
            }
        }
    }

    bool knows_sources() const {
        return std::ranges::all_of(step_.sources, [](const Part& part) { return part.known; });
    }

    // The chosen operand's bits, or what differs if nobody knows which that is.
    UndefinedBits select(u32 lane) const {
        UndefinedBits choice = store_.of(source(2), lane);
        if (choice.bits == 0) return store_.of(source(value(2, lane) != 0 ? 0 : 1), lane);
        choice.bits =
            (bits_of_source(0, lane) | bits_of_source(1, lane) | (value(0, lane) ^ value(1, lane))) &
            low_bits(step_.width);
        choice.why.computed = true;
        return choice;
    }

    // Of a lane in which at least one operand has undefined bits.
    u64 result_bits(u32 lane) const {
        const auto u = [&](std::size_t k) { return bits_of_source(k, lane); };
        const auto v = [&](std::size_t k) { return value(k, lane); };
        // An undefined amount, position or selector may bring any bit.
        const auto unless = [](u64 control, u64 bits) { return control != 0 ? ~u64{0} : bits; };
        const Effect effect = step_.effect;
        const u32 width = step_.width;
        const std::size_t wanted = effect == Effect::Move || effect == Effect::Extend          ? 1
                                   : effect == Effect::Not || effect == Effect::Upward         ? 1
                                   : effect == Effect::Lookup || effect == Effect::Insert      ? 4
                                   : effect >= Effect::FunnelLeft && effect <= Effect::Extract ? 3
                                                                                               : 2;
        if (step_.sources.size() < wanted || (!knows_sources() && effect != Effect::Move)) return ~u64{0};
        u64 any = 0;
        for (std::size_t k = 0; k < step_.sources.size(); ++k) any |= u(k);
        switch (effect) {
            case Effect::Move: {
                const u32 piece = width / static_cast<u32>(step_.sources.size());
                u64 packed = 0;
                for (std::size_t k = 0; k < step_.sources.size(); ++k)
                    packed |= (u(k) & low_bits(piece)) << k * piece;
                return packed;
            }
            case Effect::Extend:
                return undefined::extended(u(0), step_.from_width, width, step_.is_signed);
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
                              undefined::shifted_right(u(0), v(1) & low_bits(32), width, step_.is_signed));
            case Effect::FunnelLeft:
            case Effect::FunnelRight:
                return unless(u(2), undefined::funnelled(u(0), u(1), v(2) & low_bits(32),
                                                         effect == Effect::FunnelLeft, step_.wraps));
            case Effect::Permute:
                return unless(u(2), undefined::permuted(u(0), u(1), v(2)));
            case Effect::Extract:
                return unless(u(1) | u(2), undefined::extracted(u(0), v(1), v(2), width, step_.is_signed));
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
            undefined::of_compare(step_.order, value(0, lane), bits_of_source(0, lane), value(1, lane),
                                  bits_of_source(1, lane), step_.width, step_.is_signed);
        if (step_.combine == Effect::Move || step_.sources.size() < 3) return all_or_none(either);
        const bool third = bits_of_source(2, lane) != 0;
        // Two results of one comparison, p|q: q is its opposite, and undefined with it.
        if (step_.combine == Effect::Not || step_.results.size() > 1) return all_or_none(either || third);
        // The third decides alone: false of an and, true of an or.
        const bool decided = !third && (value(2, lane) != 0) == (step_.combine != Effect::And);
        return all_or_none(third || (either && !decided));
    }

    u64 address(u32 lane) const {
        u64 base = 0;
        const u8* const row = warp_.frame->rows + op_->slot[kAddressSlot];
        const u32 bytes = (op_->detail & kAddress64) != 0 ? 8 : 4;
        std::memcpy(&base, row + std::size_t{lane} * bytes, bytes);
        const u64 sum = base + static_cast<u64>(op_->immediate);
        return bytes == 8 ? sum : static_cast<u32>(sum);
    }

    // Where a lane's access lies in its local memory; nullopt: elsewhere.
    std::optional<u32> local_address(u32 lane) const {
        const u64 where = address(lane);
        if ((op_->detail & kFrameLocal) != 0) return static_cast<u32>(where + store_.frame()->local_base);
        if (step_.in_local || where >> 32 == memory::kLocalWindow >> 32) return static_cast<u32>(where);
        return {};
    }

    void load() {
        use(step_.address, exec_);
        const u32 bytes = op_->width;
        for (const u32 lane : Lanes(exec_)) {
            const std::optional<u32> place = store_.has_local() ? local_address(lane) : std::nullopt;
            UndefinedBits whole;
            for (u32 k = 0; place && bytes != 0 && bytes <= 8 && k < op_->count; ++k) {
                UndefinedBits read = store_.of_local(*place + k * bytes, bytes, lane);
                whole = store_.joined(whole, read);
                if (step_.results.size() != op_->count) continue;
                read.bits =
                    undefined::extended(read.bits, 8 * bytes, step_.results[k].width(), step_.is_signed);
                store_.set(step_.results[k], lane, read);
            }
            // A register of 128 bits: all of it, or nothing.
            if (whole.bits == 0 || step_.results.size() != op_->count)
                set_results(lane, {all_or_none(whole.bits != 0), whole.why});
        }
    }

    void store() {
        use(step_.address, exec_);
        if (op_->width == 0 || op_->width > 8) return;
        for (const u32 lane : Lanes(exec_)) store_lane(lane);
    }

    void store_lane(u32 lane) {
        const u32 bytes = op_->width;
        const auto element = [&](u32 k) {
            if (step_.sources.size() == op_->count) return store_.of(source(k), lane);
            const UndefinedBits whole = step_.sources.empty() ? UndefinedBits{} : store_.of(source(0), lane);
            return UndefinedBits{all_or_none(whole.bits != 0), whole.why};
        };
        if (const std::optional<u32> place = local_address(lane)) {
            for (u32 k = 0; k < op_->count; ++k)
                store_.set_local(*place + k * bytes, bytes, lane, element(k));
            return;
        }
        u32 undefined_bytes = 0;
        bool as_read = true, known = true;  // the bytes as they were read; and known to be padding
        UndefinedBits sum;
        for (u32 k = 0; k < op_->count; ++k) {
            const UndefinedBits part = element(k);
            u32 here = 0;
            for (u32 byte = 0; byte < bytes; ++byte) here |= u32{(part.bits >> 8 * byte & 0xff) != 0} << byte;
            if (here == 0) continue;
            undefined_bytes |= here << k * bytes;
            as_read = as_read && store_.share(part.why) != Share::All && !part.why.computed;
            known = known && store_.share(part.why) == Share::Padding;
            sum = store_.joined(sum, part);
        }
        if (undefined_bytes == 0) return;
        const u64 where = address(lane);
        const u32 all = bytes * op_->count;
        const auto any = [](u64) { return true; };
        const bool travels = as_read && (known || undefined_bytes != low_bits(all) ||
                                         is_piece_of_padding(step_, where, all, warp_.worker->debug, any));
        if (!travels) return store_.report(sum.why, op_);
        const bool shared = step_.in_shared || where >> 32 == memory::kSharedWindow >> 32;
        warp_.undefined->copied.push_back(
            {shared ? static_cast<u32>(where) : where, undefined_bytes, shared});
    }

    const Part& source(std::size_t k) const { return step_.sources[k]; }
    u64 bits_of_source(std::size_t k, u32 lane) const { return store_.of(source(k), lane).bits; }

    WarpChecks& warp_;
    DefinednessStore& store_;
    const Op* op_;
    const ptx::Instruction& instruction_;
    const Step& step_;
    u32 active_, exec_;
    bool jumps_;
};

}  // namespace

void propagate(WarpChecks& warp, const Op* op, u32 active, u32 exec, bool jumps) {
    if (warp.worker->code->info[op->index].source == nullptr) return;
    DefinednessStore store(warp);
    if (store.has_registers_of(op)) Propagation(warp, store, op, active, exec, jumps).run();
}

}  // namespace simt::check
