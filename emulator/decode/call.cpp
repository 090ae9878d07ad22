// Calls of functions by name, through a pointer, and of functions that a GPU's driver provides (printf, assert).
#include "emulator/decode/call.hpp"

#include <algorithm>
#include <string_view>

#include "emulator/decode/device_calls.hpp"
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
    if (name.starts_with("cudaGraph"))
        return name + " in a kernel, a launch or change of a graph from the device, is not supported";
    if (is_device_runtime(name)) return name + " in a kernel is not supported";
    return "the device function " + name + " has no body in this module";
}

// The index of the call's site. callee: the function, or the prototype of one behind a pointer.
u32 add_call_site(Emitter& out, const Call& call, const ptx::Function& callee, u32 function = 0) {
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
    out.code().calls.push_back(std::move(site));
    return static_cast<u32>(out.code().calls.size() - 1);
}

// Returns false if the device runtime has no such function.
bool decode_device_call(Emitter& out, const Call& call, const ptx::Function* declared) {
    const DeviceFunction* const function = device_function(call.callee->name);
    if (function == nullptr || declared == nullptr) return false;
    if (declared->parameters.size() != function->parameters)
        throw Error(call.callee->name + " is declared in an unknown way");
    Op op = out.make(id("~system.device"));
    op.immediate = s64{256} * add_call_site(out, call, *declared) + static_cast<s64>(function->call);
    op.width = sizeof(u64);
    out.emit(op);
    out.code().ordered = out.code().launches = true;
    out.code().writes_global = out.builder.others_write = true;  // results
    return true;
}

void decode_system_call(Emitter& out, const Call& call, const ptx::Function* declared) {
    struct SystemFunction {
        std::string_view name;
        std::size_t parameters;
        isa::Id op;
    };
    constexpr SystemFunction kFunctions[] = {
        {"vprintf", 2, id("~system.print")}, {"__assertfail", 5, id("~system.assert")},
        {"malloc", 1, id("~system.malloc")}, {"__cuda_syscall_aligned_malloc", 2, id("~system.malloc")},
        {"free", 1, id("~system.free")},     {"cudaGraphSetConditional", 2, id("~system.condition")}};
    const std::string& name = call.callee->name;
    const auto found = std::ranges::find(kFunctions, std::string_view(name), &SystemFunction::name);
    if (decode_device_call(out, call, declared)) return;
    if (found == std::end(kFunctions) || declared == nullptr) throw Error(why_missing(name));
    if (declared->parameters.size() != found->parameters)
        throw Error(name + " is declared in an unknown way");
    Op op = out.make(found->op);
    op.detail = add_call_site(out, call, *declared);
    out.emit(op);
}

}  // namespace

void decode_call(Emitter& out, const ptx::Instruction& instruction) {
    const Call call = parts_of(instruction);
    if (call.callee->kind == Kind::Symbol) {
        const ptx::Function* function = function_named(out.builder.module, call.callee->name);
        // An older libcudadevrt brings its functions as PTX, which calls the driver.
        const bool of_device_runtime =
            device_function(call.callee->name) != nullptr || call.callee->name.starts_with("__cudaCDP2");
        if (function == nullptr || !function->has_body || of_device_runtime)
            return decode_system_call(out, call, function);
        Op op = out.make(id("~call"));
        op.detail = add_call_site(out, call, *function, out.builder.function_index(*function));
        out.emit(op);
        return;
    }
    if (call.prototype == nullptr) throw Error("a call through a pointer without a .callprototype");
    const auto prototype = out.function.prototypes.find(call.prototype->name);
    if (prototype == out.function.prototypes.end())
        throw Error("a call through a pointer with a .calltargets list and no .callprototype");
    Op op = out.make(id("~call.indirect"), {source(out, *call.callee, Element::B64)});
    op.detail = add_call_site(out, call, prototype->second);
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
