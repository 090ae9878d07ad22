// See shared_arrays.hpp.
#include "emulator/exec/shared_arrays.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "emulator/decode/layouts.hpp"
#include "emulator/exec/device_module.hpp"

namespace simt::exec {
namespace {

bool names(const std::vector<const ptx::Function*>& functions, const ptx::Variable& variable) {
    const auto named = [&](const ptx::Operand& operand) {
        return operand.name == variable.name ||
               std::ranges::any_of(operand.elements, [&](const ptx::Operand& element) {
                   return element.name == variable.name;
               });
    };
    return std::ranges::any_of(functions, [&](const ptx::Function* function) {
        return std::ranges::any_of(function->body, [&](const ptx::Instruction& instruction) {
            return std::ranges::any_of(instruction.operands, named);
        });
    });
}

// "tile" for _ZZ7reversePiE4tile.
std::string plain_name(const std::string& mangled) {
    const std::string name = demangle(mangled);
    const std::size_t part = name.rfind("::");
    return part == std::string::npos ? name : name.substr(part + 2);
}

}  // namespace

std::vector<SharedVariable> shared_variables(const LaunchContext& context) {
    const ptx::Module& module = context.kernel.module().source();
    std::vector<const ptx::Function*> functions;
    for (const FunctionCode& function : context.code.functions) functions.push_back(function.source);
    const SharedLayout layout = lay_out_shared(module, functions);
    std::vector<SharedVariable> variables;
    for (const auto& [variable, offset] : layout.offsets)
        variables.push_back({plain_name(variable->name), offset, static_cast<u32>(variable->size), false});
    for (const ptx::Variable& variable : module.variables)
        if (variable.space == ptx::Space::Shared && variable.size == 0 && names(functions, variable))
            variables.push_back(
                {plain_name(variable.name), layout.dynamic_begin, context.config.dynamic_shared, true});
    std::ranges::stable_sort(variables, {}, &SharedVariable::offset);
    return variables;
}

void name_array(check::Finding& found, const LaunchContext& context) {
    const std::vector<SharedVariable> variables = shared_variables(context);
    const auto behind = std::ranges::upper_bound(variables, found.address, {}, &SharedVariable::offset);
    if (behind == variables.begin()) return;
    const SharedVariable& array = *std::prev(behind);
    found.array = array.name;
    found.array_offset = found.address - array.offset;
    found.array_dynamic = array.dynamic;
    found.array_size = array.bytes;
}

}  // namespace simt::exec
