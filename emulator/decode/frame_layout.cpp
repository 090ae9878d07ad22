// See frame_layout.hpp.
#include "emulator/decode/frame_layout.hpp"

#include <algorithm>

#include "emulator/decode/align.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

namespace {

constexpr u32 kMostLocalBytes = 512 << 10;  // of a thread

}  // namespace

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
