// See source_places.hpp.
#include "emulator/exec/source_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace simt::exec {

namespace {

bool in_toolkit(const std::string& path) {
    // Debian's packages use the last one.
    const char* const folders[] = {"/include/crt/", "-linux/include/", "/cuda/include/", "/cccl/",
                                   "/usr/include/"};
    return std::ranges::any_of(folders,
                               [&](const char* folder) { return path.find(folder) != std::string::npos; });
}

std::string text_of(const Dim3& index) { return fmt::format("({},{},{})", index.x, index.y, index.z); }

}  // namespace

check::Site site_of(const Kernel& kernel, const ptx::Instruction* instruction) {
    return site_of(kernel, instruction, 0);
}

check::Site site_of(const Kernel& kernel, const ptx::Instruction* instruction, u32 frame) {
    check::Site site;
    site.kernel = kernel.demangled();
    site.device = kernel.module().named_device();
    if (instruction == nullptr) return site;
    site.ptx_line = instruction->ptx_line;
    site.instruction = instruction->opcode;
    const auto& files = kernel.module().source().files;
    for (const ptx::Place& place :
         std::span(instruction->places).subspan(std::min<std::size_t>(frame, instruction->places.size()))) {
        const auto file = files.find(place.file);
        if (file == files.end()) continue;
        site.file = file->second;
        site.line = place.line;
        if (!in_toolkit(site.file)) break;
    }
    return site;
}

std::string place_of(const Kernel& kernel, const ptx::Instruction* instruction) {
    const check::Site site = site_of(kernel, instruction);
    if (site.line == 0) return fmt::format("PTX line {}", site.ptx_line);
    return fmt::format("line {} of {} (PTX line {})", site.line, site.file, site.ptx_line);
}

std::string place_of(const Worker& worker, u32 op) {
    return place_of(worker.launch->kernel, worker.code->info[op].source);
}

std::string name_of(const Block& block) { return "block " + text_of(block.index); }

std::string name_of(const WarpState& state, u32 thread) {
    return "thread " + text_of(state.worker->launch->config.block.index_of(thread)) + " of " +
           name_of(*state.block);
}

}  // namespace simt::exec
