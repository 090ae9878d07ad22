// See module_names.hpp.
#include "emulator/decode/module_names.hpp"

#include <algorithm>

namespace simt::exec {

const ptx::Function* function_named(const ptx::Module& module, const std::string& name) {
    const auto found = std::find_if(module.functions.begin(), module.functions.end(),
                                    [&](const ptx::Function& function) { return function.name == name; });
    return found == module.functions.end() ? nullptr : &*found;
}

const ptx::Variable* shared_variable(const ptx::Module& module, const std::string& name) {
    const auto found =
        std::find_if(module.variables.begin(), module.variables.end(), [&](const ptx::Variable& variable) {
            return variable.space == ptx::Space::Shared && variable.name == name;
        });
    return found == module.variables.end() ? nullptr : &*found;
}

}  // namespace simt::exec
