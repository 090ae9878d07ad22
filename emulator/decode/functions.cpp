// See functions.hpp.
#include "emulator/decode/functions.hpp"

#include <algorithm>

namespace simt::exec {

namespace {

using Kind = ptx::Operand::Kind;

void add(std::vector<const ptx::Function*>& functions, const ptx::Function* function) {
    if (function != nullptr && function->has_body && !function->entry &&
        std::ranges::find(functions, function) == functions.end())
        functions.push_back(function);
}

// Functions whose address the module takes, in code or in a variable's initial value.
std::vector<const ptx::Function*> functions_behind_pointers(const ptx::Module& module) {
    std::vector<const ptx::Function*> found;
    for (const ptx::Variable& variable : module.variables)
        for (const ptx::Variable::Relocation& relocation : variable.relocations)
            add(found, function_named(module, relocation.symbol));
    for (const ptx::Function& function : module.functions)
        for (const ptx::Instruction& instruction : function.body)
            if (!instruction.is(isa::Kind::Call))
                for (const ptx::Operand& operand : instruction.operands)
                    if (operand.kind == Kind::Symbol) add(found, function_named(module, operand.name));
    return found;
}

}  // namespace

const ptx::Function* function_named(const ptx::Module& module, const std::string& name) {
    const auto found = std::ranges::find(module.functions, name, &ptx::Function::name);
    return found == module.functions.end() ? nullptr : &*found;
}

Functions find_functions(const ptx::Module& module, const ptx::Function& kernel) {
    Functions functions{{&kernel}, {}};
    for (std::size_t k = 0; k < functions.all.size(); ++k)
        for (const ptx::Instruction& instruction : functions.all[k]->body) {
            if (!instruction.is(isa::Kind::Call)) continue;
            for (const ptx::Operand& operand : instruction.operands) {
                if (operand.kind == Kind::Symbol) add(functions.all, function_named(module, operand.name));
                if (operand.kind != Kind::Register || !functions.behind_pointers.empty()) continue;
                functions.behind_pointers = functions_behind_pointers(module);
                for (const ptx::Function* function : functions.behind_pointers) add(functions.all, function);
            }
        }
    return functions;
}

}  // namespace simt::exec
