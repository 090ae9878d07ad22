// See layouts.hpp.
#include "emulator/decode/layouts.hpp"

#include <algorithm>

#include "emulator/error.hpp"

namespace simt::exec {

namespace {

constexpr u32 kMostLocalBytes = 512 << 10;  // of a thread

// The next multiple of an alignment; 0 counts as 1.
u32 align_up(u64 value, u32 align) {
    align = std::max(align, 1u);
    return static_cast<u32>((value + align - 1) / align * align);
}

u32 reserve(SharedLayout& layout, u64 bytes, u32 align) {
    const u32 offset = align_up(layout.static_bytes, align);
    layout.static_bytes = offset + static_cast<u32>(bytes);
    return offset;
}

void add(SharedLayout& layout, const ptx::Variable& variable) {
    const auto [place, is_new] = layout.offsets.try_emplace(&variable, 0);
    if (is_new) place->second = reserve(layout, variable.size, variable.align);
}

// A module-scope variable takes up memory only if the kernel names it.
void add_named(SharedLayout& layout, const ptx::Module& module, const ptx::Operand& operand) {
    if (operand.kind == ptx::Operand::Kind::Symbol)
        if (const ptx::Variable* variable = shared_variable(module, operand.name);
            variable != nullptr && variable->size != 0)
            add(layout, *variable);
    if (operand.special == ptx::Special::ReservedShared && !layout.reserved)
        layout.reserved = reserve(layout, kReservedSharedBytes, 16);
    for (const ptx::Operand& element : operand.elements) add_named(layout, module, element);
}

}  // namespace

const ptx::Variable* shared_variable(const ptx::Module& module, const std::string& name) {
    const auto found = std::ranges::find_if(module.variables, [&](const ptx::Variable& variable) {
        return variable.space == ptx::Space::Shared && variable.name == name;
    });
    return found == module.variables.end() ? nullptr : &*found;
}

SharedLayout lay_out_shared(const ptx::Module& module, const std::vector<const ptx::Function*>& functions) {
    SharedLayout layout;
    for (const ptx::Function* function : functions) {
        for (const ptx::Variable& variable : function->variables)
            if (variable.space == ptx::Space::Shared && !(variable.external && variable.size == 0))
                add(layout, variable);
        for (const ptx::Instruction& instruction : function->body)
            for (const ptx::Operand& operand : instruction.operands) add_named(layout, module, operand);
    }
    u32 align = 16;
    for (const ptx::Variable& variable : module.variables)
        if (variable.space == ptx::Space::Shared && variable.size == 0)
            align = std::max(align, variable.align);
    layout.dynamic_begin = align_up(layout.static_bytes, align);
    return layout;
}

FrameLayout lay_out_frame(const ptx::Function& function) {
    FrameLayout frame;
    const auto place = [&](const ptx::Variable& variable) {
        const u32 offset = align_up(frame.local_bytes, variable.align);
        if (variable.size > kMostLocalBytes - std::min(offset, kMostLocalBytes))
            throw Error("PTX: with '" + variable.name + "', function " + function.name +
                        " has more than 512 KiB of local memory, which is all that a thread has");
        frame.offsets[variable.name] = offset;
        frame.local_bytes = offset + static_cast<u32>(variable.size);
        return ParamSlot{offset, static_cast<u32>(variable.size)};
    };
    if (!function.entry) {
        for (const ptx::Variable& parameter : function.parameters)
            frame.parameters.push_back(place(parameter));
        for (const ptx::Variable& result : function.returns) frame.returns.push_back(place(result));
    }
    for (const ptx::Variable& variable : function.variables) {
        if (variable.space == ptx::Space::Shared) continue;
        if (variable.space == ptx::Space::Local) frame.stack_bytes += static_cast<u32>(variable.size);
        place(variable);
    }
    return frame;
}

ParameterLayout lay_out_parameters(const ptx::Function& kernel) {
    ParameterLayout layout;
    for (const ptx::Variable& parameter : kernel.parameters) {
        layout.offsets.push_back(align_up(layout.bytes, parameter.align));
        layout.bytes = layout.offsets.back() + static_cast<u32>(parameter.size);
    }
    return layout;
}

}  // namespace simt::exec
