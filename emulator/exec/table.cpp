// The instruction table as a whole: collects the families of exec/ops/, one set per instruction set of the host, and finds a row
// by its opcode in the best set that this CPU runs.
//
// SIMT_VARIANTS(variant) names the sets that were built, best first, each with what it needs of the CPU:
// variant(avx512, avx512) variant(avx2, avx2) variant(generic, generic), or, built for one CPU, variant(generic, avx512).
#include "emulator/exec/table.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unordered_map>
#include <vector>

#include "emulator/exec/ops/rare_families.hpp"
#include "emulator/ptx/module.hpp"

namespace simt::exec {
namespace {

// All rows of one variant, ordered by opcode.
struct Variant {
    const char* name;
    std::vector<const Row*> rows;
};

bool by_opcode(const Row* a, const Row* b) { return std::strcmp(a->opcode, b->opcode) < 0; }

Variant collect(const char* name, std::initializer_list<std::span<const Row>> families) {
    Variant variant{name, {}};
    for (const std::span<const Row>& family : families)
        for (const Row& row : family) variant.rows.push_back(&row);
    std::sort(variant.rows.begin(), variant.rows.end(), by_opcode);
    return variant;
}

bool runs(std::string_view isa) {
#if defined(__x86_64__)
    const bool avx2 =
        __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
    if (isa == "avx2") return avx2;
    if (isa == "avx512")
        return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#endif
    return isa == "generic";
}

// The variants that were built and that this CPU runs, best first.
const std::vector<Variant>& variants() {
    static const std::vector<Variant> all = [] {
        std::vector<Variant> list;
#define SIMT_ROWS_avx512(name) avx512::name##_rows(),
#define SIMT_ROWS_avx2(name) avx2::name##_rows(),
#define SIMT_ROWS_generic(name) generic::name##_rows(),
#define SIMT_ADD(set, isa) \
    if (runs(#isa))        \
        list.push_back(collect(#isa, {SIMT_FAMILIES(SIMT_ROWS_##set) SIMT_RARE_FAMILIES(SIMT_ROWS_##set)}));
        SIMT_VARIANTS(SIMT_ADD)
        return list;
    }();
    return all;
}

// The best variant, or the one that SIMT_ISA names if this CPU runs it.
const Variant& chosen() {
    static const Variant& choice = []() -> const Variant& {
        if (const char* wanted = std::getenv("SIMT_ISA"))
            for (const Variant& variant : variants())
                if (std::strcmp(variant.name, wanted) == 0) return variant;
        return variants().front();
    }();
    return choice;
}

// Those that PTX has a name for: '~' sorts behind every letter.
std::span<const Row* const> without_internal(const std::vector<const Row*>& rows) {
    const auto end =
        std::find_if(rows.begin(), rows.end(), [](const Row* row) { return row->opcode[0] == '~'; });
    return {rows.data(), static_cast<std::size_t>(end - rows.begin())};
}

// An opcode with its modifiers sorted in front of its types.
std::string ordered(std::string_view opcode) {
    std::vector<std::string_view> modifiers;
    std::string root, types;
    for (std::size_t start = 0; start <= opcode.size();) {
        const std::size_t dot = std::min(opcode.find('.', start), opcode.size());
        const std::string_view part = opcode.substr(start, dot - start);
        const bool narrow =
            part == "e4m3x2" || part == "e5m2x2" || part == "tf32" || part == "u16x2" || part == "s16x2";
        const bool is_type = narrow || ptx::type_named(part) != ptx::Type::None;
        if (start == 0)
            root = part;
        else if (is_type)
            types.append(".").append(part);
        else
            modifiers.push_back(part);
        start = dot + 1;
    }
    std::sort(modifiers.begin(), modifiers.end());
    for (const std::string_view modifier : modifiers) root.append(".").append(modifier);
    return root + types;
}

}  // namespace

const Row* find_row_in_any_order(std::string_view opcode) {
    if (const Row* row = find_row(opcode)) return row;
    static const std::unordered_map<std::string, const Row*> rows = [] {
        std::unordered_map<std::string, const Row*> all;
        for (const Row* row : all_rows()) all.emplace(ordered(row->opcode), row);
        return all;
    }();
    const auto found = rows.find(ordered(opcode));
    return found == rows.end() ? nullptr : found->second;
}

const Row* find_row(std::string_view opcode) {
    const std::vector<const Row*>& rows = chosen().rows;
    const auto found =
        std::lower_bound(rows.begin(), rows.end(), opcode,
                         [](const Row* row, std::string_view name) { return row->opcode < name; });
    return found != rows.end() && opcode == (*found)->opcode ? *found : nullptr;
}

std::span<const Row* const> all_rows() { return without_internal(chosen().rows); }

const char* instruction_set() { return chosen().name; }

std::span<const char* const> instruction_sets() {
    static const std::vector<const char*> names = [] {
        std::vector<const char*> list;
        for (const Variant& variant : variants()) list.push_back(variant.name);
        return list;
    }();
    return names;
}

std::span<const Row* const> rows_of(std::string_view instruction_set) {
    for (const Variant& variant : variants())
        if (instruction_set == variant.name) return without_internal(variant.rows);
    return {};
}

}  // namespace simt::exec
