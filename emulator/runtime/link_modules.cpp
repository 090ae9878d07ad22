// Linking by name, on parsed modules; see link_modules.hpp.
#include "emulator/runtime/link_modules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "emulator/error.hpp"

namespace simt::runtime {
namespace {

using Names = std::map<std::string, std::string>;

void rename(std::string& name, const Names& names) {
    if (const auto found = names.find(name); found != names.end()) name = found->second;
}

void rename(ptx::Operand& operand, const Names& names) {
    if (operand.kind == ptx::Operand::Kind::Symbol) rename(operand.name, names);
    for (ptx::Operand& element : operand.elements) rename(element, names);
}

// The names, without this function's local names.
Names without_locals(Names names, const ptx::Function& function) {
    for (const auto* variables : {&function.returns, &function.parameters, &function.variables})
        for (const ptx::Variable& variable : *variables) names.erase(variable.name);
    for (const auto& [label, position] : function.labels) names.erase(label);
    return names;
}

void rename(ptx::Module& module, const Names& names) {
    for (ptx::Variable& variable : module.variables) {
        rename(variable.name, names);
        for (auto& relocation : variable.relocations) rename(relocation.symbol, names);
    }
    for (ptx::Function& function : module.functions) {
        const Names here = without_locals(names, function);
        rename(function.name, names);
        for (ptx::Instruction& instruction : function.body)
            for (ptx::Operand& operand : instruction.operands) rename(operand, here);
        for (auto& [label, targets] : function.branch_targets)
            for (std::string& target : targets) rename(target, here);
    }
}

// Turns source file numbers, which are local to each file, into numbers of the linked module.
void shift_places(ptx::Module& module, u32 shift) {
    std::map<u32, std::string> files;
    for (auto& [number, path] : module.files) files[number + shift] = std::move(path);
    module.files = std::move(files);
    for (ptx::Function& function : module.functions)
        for (ptx::Instruction& instruction : function.body)
            for (ptx::Place& place : instruction.places)
                if (place.line != 0) place.file += shift;
}

// New names for the file's definitions where `defined` has the name already.
Names renamed_definitions(const ptx::Module& file, const std::set<std::string>& defined, std::size_t number) {
    Names names;
    const auto keep_apart = [&](const std::string& name) {
        if (defined.contains(name)) names[name] = fmt::format("{}$file{}", name, number);
    };
    for (const ptx::Variable& variable : file.variables)
        if (!variable.external) keep_apart(variable.name);
    for (const ptx::Function& function : file.functions)
        if (function.has_body) keep_apart(function.name);
    return names;
}

}  // namespace

ptx::Module link_modules(std::vector<ptx::Module> files) {
    ptx::Module linked = std::move(files.front());
    std::vector<ptx::Variable> variables;
    std::vector<ptx::Function> functions;
    std::set<std::string> defined;
    const auto take = [&](ptx::Module& file) {
        for (ptx::Variable& variable : file.variables) {
            if (!variable.external) defined.insert(variable.name);
            variables.push_back(std::move(variable));
        }
        for (ptx::Function& function : file.functions) {
            if (function.has_body) defined.insert(function.name);
            functions.push_back(std::move(function));
        }
    };
    take(linked);
    for (std::size_t k = 1; k < files.size(); ++k) {
        ptx::Module& file = files[k];
        rename(file, renamed_definitions(file, defined, k + 1));
        shift_places(file, linked.files.empty() ? 0 : linked.files.rbegin()->first + 1);
        linked.files.merge(file.files);
        linked.debug = linked.debug || file.debug;
        take(file);
    }
    // Definitions replace declarations; of several declarations one stays (extern __shared__, vprintf).
    std::set<std::string> declared;
    std::erase_if(variables, [&](const ptx::Variable& variable) {
        return variable.external &&
               (defined.contains(variable.name) || !declared.insert(variable.name).second);
    });
    std::erase_if(functions, [&](const ptx::Function& function) {
        return !function.has_body &&
               (defined.contains(function.name) || !declared.insert(function.name).second);
    });
    for (const ptx::Variable& variable : variables)
        if (variable.external && variable.space != ptx::Space::Shared)
            throw Error(fmt::format(
                "the variable {} is declared extern, and no file of the program defines it", variable.name));
    linked.variables = std::move(variables);
    linked.functions = std::move(functions);
    return linked;
}

}  // namespace simt::runtime
