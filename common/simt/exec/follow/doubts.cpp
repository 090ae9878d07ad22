// See doubts.hpp.
#include "common/simt/exec/follow/doubts.hpp"

#include <bit>
#include <optional>
#include <set>

#include "common/simt/exec/decode/operand_registers.hpp"
#include "common/simt/exec/follow/live_registers.hpp"

namespace simt::exec {

namespace {

constexpr u32 kWord = 4;

void merge(Doubt& doubt, const Doubt& more) {
    if (more.lanes == 0) return;
    if (doubt.lanes == 0) doubt = {0, more.shuffle, more.reader};
    doubt.lanes |= more.lanes;
}

Doubt part_of(Doubt doubt, u32 lanes) {
    doubt.lanes &= lanes;
    return doubt;
}

template <class Map>
void drop_empty(Map& map) {
    std::erase_if(map, [](const auto& entry) { return entry.second.lanes == 0; });
}

Doubts& doubts_of(WarpState& state) {
    if (state.doubts == nullptr) state.doubts = std::make_shared<Doubts>();
    return *state.doubts;
}

void forget_if_none(WarpState& state) {
    std::erase_if(state.doubts->registers, [](const auto& entry) { return entry.second.empty(); });
    if (state.doubts->registers.empty() && state.doubts->local.empty()) state.doubts.reset();
}

// Whose registers the warp works on; when a collective is finished that need not be the current split's frame.
const Frame* frame_of(const WarpState& state) {
    for (const auto& frame : state.frames)
        if (frame->rows == state.warp.rows) return frame.get();
    return nullptr;
}

// What an instruction does with its operands, beyond computing its first from the others.
bool only_uses(const std::string& root) {  // no operand is a result
    static const std::set<std::string> kRoots{"st",   "red",  "bra",  "brx", "bar",      "barrier", "cp",
                                              "call", "exit", "trap", "ret", "mbarrier", "stmatrix"};
    return kRoots.contains(root);
}
bool leaves_the_thread(const std::string& root) {
    static const std::set<std::string> kRoots{"atom", "vote", "match", "redux", "ldmatrix", "movmatrix"};
    return only_uses(root) || kRoots.contains(root);
}

class Follower {
  public:
    Follower(WarpState& state, const Op* op, u32 exec)
        : state_(state),
          op_(op),
          source_(*state.worker->code->info[op->index].source),
          frame_(frame_of(state)),
          registers_(state.doubts->registers[frame_]),
          exec_(exec) {}

    void follow() {
        forget_the_dead();
        const std::string& root = source_.parts[0];
        Doubt guard;
        if (!source_.guard.empty()) guard = part_of(of(source_.guard), state_.active);
        if (guard.lanes != 0 && (!op_->counted || leaves_the_thread(root))) {
            report(guard);
            guard = {};
        }
        if (!op_->counted || root == "shfl") return;
        if (root == "ld" || root == "ldu") return load();
        if (root == "st") return store();
        Doubt sources = guard;
        for (std::size_t k = only_uses(root) ? 0 : 1; k < source_.operands.size(); ++k)
            merge(sources, part_of(of(source_.operands[k]), k == 0 ? exec_ : exec_ & chosen(k)));
        if (leaves_the_thread(root)) {
            if (sources.lanes != 0) report(sources);
            sources = {};
        }
        if (!only_uses(root)) set_result(sources);
    }

    void set_result(const Doubt& doubt) {
        if (source_.operands.empty()) return;
        each_register(source_.operands[0], [&](const std::string& name) { set(name, doubt); });
    }
    Doubt of(const ptx::Operand& operand) const {
        Doubt doubt;
        each_register(operand, [&](const std::string& name) { merge(doubt, of(name)); });
        return doubt;
    }
    // Nothing for an operand that the text left out.
    Doubt of_operand(std::size_t k) const {
        return k < source_.operands.size() ? of(source_.operands[k]) : Doubt{};
    }
    void set(const std::string& name, const Doubt& doubt) {
        const auto found = registers_.find(name);
        if (found == registers_.end() && doubt.lanes == 0) return;
        Doubt& entry = registers_[name];
        entry.lanes &= ~exec_;
        merge(entry, doubt);
        if (entry.lanes == 0) registers_.erase(name);
    }

  private:
    // At the beginning of a basic block: the lanes' values that no later instruction reads.
    void forget_the_dead() {
        const ptx::Function& function = *frame_->function->source;
        auto& live = state_.worker->live_registers[&function];
        if (live == nullptr) live = std::make_shared<const LiveRegisters>(function);
        if (!live->begins_block(source_)) return;
        for (auto& [name, doubt] : registers_)
            if (!live->is_live(source_, name)) doubt.lanes &= ~state_.active;
        drop_empty(registers_);
    }

    Doubt of(const std::string& name) const {
        const auto found = registers_.find(name);
        return found == registers_.end() ? Doubt{} : found->second;
    }

    // The lanes to which the operand matters.
    u32 chosen(std::size_t operand) const {
        if (source_.parts[0] != "selp" || operand == 3) return kAllLanes;
        const u32 first = *row<u32>(state_.warp, op_->slot[3]);
        return operand == 1 ? first : ~first;
    }

    // Where a lane's access lies in its local memory; nullopt: elsewhere.
    std::optional<u32> local_address(u32 lane) const {
        const u64 base = op_->detail & kAddress64 ? row<u64>(state_.warp, op_->slot[kAddressSlot])[lane]
                                                  : row<u32>(state_.warp, op_->slot[kAddressSlot])[lane];
        const u64 address = base + static_cast<u64>(op_->immediate);
        if (op_->detail & kFrameLocal) return static_cast<u32>(address + frame_->local_base);
        if (source_.opcode.find(".local") != std::string::npos) return static_cast<u32>(address);
        if (address >> 32 == memory::kLocalWindow >> 32) return static_cast<u32>(address);
        return {};
    }
    // Calls visit(entry of local memory, the lane's bit) for each word of the executing lanes' local accesses.
    template <class Visit>
    u32 each_local_word(Visit visit) {
        u32 elsewhere = 0;
        const u32 bytes = u32{op_->width} * op_->count;
        for (u32 lanes = exec_; lanes != 0; lanes &= lanes - 1) {
            const u32 lane = static_cast<u32>(std::countr_zero(lanes));
            const std::optional<u32> address = local_address(lane);
            if (!address) elsewhere |= 1u << lane;
            for (u32 at = address.value_or(0) / kWord; address && at <= (*address + bytes - 1) / kWord; ++at)
                visit(at, 1u << lane);
        }
        return elsewhere;
    }

    void load() {
        if (const Doubt address = part_of(of_operand(1), exec_); address.lanes != 0) report(address);
        Doubt read;
        each_local_word([&](u32 word, u32 lane) {
            const auto found = state_.doubts->local.find(word);
            if (found != state_.doubts->local.end()) merge(read, part_of(found->second, lane));
        });
        set_result(read);
    }

    void store() {
        if (const Doubt address = part_of(of_operand(0), exec_); address.lanes != 0) report(address);
        const Doubt value = part_of(of_operand(1), exec_);
        const u32 elsewhere = each_local_word([&](u32 word, u32 lane) {
            Doubt& entry = state_.doubts->local[word];
            entry.lanes &= ~lane;
            merge(entry, part_of(value, lane));
        });
        if (const Doubt seen = part_of(value, elsewhere); seen.lanes != 0) report(seen);
        if (!state_.doubts->local.empty()) drop_empty(state_.doubts->local);
    }

    // One report a shuffle: what else came from it is not followed any further.
    void report(const Doubt& doubt) {
        misuse(state_, doubt.shuffle, observe::Fault::AbsentLaneRead, doubt.reader, nullptr, 0);
        const Op* const shuffle = doubt.shuffle;
        const auto forget = [shuffle](auto& map) {
            std::erase_if(map, [shuffle](const auto& entry) { return entry.second.shuffle == shuffle; });
        };
        for (auto& [frame, registers] : state_.doubts->registers) forget(registers);
        forget(state_.doubts->local);
    }

    WarpState& state_;
    const Op* op_;
    const ptx::Instruction& source_;
    const Frame* frame_;
    std::unordered_map<std::string, Doubt>& registers_;
    u32 exec_;
};

}  // namespace

void doubt_shuffle(WarpState& state, const Op* op, u32 absent, const u32* from) {
    if (!state.worker->checks.synchronisation || (absent == 0 && state.doubts == nullptr)) return;
    doubts_of(state);
    const ptx::Instruction& source = *state.worker->code->info[op->index].source;
    Follower follower(state, op, state.warp.exec);
    const Doubt brought = follower.of_operand(1);
    Doubt given;
    for (u32 lanes = state.warp.exec & ~absent; lanes != 0; lanes &= lanes - 1) {
        const u32 lane = static_cast<u32>(std::countr_zero(lanes));
        if (brought.lanes >> (from[lane] & 31u) & 1u)
            merge(given, {1u << lane, brought.shuffle, brought.reader});
    }
    if (absent != 0) merge(given, {absent, op, static_cast<u32>(std::countr_zero(absent))});
    const ptx::Operand& to = source.operands[0];
    const bool pair = to.kind == ptx::Operand::Kind::Pair;
    follower.set_result({});
    each_register(pair ? to.elements.at(0) : to, [&](const std::string& name) { follower.set(name, given); });
    forget_if_none(state);
}

void follow_doubts(WarpState& state, const Op* op, u32 exec) {
    if (state.worker->code->info[op->index].source == nullptr) return;
    Follower(state, op, exec).follow();
    forget_if_none(state);
}

void copy_doubts(WarpState& state, u32 lanes, u32 to, u32 from, u32 bytes) {
    if (state.doubts == nullptr) return;
    auto& local = state.doubts->local;
    for (u32 at = 0; at < bytes; at += kWord) {
        Doubt brought;
        if (const auto found = local.find((from + at) / kWord); found != local.end())
            brought = part_of(found->second, lanes);
        Doubt& entry = local[(to + at) / kWord];
        entry.lanes &= ~lanes;
        merge(entry, brought);
    }
    drop_empty(local);
}

void forget_frame(WarpState& state, const Frame* frame) {
    if (state.doubts != nullptr) state.doubts->registers.erase(frame);
}

}  // namespace simt::exec
