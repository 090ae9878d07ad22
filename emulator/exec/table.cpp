// Collects the families' handlers, one set for each instruction set of the host.
//
// SIMT_VARIANTS(variant) names the sets that were built, best first, each with the CPU feature that it needs:
// variant(avx512, avx512) variant(avx2, avx2) variant(generic, generic); a build for one CPU has variant(generic, avx512).
#include "emulator/exec/table.hpp"

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/error.hpp"
#include "emulator/exec/binding.hpp"

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

std::vector<HandlerSet> make_sets() {
    std::vector<HandlerSet> sets;
#define SIMT_OF_generic(name) generic::name##_handlers(),
#define SIMT_OF_avx2(name) avx2::name##_handlers(),
#define SIMT_OF_avx512(name) avx512::name##_handlers(),
#define SIMT_OF_ALL(name) name##_handlers(),
#define SIMT_ADD(set, isa) \
    if (runs(#isa)) sets.push_back({#isa, {SIMT_FAMILIES(SIMT_OF_##set) ISA_SINGLE_FAMILIES(SIMT_OF_ALL)}});
    SIMT_VARIANTS(SIMT_ADD)
    return sets;
}

const HandlerSet& chosen_set() {
    const char* const wanted = std::getenv("SIMT_ISA");
    for (const HandlerSet& set : handler_sets())
        if (wanted != nullptr && std::string_view(wanted) == set.name) return set;
    return handler_sets().front();
}

}  // namespace

std::span<const HandlerSet> handler_sets() {
    static const std::vector<HandlerSet> sets = make_sets();
    return sets;
}

Handler handler_of(isa::Id id) {
    static const HandlerSet& set = chosen_set();
    return set.families[id.family][id.index];
}

void refuse_binding(const char* opcode, const char* why) { throw Error(std::string(opcode) + ": " + why); }

}  // namespace simt::exec
