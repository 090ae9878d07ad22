// See definedness_store.hpp.
#include "emulator/check/definedness/definedness_store.hpp"
#include "emulator/check/record.hpp"

#include <algorithm>
#include <bit>

namespace simt::check {

namespace {

constexpr u32 kWord = 8;  // bytes of local memory for each entry of UndefinedValues::local

UndefinedValues& values_of(WarpChecks& warp) {
    if (warp.undefined == nullptr) warp.undefined = std::make_shared<UndefinedValues>();
    return *warp.undefined;
}

void drop_empty(UndefinedRegisters& frame) {
    std::erase_if(frame.registers, [&frame](const auto& entry) {
        if (entry.second.lanes != 0) return false;
        frame.named[entry.first / 64] &= ~(u64{1} << entry.first % 64);
        return true;
    });
}

}  // namespace

void forget_if_none(WarpChecks& warp) {
    UndefinedValues& values = *warp.undefined;
    std::erase_if(values.frames, [](const UndefinedRegisters& frame) { return frame.registers.empty(); });
    if (values.frames.empty() && values.local.empty() && values.copied.empty() && values.staged.empty())
        warp.undefined.reset();
}

DefinednessStore::DefinednessStore(WarpChecks& warp)
    : warp_(warp),
      values_(values_of(warp)),
      frame_(warp.frame),
      plan_(&warp.worker->plans->of(*warp.frame->function)) {}

bool DefinednessStore::has_registers_of(const Op* op) const {
    const Code& code = *warp_.worker->code;
    const OpInfo& info = code.info[op->index];
    return info.source != nullptr && frame_->function == &code.functions[info.function];
}

UndefinedRegisters* DefinednessStore::here() const {
    for (UndefinedRegisters& frame : values_.frames)
        if (frame.frame == frame_) return &frame;
    return nullptr;
}

bool DefinednessStore::names(const Step& step) const {
    const UndefinedRegisters* const frame = here();
    if (frame == nullptr) return false;
    const auto has = [frame](const Part& part) {
        return part.number != Part::kNone && (frame->named[part.number / 64] >> part.number % 64 & 1u) != 0;
    };
    return has(step.guard) || has(step.address) || std::ranges::any_of(step.sources, has) ||
           std::ranges::any_of(step.results, has);
}

const UndefinedWord* DefinednessStore::find(const Part& part) const {
    const UndefinedRegisters* const frame = part.number == Part::kNone ? nullptr : here();
    if (frame == nullptr) return nullptr;
    const auto found = frame->registers.find(part.number);
    return found == frame->registers.end() ? nullptr : &found->second;
}

UndefinedBits DefinednessStore::of(const Part& part, u32 lane) const {
    const UndefinedWord* const word = find(part);
    if (word == nullptr || (word->lanes >> lane & 1u) == 0) return {};
    return {word->bits[lane], word->reason[lane]};
}

u32 DefinednessStore::lanes_of(const Part& part) const {
    const UndefinedWord* const word = find(part);
    return word == nullptr ? 0 : word->lanes;
}

void DefinednessStore::set(const Part& part, u32 lane, const UndefinedBits& undefined) {
    if (part.number == Part::kNone) return;
    UndefinedRegisters* frame = here();
    if (frame == nullptr) {
        if (undefined.bits == 0) return;
        values_.frames.push_back({frame_, std::vector<u64>(plan_->registers() / 64 + 1), {}});
        frame = &values_.frames.back();
    }
    auto found = frame->registers.find(part.number);
    if (found == frame->registers.end()) {
        if (undefined.bits == 0) return;
        found = frame->registers.try_emplace(part.number).first;
        frame->named[part.number / 64] |= u64{1} << part.number % 64;
    }
    found->second.set(lane, undefined.bits, undefined.why);
    if (found->second.lanes == 0) drop_empty(*frame);
}

// At the beginning of a basic block, drops the lanes' undefined bits in registers that nothing reads later.
void DefinednessStore::forget_dead(const ptx::Instruction& block_begin, u32 lanes) {
    UndefinedRegisters* const frame = here();
    if (frame == nullptr) return;
    for (auto& [number, word] : frame->registers)
        if (!plan_->live().is_live(block_begin, number)) word.lanes &= ~lanes;
    drop_empty(*frame);
}

UndefinedBits DefinednessStore::of_local(u32 address, u32 bytes, u32 lane) const {
    UndefinedBits result;
    for (u32 at = address / kWord; at <= (address + bytes - 1) / kWord; ++at) {
        const auto found = values_.local.find(at);
        if (found == values_.local.end() || (found->second.lanes >> lane & 1u) == 0) continue;
        const u64 bits = found->second.bits[lane];
        const u32 begin = at * kWord;
        const u64 moved = (begin >= address ? bits << 8 * (begin - address) : bits >> 8 * (address - begin)) &
                          undefined::low_bits(8 * bytes);
        if (moved != 0) result = joined(result, {moved, found->second.reason[lane]});
    }
    return result;
}

void DefinednessStore::set_local(u32 address, u32 bytes, u32 lane, const UndefinedBits& undefined) {
    for (u32 at = address / kWord; at <= (address + bytes - 1) / kWord; ++at) {
        const u32 begin = at * kWord;
        const auto moved = [&](u64 bits) {
            return begin >= address ? bits >> 8 * (begin - address) : bits << 8 * (address - begin);
        };
        const u64 place = moved(undefined::low_bits(8 * bytes)), news = moved(undefined.bits) & place;
        auto found = values_.local.find(at);
        if (found == values_.local.end()) {
            if (news == 0) continue;
            found = values_.local.emplace(at, UndefinedWord{}).first;
        }
        UndefinedWord& word = found->second;
        const bool had = (word.lanes >> lane & 1u) != 0;
        const UndefinedBits kept{had ? word.bits[lane] & ~place : 0, word.reason[lane]};
        const UndefinedBits now = joined(kept, {news, undefined.why});
        word.set(lane, now.bits, now.why);
        if (word.lanes == 0) values_.local.erase(found);
    }
}

void DefinednessStore::forget_local(u32 begin, u32 bytes, u32 lanes) {
    for (auto& [at, word] : values_.local)
        if (at * kWord >= begin && (at + 1) * kWord <= begin + bytes) word.lanes &= ~lanes;
    std::erase_if(values_.local, [](const auto& entry) { return entry.second.lanes == 0; });
}

UndefinedBits DefinednessStore::joined(const UndefinedBits& a, const UndefinedBits& b) const {
    if (a.bits == 0) return b;
    if (b.bits == 0) return a;
    const bool second = cause(b.why).share < cause(a.why).share;
    UndefinedBits both{a.bits | b.bits, second ? b.why : a.why};
    both.why.computed = a.why.computed || b.why.computed;
    return both;
}

u32 DefinednessStore::cause_of(u32 op, bool load, Share share, bool unset) {
    for (std::size_t k = 0; k < values_.causes.size(); ++k)
        if (const Cause& each = values_.causes[k];
            each.op == op && each.share == share && each.unset == unset)
            return static_cast<u32>(k);
    values_.causes.push_back({op, load, share, unset});
    return static_cast<u32>(values_.causes.size() - 1);
}

void DefinednessStore::forget_cause(u32 op) {
    const auto forget = [&](UndefinedWord& word) {
        for (const u32 lane : Lanes(word.lanes)) {
            if (values_.causes[word.reason[lane].cause].op == op) word.lanes &= ~(1u << lane);
        }
    };
    for (UndefinedRegisters& frame : values_.frames) {
        for (auto& [number, word] : frame.registers) forget(word);
        drop_empty(frame);
    }
    for (auto& [place, word] : values_.local) forget(word);
    std::erase_if(values_.local, [](const auto& entry) { return entry.second.lanes == 0; });
}

void DefinednessStore::report(const Reason& why, const Op* used_by) {
    const Cause& cause = values_.causes[why.cause];
    const Op* op = warp_.worker->code->ops.data() + cause.op;
    // A register's first reader may be a copy that the compiler has made, on any line.
    if (cause.space == Space::Register && used_by != nullptr &&
        warp_.worker->code->info[cause.op].source->isa->effect == isa::Effect::Move)
        op = used_by;
    if (cause.load)
        unwritten_read(warp_, op, cause.space, why.lane, cause.address[why.lane], cause.width,
                       cause.missing[why.lane], op == used_by ? nullptr : used_by);
    else
        misuse(warp_, op, Fault::AbsentLaneRead, why.lane);
    forget_cause(cause.op);
}

}  // namespace simt::check
