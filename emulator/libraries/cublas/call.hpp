// The frame of every call of the libraries: errors as statuses with a sentence, numbers from the host or the device, and the memory
// that a call's work uses.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "emulator/check/library_call.hpp"
#include "emulator/libraries/cublas/elements.hpp"

namespace simt::cublas {

// Ends a call with a status, from wherever it is thrown.
struct Refused {
    Status status;
    std::string sentence;
};
template <class... Args>
[[noreturn]] void refuse(Status status, fmt::format_string<Args...> format, Args&&... args) {
    throw Refused{status, fmt::format(format, std::forward<Args>(args)...)};
}

// Throws kInvalidValue: "m is -1: it must be at least 0", "lda is 3: it must be at least 5, ...".
void check_at_least(const char* name, s64 number, s64 least);
void check_pointer(const char* name, const void* pointer);
template <class Enumeration>
void check_choice(const char* name, Enumeration choice, Enumeration last) {
    if (choice < 0 || choice > last)
        refuse(kInvalidValue, "{} is {}, which is none of its values", name, static_cast<int>(choice));
}

// Runs a call; the name must last. Its status is kSuccess, that of what the body throws, or the one that stands for the error of
// the device.
Status call(const char* name, const std::function<void()>& body);
// The same with a handle, which must be one of cublasCreate.
Status call(const char* name, Handle* handle, const std::function<void(Handle&)>& body);

Handle* create_handle();
void destroy_handle(Handle* handle);  // throws Refused if it is none

// A number that a call takes from the host, or later from the device, as the handle's pointer mode says.
struct Scalar {
    const char* name;
    Type type;
    double value;        // of the host
    const void* device;  // where it is; nullptr: on the host
};
// Throws Refused for a null pointer, and for an address of the device where the host's is expected.
Scalar scalar(PointerMode mode, const char* name, const void* pointer, Type type);

enum class Use { Read, Write, Update };

// A vector as BLAS has it: with a negative increment, element 0 is the last one in memory.
struct Strided {
    const char* name;
    const void* first;
    Type type;
    s64 count, increment;
};

// The memory that a piece of work uses. Each function returns the host's address of what it names, after checking that the device
// can reach all of it; nullptr if it is empty.
class Memory {
  public:
    // `columns` of `rows` elements, ld elements apart.
    void* matrix(const char* name, const void* first, Type type, s64 rows, s64 columns, s64 ld, Use use);
    void* vector(const Strided& vector, Use use);
    double number(const Scalar& scalar);
    void* bytes(const char* name, const void* first, u64 count, Use use);
    // Tells the checks of all of it.
    void done() const;

  private:
    void* rows(const char* name, const check::Rows& rows, Use use);
    std::vector<check::Operand> operands_;
};

// Runs a call's work in the stream (simt_library_work).
void work(cudaStream_t stream, bool waits, std::function<void(Memory&)> body);

// The elements of a vector for the CPU: element(k) is BLAS's element k.
template <class Element>
struct Elements {
    Element* first;
    s64 count, increment;
    Element& operator()(s64 k) const {
        return first[increment >= 0 ? k * increment : (k - count + 1) * increment];
    }
};

// Where a call leaves its result: on the host, for which the caller waits, or on the device.
struct Result {
    PointerMode mode;
    void* pointer;
    u64 bytes;
    bool waits() const { return mode == kHostPointers; }
    void* place(Memory& memory) const;  // in work
};
Result result(PointerMode mode, void* pointer, u64 bytes);

}  // namespace simt::cublas
