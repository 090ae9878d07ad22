// Collects the families' handlers, one set for each instruction set of the host.
//
// SIMT_VARIANTS(variant) names the sets that were built, best first, each with what it needs of the CPU:
// variant(avx512, avx512) variant(avx2, avx2) variant(generic, generic), or, built for one CPU, variant(generic, avx512).
#include "emulator/exec/table.hpp"

#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "emulator/error.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/isa/families.hpp"

namespace simt::exec {

#define SIMT_DECLARE(name) std::span<const Handler> name##_handlers();
#define SIMT_FAMILIES(family) ISA_DATA_FAMILIES(family) ISA_WARP_FAMILIES(family)
namespace generic {
SIMT_FAMILIES(SIMT_DECLARE)
}
namespace avx2 {
SIMT_FAMILIES(SIMT_DECLARE)
}
namespace avx512 {
SIMT_FAMILIES(SIMT_DECLARE)
}
ISA_SINGLE_FAMILIES(SIMT_DECLARE)

namespace {

struct Variant {
    const char* name;
    std::array<std::span<const Handler>, isa::kFamilies> handlers;
};

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
#define SIMT_OF_generic(name) generic::name##_handlers(),
#define SIMT_OF_avx2(name) avx2::name##_handlers(),
#define SIMT_OF_avx512(name) avx512::name##_handlers(),
#define SIMT_OF_ALL(name) name##_handlers(),
#define SIMT_ADD(set, isa) \
    if (runs(#isa)) list.push_back({#isa, {SIMT_FAMILIES(SIMT_OF_##set) ISA_SINGLE_FAMILIES(SIMT_OF_ALL)}});
        SIMT_VARIANTS(SIMT_ADD)
        return list;
    }();
    return all;
}

const Variant* variant_named(std::string_view name) {
    for (const Variant& variant : variants())
        if (variant.name == name) return &variant;
    return nullptr;
}

// The best variant, or the one that SIMT_ISA names if this CPU runs it.
const Variant& chosen() {
    static const Variant& choice = []() -> const Variant& {
        const char* const wanted = std::getenv("SIMT_ISA");
        const Variant* const named = wanted == nullptr ? nullptr : variant_named(wanted);
        return named != nullptr ? *named : variants().front();
    }();
    return choice;
}

Handler handler_of_variant(const Variant& variant, isa::Id id) {
    return variant.handlers[id.family][id.index];
}

}  // namespace

Handler handler_of(isa::Id id) { return handler_of_variant(chosen(), id); }

const char* instruction_set() { return chosen().name; }

std::span<const char* const> instruction_sets() {
    static const std::vector<const char*> names = [] {
        std::vector<const char*> list;
        for (const Variant& variant : variants()) list.push_back(variant.name);
        return list;
    }();
    return names;
}

Handler handler_in(std::string_view instruction_set, isa::Id id) {
    const Variant* const variant = variant_named(instruction_set);
    return variant == nullptr ? nullptr : handler_of_variant(*variant, id);
}

void refuse_binding(const char* opcode, const char* why) { throw Error(std::string(opcode) + ": " + why); }

}  // namespace simt::exec
