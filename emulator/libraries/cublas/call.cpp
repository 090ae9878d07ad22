// See call.hpp.
#include "emulator/libraries/cublas/call.hpp"

#include <cstdlib>
#include <mutex>
#include <set>

#include "emulator/runtime/errors.hpp"
#include "emulator/runtime/library_calls.hpp"

namespace simt::cublas {
namespace {

// Never destroyed: static objects of the program may still destroy handles.
std::set<Handle*>& handles() {
    static auto* const live = new std::set<Handle*>;
    return *live;
}

Status status_of(cudaError_t error) {
    switch (error) {
        case cudaSuccess:
            return kSuccess;
        case cudaErrorMemoryAllocation:
            return kAllocFailed;
        case cudaErrorNotSupported:
            return kNotSupported;
        default:
            return kExecutionFailed;
    }
}

void check_host(const char* name, const void* pointer) {
    check_pointer(name, pointer);
    if (simt_library_is_device(pointer))
        refuse(kInvalidValue,
               "{} is an address of the device, and the handle expects one of the host: pass a host "
               "variable, or call "
               "cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE)",
               name);
}

}  // namespace

void check_at_least(const char* name, s64 number, s64 least) {
    if (number < least) refuse(kInvalidValue, "{} is {}: it must be at least {}", name, number, least);
}

void check_pointer(const char* name, const void* pointer) {
    if (pointer == nullptr) refuse(kInvalidValue, "{} is a null pointer", name);
}

Status call(const char* name, const std::function<void()>& body) {
    Status refused = kSuccess;
    const cudaError_t error = simt_library_call(name, [&] {
        try {
            body();
        } catch (Refused& why) {
            refused = why.status;
            throw runtime::Failure{cudaErrorInvalidValue, std::move(why.sentence)};
        }
    });
    return refused != kSuccess ? refused : status_of(error);
}

Status call(const char* name, Handle* handle, const std::function<void(Handle&)>& body) {
    return call(name, [&] {
        if (!handles().contains(handle))
            refuse(kNotInitialized, "the handle {} is none of cublasCreate, or has been destroyed",
                   static_cast<void*>(handle));
        body(*handle);
    });
}

Handle* create_handle() {
    auto* const handle = new Handle;
    handles().insert(handle);
    return handle;
}

void destroy_handle(Handle* handle) {
    handles().erase(handle);
    delete handle;
}

Scalar scalar(PointerMode mode, const char* name, const void* pointer, Type type) {
    check_pointer(name, pointer);
    if (mode == kDevicePointers) return {name, type, 0, pointer};
    check_host(name, pointer);
    Scalar read{name, type, 0, nullptr};
    with_element(type,
                 [&](auto element) { read.value = value(*static_cast<const decltype(element)*>(pointer)); });
    return read;
}

void* Memory::rows(const char* name, const check::Rows& rows, Use use) {
    if (rows.width == 0 || rows.height == 0) return nullptr;
    operands_.push_back({name, rows, use != Use::Write, use != Use::Read});
    return simt_library_memory(operands_.back());
}

void* Memory::matrix(const char* name, const void* first, Type type, s64 rows, s64 columns, s64 ld, Use use) {
    const u64 size = size_of(type);
    return this->rows(name,
                      {reinterpret_cast<u64>(first), static_cast<u64>(rows) * size, static_cast<u64>(columns),
                       static_cast<u64>(ld) * size},
                      use);
}

void* Memory::vector(const Strided& vector, Use use) {
    const u64 increment = static_cast<u64>(std::llabs(vector.increment)),
              count = static_cast<u64>(vector.count);
    const u64 size = size_of(vector.type);
    if (increment == 1) return bytes(vector.name, vector.first, count * size, use);
    return rows(vector.name,
                {reinterpret_cast<u64>(vector.first), size, increment == 0 ? 1 : count, increment * size},
                use);
}

void* Memory::bytes(const char* name, const void* first, u64 count, Use use) {
    return rows(name, {reinterpret_cast<u64>(first), count, 1, 0}, use);
}

double Memory::number(const Scalar& scalar) {
    if (scalar.device == nullptr) return scalar.value;
    const void* const place = bytes(scalar.name, scalar.device, size_of(scalar.type), Use::Read);
    double number = 0;
    with_element(scalar.type,
                 [&](auto element) { number = value(*static_cast<const decltype(element)*>(place)); });
    return number;
}

void Memory::done() const { simt_library_used(operands_); }

void work(cudaStream_t stream, bool waits, std::function<void(Memory&)> body) {
    simt_library_work(stream, waits, [body = std::move(body)] {
        Memory memory;
        body(memory);
        memory.done();
    });
}

void* Result::place(Memory& memory) const {
    return mode == kHostPointers ? pointer : memory.bytes("result", pointer, bytes, Use::Write);
}

Result result(PointerMode mode, void* pointer, u64 bytes) {
    check_pointer("result", pointer);
    if (mode == kHostPointers) check_host("result", pointer);
    return {mode, pointer, bytes};
}

}  // namespace simt::cublas
