// What the driver says about a pointer: cuPointerGetAttribute and cuPointerGetAttributes.
#include <algorithm>

#include "emulator/driver/call.hpp"
#include "emulator/driver/contexts.hpp"

namespace simt::driver {
namespace {

using memory::Allocation;
using memory::Kind;

template <class Value>
void put(void* result, Value value) {
    answer(static_cast<Value*>(result), value);
}

bool is_of_host(const Allocation& allocation) {
    return allocation.kind == Kind::Pinned || allocation.kind == Kind::Registered;
}

// Writes an attribute of the memory that holds the pointer; its zero value if `found` is null.
void put_attribute(void* result, CUpointer_attribute attribute, const Allocation* found,
                   CUdeviceptr pointer) {
    const bool shared = found && (found->kind == Kind::Managed || is_of_host(*found));
    switch (attribute) {
        case CU_POINTER_ATTRIBUTE_CONTEXT:
            return put(result, !found ? nullptr
                               : std::max(found->device, 0) == current_context()->device
                                   ? current_context()
                                   : primary_context(found->device));
        case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
            return put(result,
                       !found ? 0 : int{is_of_host(*found) ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE});
        case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
            return put(result, found ? pointer : CUdeviceptr{0});
        case CU_POINTER_ATTRIBUTE_HOST_POINTER:
            return put(result, shared ? pointer_of(pointer) : nullptr);
        case CU_POINTER_ATTRIBUTE_BUFFER_ID:
            return put(result, found ? static_cast<unsigned long long>(found->serial) : 0ull);
        case CU_POINTER_ATTRIBUTE_IS_MANAGED:
            return put(result, found && found->kind == Kind::Managed ? 1u : 0u);
        case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
            return put(result, found ? std::max(found->device, 0) : static_cast<int>(CU_DEVICE_INVALID));
        case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
            return put(result, found ? static_cast<CUdeviceptr>(found->address) : CUdeviceptr{0});
        case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
            return put(result, found ? static_cast<size_t>(found->size) : size_t{0});
        case CU_POINTER_ATTRIBUTE_MAPPED:
            return put(result, found ? 1u : 0u);
        default:
            fail(cudaErrorNotSupported,
                 "the pointer attribute {} (of CUpointer_attribute) is not supported by the emulator",
                 static_cast<int>(attribute));
    }
}

}  // namespace

SIMT_DRIVER(cuPointerGetAttribute, , void* result, CUpointer_attribute attribute, CUdeviceptr pointer) {
    return in_context([&] {
        const Allocation* const found = context().space.find(pointer);
        if (!found)
            fail(cudaErrorInvalidValue,
                 "{:#x} is neither device memory nor pinned, managed or registered memory", pointer);
        put_attribute(result, attribute, found, pointer);
    });
}

// Unlike the call for one attribute, it succeeds for every pointer.
SIMT_DRIVER(cuPointerGetAttributes, , unsigned count, CUpointer_attribute* attributes, void** results,
            CUdeviceptr pointer) {
    return in_context([&] {
        if (!attributes || !results) fail(cudaErrorInvalidValue, "one of the arrays is a null pointer");
        const Allocation* const found = context().space.find(pointer);
        for (unsigned k = 0; k < count; ++k) put_attribute(results[k], attributes[k], found, pointer);
    });
}

}  // namespace simt::driver
