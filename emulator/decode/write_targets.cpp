// See write_targets.hpp. A register has one origin in the whole function, wherever it is written: nvcc writes most registers
// once. Pointers have 64 bits, so narrower registers hold none. A pointer that the kernel puts together from halves counts as
// pointing anywhere.
#include "emulator/decode/write_targets.hpp"

#include <optional>
#include <set>
#include <string>
#include <unordered_map>

#include "emulator/decode/instruction_parts.hpp"

namespace simt::exec {

namespace {

constexpr u32 kPointerBytes = 8;

struct Origin {
    bool unknown = false;
    bool elsewhere = false;  // a place in shared or local memory
    std::set<u32> parameters;
    std::set<u64> variables;

    bool operator==(const Origin&) const = default;
    void add(const Origin& other) {
        unknown |= other.unknown;
        elsewhere |= other.elsewhere;
        parameters.insert(other.parameters.begin(), other.parameters.end());
        variables.insert(other.variables.begin(), other.variables.end());
    }
    // False for a number that was not computed from a pointer: it is not an address.
    bool leads_somewhere() const {
        return !unknown && (elsewhere || !parameters.empty() || !variables.empty());
    }
};

Origin from_anywhere() {
    Origin origin;
    origin.unknown = true;
    return origin;
}

// Whether the result depends on the other operands only.
bool computes(const ptx::Instruction& instruction) {
    return instruction.is(isa::Kind::Data) || instruction.is(isa::Kind::Move) ||
           instruction.is(isa::Kind::Set) || instruction.is(isa::Kind::ConvertAddress);
}

// A variable in shared or local memory.
bool is_elsewhere(const ptx::Variable& variable) {
    return variable.space == ptx::Space::Shared || variable.space == ptx::Space::Local;
}

class OriginFinder {
  public:
    OriginFinder(const ptx::Module& module, const ptx::Function& kernel, const ParameterLayout& parameters,
                 const AddressOf& address_of)
        : address_of_(address_of), types_(register_types(kernel)) {
        for (std::size_t k = 0; k < kernel.parameters.size(); ++k)
            parameters_.emplace(kernel.parameters[k].name, parameters.offsets[k]);
        for (const auto* variables : {&module.variables, &kernel.variables})
            for (const ptx::Variable& variable : *variables)
                if (is_elsewhere(variable)) elsewhere_.insert(variable.name);
        for (bool changed = true; changed;) {
            changed = false;
            for (const ptx::Instruction& instruction : kernel.body) changed |= follow(instruction);
        }
    }

    Origin of(const ptx::Operand& operand) const {
        using Kind = ptx::Operand::Kind;
        switch (operand.kind) {
            case Kind::Register: {
                const auto found = origins_.find(operand.name);
                return found == origins_.end() ? Origin{} : found->second;
            }
            case Kind::Symbol:
                return of_symbol(operand.name);
            case Kind::Address: {
                Origin origin;
                for (const ptx::Operand& element : operand.elements) origin.add(of(element));
                return origin;
            }
            case Kind::Vector:
            case Kind::Pair:
                return from_anywhere();
            default:
                return {};
        }
    }

  private:
    Origin of_symbol(const std::string& name) const {
        Origin origin;
        if (const std::optional<u64> address = address_of_(name))
            origin.variables.insert(*address);
        else
            (elsewhere_.contains(name) ? origin.elsewhere : origin.unknown) = true;
        return origin;
    }

    // Adds the origin of the instruction's result. Returns whether that changed anything.
    bool follow(const ptx::Instruction& instruction) {
        if (instruction.operands.empty()) return false;
        const ptx::Operand& result = instruction.operands[0];
        if (!instruction.isa->has_result) return false;
        bool changed = false;
        u32 element = 0;
        each_register(result, [&](const std::string& name) {
            changed |= add(name, computes(instruction)               ? of_sources(instruction)
                                 : instruction.is(isa::Memory::Load) ? loaded(instruction, element)
                                                                     : from_anywhere());
            ++element;
        });
        return changed;
    }

    Origin of_sources(const ptx::Instruction& instruction) const {
        if (instruction.is(isa::Kind::ConvertAddress) && !instruction.has("to") &&
            !instruction.has("global")) {
            Origin origin;
            origin.elsewhere = true;
            return origin;
        }
        Origin origin;
        for (std::size_t k = 1; k < instruction.operands.size(); ++k) origin.add(of(instruction.operands[k]));
        return origin;
    }

    // The origin of a loaded value: known for ld.param of a kernel parameter, unknown for any other memory.
    Origin loaded(const ptx::Instruction& instruction, u32 element) const {
        if (!instruction.has("param") || instruction.operands.size() < 2) return from_anywhere();
        const ptx::Operand& address = instruction.operands[1];
        if (address.elements.size() != 1 || address.elements[0].kind != ptx::Operand::Kind::Symbol ||
            ptx::size_of(ptx::type_named(instruction.parts.back())) != kPointerBytes)
            return from_anywhere();
        const ptx::Operand& symbol = address.elements[0];
        const auto parameter = parameters_.find(symbol.name);
        if (parameter == parameters_.end()) return from_anywhere();
        Origin origin;
        origin.parameters.insert(parameter->second + static_cast<u32>(offset_from_base(address)) +
                                 element * kPointerBytes);
        return origin;
    }

    bool add(const std::string& name, const Origin& more) {
        const auto type = types_.find(name);
        if (type != types_.end() && ptx::size_of(type->second) < kPointerBytes) return false;
        Origin& origin = origins_[name];
        const Origin before = origin;
        origin.add(more);
        return origin != before;
    }

    const AddressOf& address_of_;
    const RegisterTypes types_;
    std::unordered_map<std::string, u32> parameters_;
    std::set<std::string> elsewhere_;
    std::unordered_map<std::string, Origin> origins_;
};

}  // namespace

WriteTargets find_write_targets(const ptx::Module& module, const ptx::Function& kernel,
                                const std::vector<const ptx::Instruction*>& writers,
                                const ParameterLayout& parameters, const AddressOf& address_of) {
    WriteTargets targets;
    if (writers.empty()) return targets;
    const OriginFinder finder(module, kernel, parameters, address_of);
    Origin all;
    for (const ptx::Instruction* writer : writers) {
        const std::size_t address = writer->isa->has_result ? 1 : 0;
        const bool plain = writer->is(isa::Kind::Store) || writer->is(isa::Kind::Atomic);
        const Origin origin = plain && address < writer->operands.size()
                                  ? finder.of(writer->operands[address])
                                  : from_anywhere();
        targets.anywhere |= !origin.leads_somewhere();
        all.add(origin);
    }
    targets.parameters.assign(all.parameters.begin(), all.parameters.end());
    targets.variables.assign(all.variables.begin(), all.variables.end());
    return targets;
}

}  // namespace simt::exec
