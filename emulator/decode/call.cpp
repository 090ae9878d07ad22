// Calls of functions by name, through a pointer, and of functions that a GPU's driver provides (printf, assert).
#include "emulator/decode/call.hpp"

#include "emulator/decode/operands.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

namespace {

using Kind = ptx::Operand::Kind;

// The parts of "call (results), callee, (arguments), prototype". PTX leaves out empty lists.
struct Call {
    const ptx::Operand* returns = nullptr;
    const ptx::Operand* callee = nullptr;
    const ptx::Operand* arguments = nullptr;
    const ptx::Operand* prototype = nullptr;
};

Call parts_of(const ptx::Instruction& instruction) {
    Call call;
    for (const ptx::Operand& operand : instruction.operands) {
        if (operand.kind == Kind::Vector)
            (call.callee == nullptr ? call.returns : call.arguments) = &operand;
        else
            (call.callee == nullptr ? call.callee : call.prototype) = &operand;
    }
    if (call.callee == nullptr) throw Error("a call that names no function");
    return call;
}

// Why a function without a body cannot be called: most are functions of the driver that the emulator lacks.
std::string why_missing(const std::string& name) {
    if (name == "malloc" || name == "free")
        return "device-side malloc, free, new and delete are not supported (" + name + ")";
    if (name.find("cudaGetParameterBuffer") != std::string::npos ||
        name.find("cudaLaunchDevice") != std::string::npos || name.starts_with("__cudaCDP2") ||
        name.starts_with("cuda"))
        return "dynamic parallelism, a launch from a kernel, is not supported (" + name + ")";
    return "the device function " + name + " has no body in this module";
}

// Gives the op its call site. callee: the function, or the prototype of one behind a pointer.
void set_call_site(Emitter& out, Op& op, const Call& call, const ptx::Function& callee, u32 function = 0) {
    CallSite site;
    site.function = function;
    const auto place = [&](const ptx::Operand* list, const std::vector<ptx::Variable>& formal,
                           std::vector<ParamSlot>& slots) {
        const std::size_t given = list == nullptr ? 0 : list->elements.size();
        if (given != formal.size())
            throw Error("the call of " + call.callee->name + " passes " + std::to_string(given) +
                        " values where " + std::to_string(formal.size()) + " are declared");
        for (std::size_t n = 0; n < given; ++n) {
            const Location location = out.locate(list->elements[n].name);
            if (location.home != Home::Frame)
                throw Error("a call passes something other than .param variables");
            slots.push_back({static_cast<u32>(location.offset), static_cast<u32>(formal[n].size)});
        }
    };
    place(call.arguments, callee.parameters, site.arguments);
    place(call.returns, callee.returns, site.returns);
    op.detail = static_cast<u32>(out.code().calls.size());
    out.code().calls.push_back(std::move(site));
}

void decode_system_call(Emitter& out, const Call& call, const ptx::Function* declared) {
    const std::string& name = call.callee->name;
    const bool print = name == "vprintf";
    if ((!print && name != "__assertfail") || declared == nullptr) throw Error(why_missing(name));
    const std::size_t parameters = print ? 2 : 5;
    if (declared->parameters.size() != parameters) throw Error(name + " is declared in an unknown way");
    Op op = out.make(print ? id("~system.print") : id("~system.assert"));
    set_call_site(out, op, call, *declared);
    out.emit(op);
}

}  // namespace

void decode_call(Emitter& out, const ptx::Instruction& instruction) {
    const Call call = parts_of(instruction);
    if (call.callee->kind == Kind::Symbol) {
        const ptx::Function* function = function_named(out.builder.module, call.callee->name);
        if (function == nullptr || !function->has_body) return decode_system_call(out, call, function);
        Op op = out.make(id("~call"));
        set_call_site(out, op, call, *function, out.builder.function_index(*function));
        out.emit(op);
        return;
    }
    if (call.prototype == nullptr) throw Error("a call through a pointer without a .callprototype");
    const auto prototype = out.function.prototypes.find(call.prototype->name);
    if (prototype == out.function.prototypes.end())
        throw Error("a call through a pointer with a .calltargets list and no .callprototype");
    Op op = out.make(id("~call.indirect"), {source(out, *call.callee, Element::B64)});
    set_call_site(out, op, call, prototype->second);
    out.emit(op);
    out.emit_hidden(out.make(id("~join")));
}

// alloca, stacksave and stackrestore.
void decode_stack(Emitter& out, const ptx::Instruction& instruction) {
    Op op = out.make(instruction.isa->id);
    op.width = instruction.parts.back() == "u64" ? 8 : 4;
    const Element element = element_of_bytes(op.width);
    if (instruction.isa->id == id("~alloca")) {
        op.slot[1] = source(out, instruction.operands.at(1), element);
        op.immediate = instruction.operands.size() > 2 ? static_cast<s64>(instruction.operands[2].bits) : 8;
        if (op.immediate <= 0 || op.immediate > 4096) throw Error("an alignment that is not supported");
    }
    if (!instruction.isa->has_result)  // stackrestore
        op.slot[1] = source(out, instruction.operands.at(0), element);
    else
        op.slot[0] = destination(out, instruction.operands.at(0), element);
    out.emit(op);
}

}  // namespace simt::exec
