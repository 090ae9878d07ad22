// What the names in a module stand for.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "emulator/ptx/module.hpp"

namespace simt::exec {

// Device addresses of the module's .global and .const variables and of functions; nullopt for a name that is none of them.
using AddressOf = std::function<std::optional<u64>(const std::string& name)>;

// nullptr if the module has no such function, or no such .shared variable.
const ptx::Function* function_named(const ptx::Module& module, const std::string& name);
const ptx::Variable* shared_variable(const ptx::Module& module, const std::string& name);

}  // namespace simt::exec
