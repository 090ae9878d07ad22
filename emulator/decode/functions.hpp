// Which functions a kernel may run.
#pragma once

#include <vector>

#include "emulator/ptx/module.hpp"

namespace simt::exec {

struct Functions {
    std::vector<const ptx::Function*> all;  // the kernel first, then those that it or they may call
    // Those among them that a call through a pointer may reach; empty if there is no such call.
    std::vector<const ptx::Function*> behind_pointers;
};

Functions find_functions(const ptx::Module& module, const ptx::Function& kernel);

}  // namespace simt::exec
