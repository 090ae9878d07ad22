// Where the variables lie whose names a function uses.
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

    // Of one of the function's variables or, where it has none of that name, of the module's.
    Location find(const std::string& name);

  private:
    const CodeBuilder& builder_;
    std::unordered_map<std::string, Location> known_;
};

}  // namespace simt::exec
