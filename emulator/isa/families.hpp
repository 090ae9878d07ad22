// Lists the families of the table in the order of their numbers (Id::family), and finds ids by name at compile time.
#pragma once

#include "emulator/isa/async.hpp"
#include "emulator/isa/bits.hpp"
#include "emulator/isa/collective.hpp"
#include "emulator/isa/compare.hpp"
#include "emulator/isa/control.hpp"
#include "emulator/isa/convert.hpp"
#include "emulator/isa/float.hpp"
#include "emulator/isa/half.hpp"
#include "emulator/isa/integer.hpp"
#include "emulator/isa/matrix_product.hpp"
#include "emulator/isa/memory.hpp"
#include "emulator/isa/pattern.hpp"
#include "emulator/isa/select.hpp"
#include "emulator/isa/texture.hpp"
#include "emulator/isa/unsupported.hpp"
#include "emulator/isa/video.hpp"

namespace simt::isa {

#define ISA_DATA_FAMILIES(family)                                                                           \
    family(integer) family(multiply) family(divide) family(packed) family(carry) family(bits) family(logic) \
        family(select) family(compare) family(float32) family(float64) family(float_rounding)               \
            family(approximate) family(half) family(convert_integer) family(convert_float)                  \
                family(convert_float_integer) family(convert_half) family(convert_half_integer)             \
                    family(convert_narrow) family(video)
#define ISA_WARP_FAMILIES(family)                                                                        \
    family(load_store) family(load_beside) family(atomic) family(matrix) family(matrix_product)          \
        family(sparse_product) family(warpgroup_product) family(copy_async) family(move) family(control) \
            family(collective) family(fence) family(run) family(system_call)
// Families compiled once; the others are compiled for each of the host's instruction sets.
#define ISA_SINGLE_FAMILIES(family)                                                                 \
    family(atomic_reduction) family(bulk_copy) family(tensor_copy) family(mbarrier) family(cluster) \
        family(texture) family(warpgroup)

// The last family, `unsupported`, has no handlers.
#define ISA_FAMILIES(family) \
    ISA_DATA_FAMILIES(family) ISA_WARP_FAMILIES(family) ISA_SINGLE_FAMILIES(family) family(unsupported)

#define ISA_NAME(name) name,
enum class Family : u8 { ISA_FAMILIES(ISA_NAME) Count };
#undef ISA_NAME
constexpr std::size_t kFamilies = static_cast<std::size_t>(Family::Count);

#define ISA_FORMS(name) std::span<const Form>(name##_forms),
constexpr std::span<const Form> kForms[kFamilies] = {ISA_FAMILIES(ISA_FORMS)};
#undef ISA_FORMS

constexpr Id id_or_none(std::string_view opcode) {
    for (std::size_t family = 0; family < kFamilies; ++family)
        if (const int index = index_in(kForms[family], opcode); index >= 0)
            return {static_cast<u8>(family), static_cast<u16>(index)};
    return {};
}

void no_such_opcode();  // not constexpr, so a name that the table lacks does not compile

// The id of a whole opcode or of an internal operation.
consteval Id id(std::string_view opcode) {
    const Id found = id_or_none(opcode);
    if (!found) no_such_opcode();
    return found;
}

}  // namespace simt::isa
