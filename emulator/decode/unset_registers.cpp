// See unset_registers.hpp.
#include "emulator/decode/unset_registers.hpp"

#include <algorithm>
#include <set>

namespace simt::exec {

namespace {

using Set = std::vector<u64>;  // a bit for each register

bool has(const Set& set, u32 bit) { return (set[bit / 64] >> bit % 64 & 1u) != 0; }
void add(Set& set, u32 bit) { set[bit / 64] |= u64{1} << bit % 64; }

class Finder {
  public:
    Finder(const ControlFlow& flow, const RegisterTypes& types) : flow_(flow) {
        for (const auto& [name, type] : types) numbers_.emplace(name, static_cast<u32>(numbers_.size()));
    }

    UnsetRegisters find() {
        if (numbers_.empty() || flow_.blocks.empty()) return {};
        flow_sets();
        for (u32 b = 0; b < flow_.epilogue(); ++b) find_tests(b);
        for (const ControlFlow::Item& item : flow_.items) note_writes(item);
        return std::move(found_);
    }

  private:
    using Item = ControlFlow::Item;

    static bool has_result(const ptx::Instruction& instruction) {
        return instruction.isa->has_result && !instruction.operands.empty() &&
               instruction.operands[0].kind != ptx::Operand::Kind::Address;
    }

    template <class Visit>
    void each_read(const ptx::Instruction& instruction, Visit visit) const {
        for (std::size_t k = has_result(instruction) ? 1 : 0; k < instruction.operands.size(); ++k)
            each_register(instruction.operands[k], visit);
    }

    void set_results(const Item& item, Set& set) const {
        if (item.skip || !item.instruction->guard.empty() || !has_result(*item.instruction)) return;
        each_register(item.instruction->operands[0], [&](const std::string& name) {
            if (const auto number = numbers_.find(name); number != numbers_.end()) add(set, number->second);
        });
    }

    // Finds set_, the registers that are set at the beginning of each block.
    void flow_sets() {
        set_.assign(flow_.blocks.size(), Set(numbers_.size() / 64 + 1, ~u64{0}));
        std::ranges::fill(set_[0], 0);
        for (bool more = true; more;) {
            more = false;
            for (u32 b = 0; b < flow_.epilogue(); ++b) {
                Set end = set_[b];
                for (const Item& item : flow_.items_of(flow_.blocks[b])) set_results(item, end);
                for (const u32 next : flow_.blocks[b].successors)
                    for (std::size_t word = 0; word < end.size(); ++word) {
                        const u64 both = set_[next][word] & end[word];
                        more |= both != set_[next][word];
                        set_[next][word] = both;
                    }
            }
        }
    }

    void find_tests(u32 b) {
        Set now = set_[b];
        for (const Item& item : flow_.items_of(flow_.blocks[b])) {
            const ptx::Instruction& instruction = *item.instruction;
            const auto test = [&](UnsetRegisters::ByInstruction& tests, const std::string& name) {
                const auto number = numbers_.find(name);
                if (number == numbers_.end() || has(now, number->second)) return;
                std::vector<std::string>& names = tests[&instruction];
                if (std::ranges::find(names, name) == names.end()) names.push_back(name);
                tested_.insert(name);
            };
            if (!instruction.guard.empty()) test(found_.guards, instruction.guard);
            if (!item.skip)
                each_read(instruction, [&](const std::string& name) { test(found_.tests, name); });
            set_results(item, now);
        }
    }

    void note_writes(const Item& item) {
        if (item.skip || tested_.empty() || !has_result(*item.instruction)) return;
        each_register(item.instruction->operands[0], [&](const std::string& name) {
            if (tested_.contains(name)) found_.writes[item.instruction].push_back(name);
        });
    }

    const ControlFlow& flow_;
    std::unordered_map<std::string, u32> numbers_;
    std::vector<Set> set_;  // by block
    std::set<std::string> tested_;
    UnsetRegisters found_;
};

}  // namespace

UnsetRegisters find_unset_registers(const ControlFlow& flow, const RegisterTypes& types) {
    return Finder(flow, types).find();
}

}  // namespace simt::exec
