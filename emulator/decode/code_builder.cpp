// See code_builder.hpp.
#include "emulator/decode/code_builder.hpp"

#include <algorithm>

#include "emulator/error.hpp"

namespace simt::exec {

CodeBuilder::CodeBuilder(const ptx::Module& module, const ModulePasses& passes, const AddressOf& address_of,
                         HandlerOf handler_of)
    : module_(module),
      passes_(passes),
      address_of_(address_of),
      handler_of_(handler_of),
      code_(std::make_shared<Code>()) {
    code_->functions.resize(passes.functions.all.size());
    for (std::size_t k = 0; k < passes.functions.all.size(); ++k)
        code_->functions[k].source = passes.functions.all[k];
    for (const ptx::Function* function : passes.functions.behind_pointers)
        code_->function_at[address_of(function->name).value()] = function_index(*function);
    code_->parameter_bytes = passes.parameters.bytes;
    code_->static_shared = passes.shared.static_bytes;
    code_->dynamic_shared_begin = passes.shared.dynamic_begin;
    if (passes.shared.reserved) {
        code_->reserved_begin = *passes.shared.reserved;
        code_->reserved_end = code_->reserved_begin + kReservedSharedBytes;
    }
}

u32 CodeBuilder::function_index(const ptx::Function& function) const {
    const std::vector<const ptx::Function*>& all = passes_.functions.all;
    const auto found = std::find(all.begin(), all.end(), &function);
    if (found == all.end()) throw Error(function.name + " is a kernel, and a kernel cannot be called");
    return static_cast<u32>(found - all.begin());
}

void CodeBuilder::note_shared_width(u32 bytes) {
    code_->shared_unit = std::min(code_->shared_unit, std::max(bytes, 1u));
}

void CodeBuilder::note_global_access(u32 bytes, const ptx::Instruction* writer, u32 function) {
    code_->global_unit = std::min(code_->global_unit, std::max(bytes, 1u));
    if (writer == nullptr) return;
    code_->writes_global = true;
    if (function == 0)
        writers_.push_back(writer);
    else
        others_write_ = true;
}

}  // namespace simt::exec
