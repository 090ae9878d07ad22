// Which functions a kernel may run.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "emulator/ptx/module.hpp"

namespace simt::exec {

// Device addresses of the module's .global and .const variables and of functions; nullopt for any other name.
using AddressOf = std::function<std::optional<u64>(const std::string& name)>;

struct Functions {
    std::vector<const ptx::Function*> all;  // the kernel first, then those that it or they may call
    // Those of them that a call through a pointer may reach; empty if there is no such call.
    std::vector<const ptx::Function*> behind_pointers;
};

// nullptr if the module has no such function.
const ptx::Function* function_named(const ptx::Module& module, const std::string& name);

Functions find_functions(const ptx::Module& module, const ptx::Function& kernel);

}  // namespace simt::exec
