// See library_call.hpp.
#include "emulator/check/library_call.hpp"

#include <memory>
#include <string>
#include <utility>

namespace simt::check {

std::vector<Finding> library_call(memory::AddressSpace& space, const Checks& checks, const char* call,
                                  const std::vector<Operand>& operands, const StreamPosition* position) {
    std::vector<Finding> findings;
    const auto named = [&](const Operand& operand) { return std::string(call) + " (" + operand.name + ")"; };
    for (const Operand& operand : operands) {
        const memory::Allocation* const allocation = space.find(operand.rows.address);
        if (allocation == nullptr || !operand.read || !checks.initialisation) continue;
        const memory::Unwritten missing = unwritten(*allocation, operand.rows);
        if (missing.bytes != 0) findings.push_back(unwritten_source(named(operand), *allocation, missing));
    }
    for (const Operand& operand : operands)
        if (operand.written) mark_written(space, operand.rows);
    if (position == nullptr) return findings;
    auto footprint = std::make_unique<Footprint>();
    u32 number = 0;
    for (const Operand& operand : operands) {
        Site site;
        site.instruction = named(operand);
        footprint->describe(number, site);
        note_rows(space, *footprint, operand.rows, {{number++, 0, 0, operand.written, false}, false});
    }
    for (Finding& race :
         position->races.add(position->stamp, std::move(footprint), position->waited_for, space))
        findings.push_back(std::move(race));
    return findings;
}

}  // namespace simt::check
