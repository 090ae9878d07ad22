// See decoder.hpp. Runs the passes, which read only PTX; decode_function() then makes ops from their results.
#include "emulator/decode/decoder.hpp"

#include "emulator/decode/branches.hpp"
#include "emulator/decode/decode_function.hpp"
#include "emulator/decode/overlap.hpp"
#include "emulator/decode/race_intent.hpp"
#include "emulator/decode/same_places.hpp"
#include "emulator/decode/stretches.hpp"
#include "emulator/decode/write_targets.hpp"

namespace simt::exec {

namespace {

ModulePasses module_passes(const ptx::Module& module, const ptx::Function& kernel) {
    ModulePasses passes;
    passes.functions = find_functions(module, kernel);
    passes.shared = lay_out_shared(module, passes.functions.all);
    passes.parameters = lay_out_parameters(kernel);
    return passes;
}

FunctionPasses function_passes(const ptx::Function& function, bool debug, const MachineAccesses& machine) {
    FunctionPasses passes;
    passes.frame = lay_out_frame(function);
    passes.flow = find_control_flow(function);
    passes.types = register_types(function);
    passes.uses = count_uses(function);
    passes.last_uses = find_last_uses(passes.flow, passes.types);
    if (!debug) passes.contractions = find_contractions(passes.flow, passes.uses);
    passes.expected_values = find_expected_values(function);
    passes.waits = find_waits(passes.flow);
    passes.updates = find_updates(function, passes.flow);
    passes.overlapped_loads = find_overlapped_loads(passes.flow);
    passes.padding = find_padding(passes.flow, passes.types);
    passes.unset = find_unset_registers(passes.flow, passes.types);
    passes.joined_accesses = find_joined_accesses(passes.flow, machine);
    return passes;
}

std::shared_ptr<Code> empty_code(const ModulePasses& passes) {
    auto code = std::make_shared<Code>();
    for (const ptx::Function* function : passes.functions.all)
        code->functions.emplace_back().source = function;
    code->parameter_bytes = passes.parameters.bytes;
    code->static_shared = passes.shared.static_bytes;
    code->dynamic_shared_begin = passes.shared.dynamic_begin;
    if (passes.shared.reserved) {
        code->reserved_begin = *passes.shared.reserved;
        code->reserved_end = code->reserved_begin + kReservedSharedBytes;
    }
    return code;
}

// The machine code does not explain all accesses: counts are those of the PTX.
void forget_joins(Code& code) {
    code.joins = false;
    for (Op& op : code.ops) op.joined = 0;
}

}  // namespace

std::shared_ptr<Code> build_code(const ptx::Module& module, const ptx::Function& kernel,
                                 const AddressOf& address_of, HandlerOf handler_of,
                                 const MachineAccesses& machine) {
    const ModulePasses passes = module_passes(module, kernel);
    CodeBuilder builder{module, passes, address_of, handler_of, empty_code(passes)};
    Code& code = *builder.code;
    for (const ptx::Function* function : passes.functions.behind_pointers)
        code.function_at[address_of(function->name).value()] = builder.function_index(*function);
    bool known = true;
    for (const ptx::Function* function : passes.functions.all) {
        const FunctionPasses own = function_passes(*function, module.debug, machine);
        known &= own.joined_accesses.known;
        code.joins |= !own.joined_accesses.joined.empty();
        decode_function(builder, *function, own);
    }
    if (!known) forget_joins(code);
    find_stretches(code, handler_of);
    resolve_branches(code);
    code.same_place = find_same_places(code.info);
    code.write_targets = find_write_targets(module, kernel, builder.writers, passes.parameters, address_of);
    code.write_targets.anywhere |= builder.others_write;
    return builder.code;
}

}  // namespace simt::exec
