// See source_places.hpp.
#include "emulator/exec/source_places.hpp"
#include "emulator/check/findings.hpp"

namespace simt::exec {

namespace {

bool in_toolkit(const std::string& path) {
    return path.find("/include/crt/") != std::string::npos ||
           path.find("-linux/include/") != std::string::npos ||
           path.find("/cuda/include/") != std::string::npos || path.find("/cccl/") != std::string::npos ||
           path.find("/usr/include/") != std::string::npos;  // of Debian's packages
}

}  // namespace

check::Site site_of(const Kernel& kernel, const ptx::Module& module, const ptx::Instruction* instruction) {
    check::Site site;
    site.kernel = kernel.demangled();
    if (instruction == nullptr) return site;
    site.ptx_line = instruction->ptx_line;
    site.instruction = instruction->opcode;
    for (const ptx::Place& place : instruction->places) {
        const auto file = module.files.find(place.file);
        if (file == module.files.end()) continue;
        site.file = file->second;
        site.line = place.line;
        if (!in_toolkit(site.file)) break;
    }
    return site;
}

std::string place_of(const Kernel& kernel, const ptx::Instruction* instruction) {
    const check::Site site = site_of(kernel, kernel.module().source(), instruction);
    const std::string ptx_line = "PTX line " + std::to_string(site.ptx_line);
    return site.line == 0 ? ptx_line
                          : "line " + std::to_string(site.line) + " of " + site.file + " (" + ptx_line + ")";
}

}  // namespace simt::exec
