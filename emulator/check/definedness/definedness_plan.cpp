// See definedness_plan.hpp.
#include "emulator/check/definedness/definedness_plan.hpp"

#include <algorithm>

#include "emulator/decode/control_flow.hpp"
#include "emulator/decode/instruction_parts.hpp"
#include "emulator/decode/predicates.hpp"

namespace simt::check {

namespace {

// Sets the step's effect and its widths.
void find_effect(const ptx::Instruction& instruction, Step& step) {
    const isa::Opcode* row = instruction.isa;
    if (row->kind == isa::Kind::Compare) {
        const exec::Comparison comparison = exec::comparison_of(instruction.parts, 1);
        row = isa::find_whole(comparison.row);
        if (row == nullptr) return;
        if (!comparison.combine.empty()) step.combine = isa::find(comparison.combine + ".pred").effect;
    }
    const auto bits =
        [row](int before) {  // of the row's last type, or of the one before it; 1 for a predicate
            const ptx::Type type = ptx::type_named(isa::type_from_end(row->name, before));
            return static_cast<u8>(std::max(8 * ptx::size_of(type), 1u));
        };
    step.effect = row->effect;
    step.width = bits(0);
    step.is_signed = isa::type_from_end(row->name, 0).starts_with('s');
    switch (row->effect) {
        case Effect::Extend:
            step.from_width = step.width;
            step.width = bits(1);
            return;
        case Effect::Upward:
            if (instruction.has("wide")) step.width = static_cast<u8>(2 * step.width);
            return;
        case Effect::FunnelLeft:
        case Effect::FunnelRight:
            step.wraps = instruction.has("wrap");
            return;
        case Effect::Compare:
            step.order = isa::order_named(isa::Name(row->name).part(1));
            return;
        default:
            return;
    }
}

using Set = std::vector<u64>;  // a bit for each register

bool has(const Set& set, u32 bit) { return (set[bit / 64] >> bit % 64 & 1u) != 0; }
void add(Set& set, u32 bit) { set[bit / 64] |= u64{1} << bit % 64; }

}  // namespace

// Liveness is per lane, so guards and divergence need no special treatment. A guarded instruction counts as one that may leave
// its result unchanged.
LiveRegisters::LiveRegisters(const ptx::Function& function)
    : function_(function), block_at_(function.body.size(), kNoBlock) {
    const auto give_number = [&](const std::string& name) { numbers_.try_emplace(name, registers()); };
    for (const ptx::Instruction& instruction : function.body) {
        if (!instruction.guard.empty()) give_number(instruction.guard);
        for (const ptx::Operand& operand : instruction.operands) each_register(operand, give_number);
    }
    const ControlFlow flow = find_control_flow(function);
    const Set none(numbers_.size() / 64 + 1, 0);
    live_.assign(flow.blocks.size(), none);
    std::vector<Set> defined(flow.blocks.size(), none);
    for (u32 b = 0; b < flow.epilogue(); ++b) {
        const u32 first = flow.blocks[b].first;
        const ptx::Instruction& leader = *flow.items[first].instruction;
        // A guarded instruction may begin with a jump over it, and that jump may stand within a block.
        if (first == 0 || flow.items[first - 1].instruction != &leader) block_at_[position(leader)] = b;
        const auto use = [&](const std::string& name) {
            if (const u32 number = numbers_.at(name); !has(defined[b], number)) add(live_[b], number);
        };
        for (u32 k = flow.blocks[b].first; k < flow.blocks[b].last; ++k) {
            const ptx::Instruction& instruction = *flow.items[k].instruction;
            if (!instruction.guard.empty()) use(instruction.guard);
            if (flow.items[k].skip) continue;
            const bool result = !instruction.operands.empty() && instruction.isa->has_result;
            for (std::size_t o = result ? 1 : 0; o < instruction.operands.size(); ++o)
                each_register(instruction.operands[o], use);
            if (result && instruction.guard.empty())
                each_register(instruction.operands[0],
                              [&](const std::string& name) { add(defined[b], numbers_.at(name)); });
        }
    }
    for (bool more = true; more;) {
        more = false;
        for (u32 b = flow.epilogue(); b-- > 0;)
            for (const u32 next : flow.blocks[b].successors)
                for (std::size_t word = 0; word < none.size(); ++word) {
                    const u64 news = live_[next][word] & ~defined[b][word] & ~live_[b][word];
                    live_[b][word] |= news;
                    more |= news != 0;
                }
    }
}

bool LiveRegisters::begins_block(const ptx::Instruction& instruction) const {
    return block_at_[position(instruction)] != kNoBlock;
}

bool LiveRegisters::is_live(const ptx::Instruction& block_begin, u32 number) const {
    return number < numbers_.size() && has(live_[block_at_[position(block_begin)]], number);
}

DefinednessPlan::DefinednessPlan(const FunctionCode& code) : code_(code), live_(*code.source) {
    steps_.reserve(code.source->body.size());
    for (const ptx::Instruction& instruction : code.source->body) steps_.push_back(read(instruction));
    find_pieces();
}

// Fills in Step::beside.
void DefinednessPlan::find_pieces() {
    constexpr s64 kNear = 64;  // bytes
    struct Piece {
        std::string key;  // load or store, the space, the address without its offset
        u32 base;         // the address register
        s64 offset;
        u32 bytes;
        std::size_t index;
    };
    std::vector<Piece> pieces;  // of the basic block, until their address register changes
    for (std::size_t k = 0; k < steps_.size(); ++k) {
        const ptx::Instruction& instruction = code_.source->body[k];
        Step& step = steps_[k];
        if (live_.begins_block(instruction)) pieces.clear();
        const bool load = step.effect == Effect::Load, memory = load || step.effect == Effect::Store;
        if (memory && instruction.guard.empty() && instruction.operands.size() > 1 &&
            !instruction.operands[load ? 1 : 0].elements.empty()) {
            const ptx::Operand& address = instruction.operands[load ? 1 : 0];
            const ptx::Operand& base = address.elements[0];
            const std::size_t elements = (load ? step.results : step.sources).size();
            const Piece piece{instruction.isa->name + (step.in_shared ? " shared " : " ") + base.name,
                              step.address.number, offset_from_base(address),
                              step.width / 8u * static_cast<u32>(elements), k};
            for (const Piece& other : pieces) {
                // PTX may have any offset; the unsigned difference wraps round without overflow.
                const s64 distance =
                    static_cast<s64>(static_cast<u64>(other.offset) - static_cast<u64>(piece.offset));
                if (other.key != piece.key || distance > kNear || distance < -kNear) continue;
                step.beside.push_back({distance, other.bytes});
                steps_[other.index].beside.push_back({-distance, piece.bytes});
            }
            pieces.push_back(piece);
        }
        for (const Part& result : step.results)
            std::erase_if(pieces, [&result](const Piece& piece) {
                return piece.base != Part::kNone && piece.base == result.number;
            });
    }
}

Part DefinednessPlan::register_part(const std::string& name) const {
    Part part;
    part.number = live_.number_of(name);
    const auto row = code_.registers.find(name);
    part.known = row != code_.registers.end();
    if (part.known) {
        part.slot = row->second.slot;
        part.bytes = row->second.bytes;
    }
    return part;
}

Part DefinednessPlan::part_of(const ptx::Operand& operand) const {
    Part part;
    if (operand.kind == ptx::Operand::Kind::Register) {
        part = register_part(operand.name);
        part.negated = operand.negated;
    } else if (operand.kind == ptx::Operand::Kind::Immediate) {
        part.value = operand.bits;
        part.bytes = 8;
    } else {
        part.known = false;
        part.bytes = 8;
    }
    return part;
}

void DefinednessPlan::add_parts(const ptx::Operand& operand, std::vector<Part>& parts) const {
    if (operand.kind == ptx::Operand::Kind::Vector || operand.kind == ptx::Operand::Kind::Pair ||
        operand.kind == ptx::Operand::Kind::Address)
        for (const ptx::Operand& element : operand.elements) add_parts(element, parts);
    else
        parts.push_back(part_of(operand));
}

Step DefinednessPlan::read(const ptx::Instruction& instruction) const {
    Step step;
    step.has_no_line = instruction.places.empty();
    const isa::Opcode& row = *instruction.isa;
    const std::vector<ptx::Operand>& operands = instruction.operands;
    if (!instruction.guard.empty()) step.guard = register_part(instruction.guard);
    step.leaves = row.effect == Effect::Use;
    const bool load = row.effect == Effect::Load, store = row.effect == Effect::Store;
    const bool results =
        !operands.empty() && row.has_result && operands[0].kind != ptx::Operand::Kind::Address;
    if (load || store) {
        step.effect = load ? Effect::Load : Effect::Store;
        const u32 bytes = ptx::size_of(ptx::type_named(instruction.parts.back()));
        step.width = static_cast<u8>(8 * std::min(bytes, 8u));
        step.is_signed = load && instruction.parts.back().starts_with('s');
        step.in_local = space_of(instruction) == "local";
        step.in_shared = space_of(instruction) == "shared";
        step.leaves = store && !step.in_local && space_of(instruction) != "param";
        if (operands.size() > 1) {
            if (const ptx::Operand& place = operands[load ? 1 : 0]; !place.elements.empty())
                step.address = part_of(place.elements[0]);
            add_parts(operands[load ? 0 : 1], load ? step.results : step.sources);
        }
    } else {
        for (std::size_t k = results ? 1 : 0; k < operands.size(); ++k) add_parts(operands[k], step.sources);
        if (results) add_parts(operands[0], step.results);
        find_effect(instruction, step);
    }
    if ((row.flags & isa::kCarry) != 0) {
        Part carry;
        carry.number = live_.registers();
        carry.known = false;
        step.sources.push_back(carry);
        step.results.push_back(carry);
        step.effect = Effect::Mix;
    }
    return step;
}

const DefinednessPlan& DefinednessPlans::of(const FunctionCode& function) {
    Entry& entry = plans_[static_cast<std::size_t>(&function - functions_.data())];
    if (!entry.made.load(std::memory_order_acquire)) {  // runs at every op, where call_once would be slower
        const std::lock_guard lock(mutex_);
        if (!entry.plan) entry.plan.emplace(function);
        entry.made.store(true, std::memory_order_release);
    }
    return *entry.plan;
}

}  // namespace simt::check
