// The calls that make, fill and read cuBLASLt's descriptors.
#include <algorithm>
#include <cstring>
#include <iterator>

#include "emulator/libraries/cublas/call.hpp"
#include "emulator/libraries/cublas/export.hpp"
#include "emulator/libraries/cublaslt/types.hpp"

using namespace simt;
using namespace simt::cublaslt;
using cublas::call;
using cublas::check_pointer;
using cublas::refuse;

namespace {

// Where an attribute lies in its structure.
struct Attribute {
    int number;
    std::size_t offset, bytes;
};
#define ATTRIBUTE(number, structure, member) \
    { number, offsetof(structure, member), sizeof(structure::member) }

constexpr Attribute kLayoutAttributes[] = {
    ATTRIBUTE(kLayoutType, Layout, type),
    ATTRIBUTE(kLayoutOrder, Layout, order),
    ATTRIBUTE(kLayoutRows, Layout, rows),
    ATTRIBUTE(kLayoutColumns, Layout, columns),
    ATTRIBUTE(kLayoutLd, Layout, ld),
    ATTRIBUTE(kLayoutBatchCount, Layout, batch_count),
    ATTRIBUTE(kLayoutBatchStride, Layout, batch_stride),
    ATTRIBUTE(kLayoutPlaneOffset, Layout, plane_offset),
    ATTRIBUTE(kLayoutBatchMode, Layout, batch_mode),
};
constexpr Attribute kProductAttributes[] = {
    ATTRIBUTE(kComputeType, Product, compute),
    ATTRIBUTE(kScaleType, Product, scale),
    ATTRIBUTE(kPointerMode, Product, pointers),
    ATTRIBUTE(kTransA, Product, trans_a),
    ATTRIBUTE(kTransB, Product, trans_b),
    ATTRIBUTE(kTransC, Product, trans_c),
    ATTRIBUTE(kFillMode, Product, fill_mode),
    ATTRIBUTE(kEpilogue, Product, epilogue),
    ATTRIBUTE(kBiasPointer, Product, bias),
    ATTRIBUTE(kBiasBatchStride, Product, bias_stride),
    ATTRIBUTE(kAuxiliaryPointer, Product, auxiliary),
    ATTRIBUTE(kAuxiliaryLd, Product, auxiliary_ld),
    ATTRIBUTE(kAuxiliaryBatchStride, Product, auxiliary_stride),
    ATTRIBUTE(kAlphaVectorBatchStride, Product, alpha_stride),
    ATTRIBUTE(kSmCountTarget, Product, sm_count),
    ATTRIBUTE(kAuxiliaryType, Product, auxiliary_type),
    ATTRIBUTE(kFastAccumulation, Product, fast_accumulation),
    ATTRIBUTE(kBiasType, Product, bias_type),
};
constexpr Attribute kPreferenceAttributes[] = {
    ATTRIBUTE(kSearchMode, Preference, search_mode),
    ATTRIBUTE(kMaxWorkspace, Preference, max_workspace),
};
#undef ATTRIBUTE

template <std::size_t count>
const Attribute* find(const Attribute (&table)[count], int number) {
    const auto* const found = std::ranges::find(table, number, &Attribute::number);
    return found == std::end(table) ? nullptr : found;
}

// Attributes that the emulator lacks may be set to nothing (null, 0), which is what they are without it.
template <std::size_t count>
Status set(const char* name, const Attribute (&table)[count], void* structure, int number, const void* from,
           std::size_t bytes) {
    return call(name, [&] {
        check_pointer("the descriptor", structure);
        check_pointer("the value", from);
        if (const Attribute* const attribute = find(table, number)) {
            if (bytes != attribute->bytes)
                refuse(cublas::kInvalidValue, "attribute {} has {} bytes, not {}", number, attribute->bytes,
                       bytes);
            std::memcpy(static_cast<u8*>(structure) + attribute->offset, from, bytes);
            return;
        }
        const auto* const first = static_cast<const u8*>(from);
        if (std::any_of(first, first + bytes, [](u8 byte) { return byte != 0; }))
            refuse(cublas::kNotSupported,
                   "attribute {} is not supported by the emulator: do without it here, or run the "
                   "program on a GPU",
                   number);
    });
}

template <std::size_t count>
Status get(const char* name, const Attribute (&table)[count], const void* structure, int number, void* to,
           std::size_t bytes, std::size_t* written) {
    return call(name, [&] {
        check_pointer("the descriptor", structure);
        const Attribute* const attribute = find(table, number);
        if (attribute == nullptr)
            refuse(cublas::kNotSupported, "attribute {} is not supported by the emulator", number);
        if (bytes == 0) {
            check_pointer("sizeWritten", written);
            *written = attribute->bytes;
            return;
        }
        check_pointer("the place of the value", to);
        if (bytes != attribute->bytes)
            refuse(cublas::kInvalidValue, "attribute {} has {} bytes, not {}", number, attribute->bytes,
                   bytes);
        std::memcpy(to, static_cast<const u8*>(structure) + attribute->offset, bytes);
        if (written != nullptr) *written = bytes;
    });
}

// Puts a structure into memory of the program of so many bytes.
template <class Structure>
Status init(const char* name, void* place, std::size_t bytes, const Structure& structure) {
    return call(name, [&] {
        check_pointer("the descriptor", place);
        if (bytes < sizeof structure) refuse(cublas::kInvalidValue, "{} bytes are too few", bytes);
        std::memset(place, 0, bytes);
        std::memcpy(place, &structure, sizeof structure);
    });
}

template <class Structure>
Status create(const char* name, Structure** place, const Structure& structure) {
    return call(name, [&] {
        check_pointer("the place of the descriptor", place);
        *place = new Structure(structure);
    });
}
template <class Structure>
Status destroy(Structure* structure) {
    delete structure;
    return cublas::kSuccess;
}

Layout layout(Type type, u64 rows, u64 columns, s64 ld) {
    return {type, kByColumns, rows, columns, ld, 1, 0, 0, 0};
}

Product product(ComputeType compute, Type scale) {
    Product made{};
    made.compute = compute;
    made.scale = scale;
    made.fill_mode = 2;
    made.epilogue = kDefault;
    made.auxiliary_type = made.bias_type = kAsOutput;
    return made;
}

}  // namespace

CUBLAS_EXPORT Status cublasLtMatrixLayoutCreate(Layout** place, Type type, u64 rows, u64 columns, s64 ld) {
    return create("cublasLtMatrixLayoutCreate", place, layout(type, rows, columns, ld));
}
CUBLAS_EXPORT Status cublasLtMatrixLayoutInit_internal(Layout* place, std::size_t bytes, Type type, u64 rows,
                                                       u64 columns, s64 ld) {
    return init("cublasLtMatrixLayoutInit", place, bytes, layout(type, rows, columns, ld));
}
CUBLAS_EXPORT Status cublasLtMatrixLayoutDestroy(Layout* made) { return destroy(made); }
CUBLAS_EXPORT Status cublasLtMatrixLayoutSetAttribute(Layout* made, int number, const void* from,
                                                      std::size_t bytes) {
    return set("cublasLtMatrixLayoutSetAttribute", kLayoutAttributes, made, number, from, bytes);
}
CUBLAS_EXPORT Status cublasLtMatrixLayoutGetAttribute(Layout* made, int number, void* to, std::size_t bytes,
                                                      std::size_t* written) {
    return get("cublasLtMatrixLayoutGetAttribute", kLayoutAttributes, made, number, to, bytes, written);
}

CUBLAS_EXPORT Status cublasLtMatmulDescCreate(Product** place, ComputeType compute, Type scale) {
    return create("cublasLtMatmulDescCreate", place, product(compute, scale));
}
CUBLAS_EXPORT Status cublasLtMatmulDescInit_internal(Product* place, std::size_t bytes, ComputeType compute,
                                                     Type scale) {
    return init("cublasLtMatmulDescInit", place, bytes, product(compute, scale));
}
CUBLAS_EXPORT Status cublasLtMatmulDescDestroy(Product* made) { return destroy(made); }
CUBLAS_EXPORT Status cublasLtMatmulDescSetAttribute(Product* made, int number, const void* from,
                                                    std::size_t bytes) {
    return set("cublasLtMatmulDescSetAttribute", kProductAttributes, made, number, from, bytes);
}
CUBLAS_EXPORT Status cublasLtMatmulDescGetAttribute(Product* made, int number, void* to, std::size_t bytes,
                                                    std::size_t* written) {
    return get("cublasLtMatmulDescGetAttribute", kProductAttributes, made, number, to, bytes, written);
}

CUBLAS_EXPORT Status cublasLtMatmulPreferenceCreate(Preference** place) {
    return create("cublasLtMatmulPreferenceCreate", place, Preference{});
}
CUBLAS_EXPORT Status cublasLtMatmulPreferenceInit_internal(Preference* place, std::size_t bytes) {
    return init("cublasLtMatmulPreferenceInit", place, bytes, Preference{});
}
CUBLAS_EXPORT Status cublasLtMatmulPreferenceDestroy(Preference* made) { return destroy(made); }
// Preferences choose among algorithms, of which there is one: those that are not kept change nothing.
CUBLAS_EXPORT Status cublasLtMatmulPreferenceSetAttribute(Preference* made, int number, const void* from,
                                                          std::size_t bytes) {
    if (find(kPreferenceAttributes, number) == nullptr) return cublas::kSuccess;
    return set("cublasLtMatmulPreferenceSetAttribute", kPreferenceAttributes, made, number, from, bytes);
}
CUBLAS_EXPORT Status cublasLtMatmulPreferenceGetAttribute(Preference* made, int number, void* to,
                                                          std::size_t bytes, std::size_t* written) {
    return get("cublasLtMatmulPreferenceGetAttribute", kPreferenceAttributes, made, number, to, bytes,
               written);
}
