// See texture.hpp.
#include "emulator/decode/texture.hpp"

#include "emulator/decode/operands.hpp"
#include "emulator/decode/texture_form.hpp"
#include "emulator/error.hpp"
#include "emulator/isa/reductions.hpp"

namespace simt::exec {

namespace {

constexpr u8 kResults = 4;

Geometry geometry_of(const ptx::Instruction& instruction) {
    return static_cast<Geometry>(choice_of(instruction, {"1d", "2d", "3d", "a1d", "a2d", "cube", "acube"}));
}

void move_row(Emitter& out, u32 to, const ptx::Operand& from) {
    out.emit_hidden(out.make(id("mov.b32"), {to, source(out, from, Element::B32)}));
}

// Allocates the op's rows and emits what fills in the handle and the coordinates of [object, {coordinates}].
void set_object(Emitter& out, Op& op, const ptx::Operand& address) {
    if (address.kind != ptx::Operand::Kind::Address || address.elements.empty())
        throw Error("expected an object and coordinates in brackets");
    const ptx::Operand& object = address.elements[0];
    if (object.kind != ptx::Operand::Kind::Register || out.register_named(object.name).bytes != 8)
        throw Error(
            "a texture or surface reference is not supported: pass a cudaTextureObject_t or a "
            "cudaSurfaceObject_t to the kernel");
    op.slot[kAddressSlot] = out.allocate_row(8);
    op.slot[kTextureBlockSlot] = out.allocate_row(kTextureBlockBytes);
    out.emit_hidden(
        out.make(id("mov.b64"), {op.slot[kTextureBlockSlot], out.register_named(object.name).slot}));
    if (address.elements.size() == 1) return;
    if (address.elements.size() > 2) not_supported(out.instruction());  // a sampler of its own
    u32 k = 0;
    for (const ptx::Operand& coordinate : elements_of(address.elements[1])) {
        if (k == kCoordinateRows) throw Error("too many coordinates");
        move_row(out, texture_row(&op, k++), coordinate);
    }
}

// Emits the op with its results, four of 32 bits, d or d|p. The predicate says whether the texels are in memory; they always
// are. `count` stays 1: a texel with an undefined byte makes all results undefined.
void emit_fetch(Emitter& out, Op& op, const TextureForm& form) {
    const ptx::Operand& to = out.instruction().operands.at(0);
    const bool pair = to.kind == ptx::Operand::Kind::Pair;
    const std::span<const ptx::Operand> elements = elements_of(pair ? to.elements[0] : to);
    if (elements.size() != kResults) not_supported(out.instruction());
    for (u32 k = 0; k < kResults; ++k) op.slot[k] = destination(out, elements[k], Element::B32);
    op.count = 1;
    op.width = 4;
    op.detail = kAddress64 | packed(form);
    out.note_global_access(4,
                           false);  // narrower texels take up the whole unit (check/races/global_races.cpp)
    out.emit(op);
    if (pair && to.elements[1].kind == ptx::Operand::Kind::Register)
        out.emit_hidden(out.make(id("mov.pred"),
                                 {out.register_named(to.elements[1].name).slot, out.constant(0, kAllLanes)}));
}

void check_types(const ptx::Instruction& instruction, std::initializer_list<const char*> coordinates) {
    const std::size_t parts = instruction.parts.size();
    const std::string& type = instruction.parts[parts - 2];
    const bool known =
        parts > 3 && (type == "f32" || type == "s32" || type == "u32") && instruction.has("v4");
    for (const char* each : coordinates)
        if (known && instruction.parts.back() == each) return;
    not_supported(instruction);
}

}  // namespace

void decode_texture_fetch(Emitter& out, const ptx::Instruction& instruction) {
    const std::vector<ptx::Operand>& operands = instruction.operands;
    check_types(instruction, {"f32", "s32"});
    TextureForm form{.geometry = geometry_of(instruction), .whole = instruction.parts.back() == "s32"};
    form.choice = instruction.has("level")  ? kFromLevel
                  : instruction.has("grad") ? kFromGradients
                                            : kFromBase;
    const bool cube = form.geometry == Geometry::Cube || form.geometry == Geometry::Cubes;
    if (cube && (form.whole || form.choice == kFromGradients)) not_supported(instruction);
    // What follows these is an offset or a depth to compare with.
    if (operands.size() != 2u + form.choice) not_supported(instruction);
    Op op = out.make(instruction.isa->id);
    set_object(out, op, operands.at(1));
    for (u32 k = 0; k < form.choice; ++k) {
        u32 row = kCoordinateRows + k * kGradientRows;
        for (const ptx::Operand& element : elements_of(operands[2 + k]))
            if (row < kCoordinateRows + (k + 1) * kGradientRows)
                move_row(out, texture_row(&op, row++), element);
    }
    emit_fetch(out, op, form);
}

void decode_texture_gather(Emitter& out, const ptx::Instruction& instruction) {
    check_types(instruction, {"f32"});
    if (instruction.operands.size() != 2) not_supported(instruction);
    const TextureForm form{.geometry = geometry_of(instruction),
                           .choice = choice_of(instruction, {"r", "g", "b", "a"})};
    if (form.geometry != Geometry::Plane && form.geometry != Geometry::Planes) not_supported(instruction);
    Op op = out.make(instruction.isa->id);
    set_object(out, op, instruction.operands.at(1));
    emit_fetch(out, op, form);
}

void decode_texture_query(Emitter& out, const ptx::Instruction& instruction) {
    if (instruction.operands.size() != 2) not_supported(instruction);
    const TextureForm form{.choice = choice_of(instruction, {"width", "height", "depth", "array_size",
                                                             "num_mipmap_levels", "normalized_coords"})};
    Op op = out.make(instruction.isa->id);
    set_object(out, op, instruction.operands.at(1));
    op.slot[0] = destination(out, instruction.operands.at(0), Element::B32);
    op.detail = packed(form);
    out.emit(op);
}

void decode_surface_access(Emitter& out, const ptx::Instruction& instruction) {
    const bool load = instruction.is(isa::Kind::SurfaceLoad),
               reduces = instruction.is(isa::Kind::SurfaceReduce);
    const std::vector<std::string>& parts = instruction.parts;
    if (!instruction.has("b")) not_supported(instruction);  // sust.p and sured.p convert
    TextureForm form{.geometry = geometry_of(instruction)};
    if (form.geometry > Geometry::Planes) not_supported(instruction);
    const bool names_outside = instruction.has("trap") || instruction.has("clamp") || instruction.has("zero");
    if (names_outside) form.choice = choice_of(instruction, {"trap", "clamp", "zero"});
    const std::string& type = parts.at(parts.size() - (names_outside ? 2 : 1));
    const u32 bytes = ptx::size_of(ptx::type_named(type));
    if (bytes == 0 || bytes > 8) not_supported(instruction);
    const std::span<const ptx::Operand> elements = elements_of(instruction.operands.at(load ? 0 : 1));
    if (elements.size() > kResults || elements.size() * bytes > 16) not_supported(instruction);

    Op op = out.make(instruction.isa->id);
    set_object(out, op, instruction.operands.at(load ? 1 : 0));
    const Element element = element_of_bytes(std::max(bytes, 2u));
    for (std::size_t k = 0; k < elements.size(); ++k)
        op.slot[k] = load ? destination(out, elements[k], element) : source(out, elements[k], element);
    op.width = static_cast<u8>(bytes);
    op.count = static_cast<u8>(elements.size());
    if (reduces) {
        const u32 found = isa::find_reduction(parts.at(2) + "." + type);
        if (found == isa::kNoReduction) not_supported(instruction);
        form.reduction = static_cast<u8>(found);
        op.detail |= kStrong | kNoResult;
    }
    op.detail |= kAddress64 | (bytes == 8 ? 3u : bytes == 4 ? 2u : 1u) << kRegisterShift | packed(form);
    out.note_global_access(bytes, !load);
    out.emit(op);
}

}  // namespace simt::exec
