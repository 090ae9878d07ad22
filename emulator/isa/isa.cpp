// Finds the rows of opcodes. The first look-up builds all rows.
#include "emulator/isa/isa.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "emulator/isa/families.hpp"

namespace simt::isa {

namespace {

// An opcode with its modifiers sorted and placed before its types.
std::string ordered(std::string_view opcode) {
    std::vector<std::string_view> modifiers;
    std::string root(opcode.substr(0, opcode.find('.'))), types;
    for (std::size_t start = root.size() + 1; start <= opcode.size();) {
        const std::size_t dot = std::min(opcode.find('.', start), opcode.size());
        const std::string_view part = opcode.substr(start, dot - start);
        if (element_named(part) != Element::None)
            types.append(".").append(part);
        else
            modifiers.push_back(part);
        start = dot + 1;
    }
    std::sort(modifiers.begin(), modifiers.end());
    for (const std::string_view modifier : modifiers) root.append(".").append(modifier);
    return root + types;
}

Opcode made(const Form& form, u32 number, Id id) {
    Opcode opcode;
    static_cast<Traits&>(opcode) = form.traits;
    opcode.name = spelled(form.opcodes, number).text;
    opcode.has_result = form.operands[0] != '=';
    opcode.own_handler = has_handlers(form);
    opcode.id = opcode.own_handler ? id : form.operation == nullptr ? Id{} : id_or_none(form.operation);
    if (is_internal(form)) opcode.kind = Kind::Internal;
    if (is_internal(form) || !opcode.own_handler) return opcode;
    for (const char* letter = form.operands; *letter != '\0'; ++letter)
        if (*letter != '=') opcode.element[opcode.operands++] = element_of(*letter, opcode.name);
    const std::string_view type = type_from_end(opcode.name, form.operands[0] == 'd' ? 1 : 0);
    opcode.signed_result = !type.empty() && type[0] == 's';
    return opcode;
}

using Rows = std::map<std::string, Opcode, std::less<>>;

// Never destroyed, like what is made of it below: reports look opcodes up when the program ends.
const Rows& rows() {
    static const Rows* const all = new Rows([] {
        Rows made_rows;
        for (std::size_t family = 0; family < kFamilies; ++family) {
            u16 index = 0;
            for (const Form& form : kForms[family])
                for (u32 number = 0; number < count(form.opcodes); ++number) {
                    Opcode opcode = made(form, number, {static_cast<u8>(family), index});
                    index = static_cast<u16>(index + opcode.own_handler);
                    made_rows.emplace(opcode.name, std::move(opcode));
                }
        }
        return made_rows;
    }());
    return *all;
}

const Opcode* row_named(std::string_view name, bool own_handler) {
    const auto found = rows().find(name);
    return found != rows().end() && found->second.own_handler == own_handler ? &found->second : nullptr;
}

// The row that matches the most leading parts of the opcode.
const Opcode* open_row(std::string_view opcode) {
    while (true) {
        const Opcode* const found = row_named(opcode, false);
        const std::size_t dot = opcode.rfind('.');
        if (found != nullptr || dot == opcode.npos) return found;
        opcode = opcode.substr(0, dot);
    }
}

const Opcode* in_any_order(std::string_view opcode) {
    using ByOrder = std::unordered_map<std::string, const Opcode*>;
    static const ByOrder* const by_order = new ByOrder([] {
        ByOrder all;
        for (const auto& [name, row] : rows())
            if (row.own_handler && row.kind != Kind::Internal) all.emplace(ordered(name), &row);
        return all;
    }());
    const auto found = by_order->find(ordered(opcode));
    return found == by_order->end() ? nullptr : found->second;
}

}  // namespace

const Opcode* find_whole(std::string_view opcode) {
    const Opcode* const found = row_named(opcode, true);
    return found != nullptr ? found : in_any_order(opcode);
}

bool is_floating_point(const Opcode& opcode) {
    const auto family = static_cast<Family>(opcode.id.family);
    return family == Family::float32 || family == Family::float64 || family == Family::float_rounding ||
           family == Family::approximate || family == Family::half;
}

const Opcode& find(std::string_view opcode) {
    static const Opcode kUnsupported = [] {
        Opcode unsupported;
        unsupported.kind = Kind::Unsupported;
        return unsupported;
    }();
    const Opcode* found = row_named(opcode, true);
    if (found == nullptr) found = open_row(opcode);
    if (found == nullptr) found = in_any_order(opcode);
    return found != nullptr ? *found : kUnsupported;
}

Id id_of(std::string_view name) {
    const Opcode* const found = row_named(name, true);
    return found == nullptr ? Id{} : found->id;
}

std::vector<const Opcode*> all_opcodes() {
    std::vector<const Opcode*> list;
    for (const auto& [name, row] : rows()) list.push_back(&row);
    return list;
}

}  // namespace simt::isa
