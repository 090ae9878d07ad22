// See memory_space.hpp.
#include "emulator/decode/memory_space.hpp"

namespace simt::exec {

std::string space_of(const ptx::Instruction& instruction) {
    for (const std::string& part : instruction.parts) {
        const std::string root = part.substr(0, part.find("::"));
        if (root == "global" || root == "shared" || root == "local" || root == "param" || root == "const")
            return root;
    }
    return "";
}

}  // namespace simt::exec
