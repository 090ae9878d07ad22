// Where the variables lie that a function names.
#pragma once

#include <string>
#include <unordered_map>

#include "emulator/decode/code_builder.hpp"

namespace simt::exec {

enum class Home { Global, Const, Shared, Frame, KernelParam, Function, Unknown };

struct Location {
    Home home = Home::Unknown;
    u64 offset = 0;  // an address, or bytes into shared memory, the frame or the parameter block
};

class Locations {
  public:
    Locations(const CodeBuilder& builder, const ptx::Function& function, const FrameLayout& frame);

    // One of the function's variables or, if it has none of that name, one of the module's.
    Location find(const std::string& name);

  private:
    const CodeBuilder& builder_;
    std::unordered_map<std::string, Location> known_;
};

}  // namespace simt::exec
