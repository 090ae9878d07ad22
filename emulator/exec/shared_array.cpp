// See shared_array.hpp.
#include "emulator/exec/shared_array.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "emulator/decode/layouts.hpp"

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
    int status = 0;
    char* const text = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
    const std::string name = status == 0 ? text : mangled;
    std::free(text);
    const std::size_t part = name.rfind("::");
    return part == std::string::npos ? name : name.substr(part + 2);
}

}  // namespace

void name_array(check::Finding& found, const LaunchContext& context) {
    const ptx::Module& module = context.kernel.module().source();
    std::vector<const ptx::Function*> functions;
    for (const FunctionCode& function : context.code.functions) functions.push_back(function.source);
    const SharedLayout layout = lay_out_shared(module, functions);
    const ptx::Variable* array = nullptr;
    u32 begin = 0;
    const auto look_at = [&](const ptx::Variable& variable, u32 offset) {
        if (offset > found.address || (array != nullptr && offset < begin)) return;
        array = &variable;
        begin = offset;
    };
    for (const auto& [variable, offset] : layout.offsets) look_at(*variable, offset);
    for (const ptx::Variable& variable : module.variables)
        if (variable.space == ptx::Space::Shared && variable.size == 0 && names(functions, variable))
            look_at(variable, layout.dynamic_begin);
    if (array == nullptr) return;
    found.array = plain_name(array->name);
    found.array_offset = found.address - begin;
    found.array_dynamic = array->size == 0;
    found.array_size = array->size == 0 ? context.config.dynamic_shared : array->size;
}

}  // namespace simt::exec
