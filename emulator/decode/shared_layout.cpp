// See shared_layout.hpp.
#include "emulator/decode/shared_layout.hpp"

#include <algorithm>

#include "emulator/decode/align.hpp"
#include "emulator/decode/module_names.hpp"

namespace simt::exec {

namespace {

class Layout {
  public:
    explicit Layout(const ptx::Module& module) : module_(module) {}

    void add(const ptx::Variable& variable) {
        if (!made_.offsets.try_emplace(&variable, 0).second) return;
        made_.offsets[&variable] = reserve(static_cast<u32>(variable.size), variable.align);
    }
    // A variable of the module takes up memory only if the kernel names it.
    void add_named(const ptx::Operand& operand) {
        if (operand.kind == ptx::Operand::Kind::Symbol)
            if (const ptx::Variable* variable = shared_variable(module_, operand.name);
                variable != nullptr && variable->size != 0)
                add(*variable);
        if (operand.kind == ptx::Operand::Kind::Special && operand.name == kReservedSharedRegister &&
            !made_.reserved)
            made_.reserved = reserve(kReservedSharedBytes, 16);
        for (const ptx::Operand& element : operand.elements) add_named(element);
    }
    SharedLayout finish() {
        u32 align = 16;
        for (const ptx::Variable& variable : module_.variables)
            if (variable.space == ptx::Space::Shared && variable.size == 0)
                align = std::max(align, variable.align);
        made_.dynamic_begin = align_up(made_.static_bytes, align);
        return std::move(made_);
    }

  private:
    u32 reserve(u32 bytes, u32 align) {
        const u32 offset = align_up(made_.static_bytes, align);
        made_.static_bytes = offset + bytes;
        return offset;
    }

    const ptx::Module& module_;
    SharedLayout made_;
};

}  // namespace

SharedLayout lay_out_shared(const ptx::Module& module, const std::vector<const ptx::Function*>& functions) {
    Layout layout(module);
    for (const ptx::Function* function : functions) {
        for (const ptx::Variable& variable : function->variables)
            if (variable.space == ptx::Space::Shared && !(variable.external && variable.size == 0))
                layout.add(variable);
        for (const ptx::Instruction& instruction : function->body)
            for (const ptx::Operand& operand : instruction.operands) layout.add_named(operand);
    }
    return layout.finish();
}

}  // namespace simt::exec
