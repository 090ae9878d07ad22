// How the parameters of a call become a request, and how its results come back (remote/kinds.hpp).
#pragma once

#include "emulator/remote/client/connection.hpp"
#include "emulator/remote/client/registry.hpp"
#include "emulator/remote/kinds.hpp"

namespace simt::remote {

// Sent<Kind>::put writes the argument; take reads the result behind the argument, of a call that succeeded or not.
template <class Kind>
struct Sent;

template <class T>
struct Sent<Value<T>> {
    static void put(Writer& out, const T& value) { out.put(value); }
    static void take(Reader&, const T&, bool) {}
};

template <class T>
struct Sent<Result<T>> {
    static void put(Writer& out, T* result) { out.put<u8>(result != nullptr); }
    static void take(Reader& in, T* result, bool succeeded) {
        if (!result) return;
        const T value = in.get<T>();
        if (succeeded && in.good()) *result = value;
    }
};

template <>
struct Sent<NewAddress> {
    static void put(Writer& out, void** result) { out.put<u8>(result != nullptr); }
    static void take(Reader& in, void** result, bool) {
        if (result) *result = reinterpret_cast<void*>(in.get<u64>());
    }
};

// A pointer or a handle, as a number.
template <class Type>
struct SentNumber {
    static void put(Writer& out, Type value) { out.put(reinterpret_cast<u64>(value)); }
    static void take(Reader&, Type, bool) {}
};
template <>
struct Sent<Address> : SentNumber<void*> {};
template <>
struct Sent<ConstAddress> : SentNumber<const void*> {};
template <>
struct Sent<Stream> : SentNumber<cudaStream_t> {};
template <>
struct Sent<OldStream> : Sent<Stream> {};
template <>
struct Sent<Event> : SentNumber<cudaEvent_t> {};
template <>
struct Sent<OldEvent> : Sent<Event> {};

// A new stream or event: its number becomes the handle.
template <class Type>
struct SentNew {
    static void put(Writer& out, Type* result) { out.put<u8>(result != nullptr); }
    static void take(Reader& in, Type* result, bool succeeded) {
        if (!result) return;
        const u64 number = in.get<u64>();
        if (succeeded) *result = reinterpret_cast<Type>(number);
    }
};
template <>
struct Sent<NewStream> : SentNew<cudaStream_t> {};
template <>
struct Sent<NewEvent> : SentNew<cudaEvent_t> {};

template <>
struct Sent<Kernel> {
    static void put(Writer& out, const void* function) { out.put(kernel_number(function)); }
    static void take(Reader&, const void*, bool) {}
};
template <>
struct Sent<Symbol> {
    static void put(Writer& out, const void* symbol) { out.put(variable_number(symbol)); }
    static void take(Reader&, const void*, bool) {}
};

template <class... Kinds>
cudaError_t forward(Call call, const typename Kinds::Type&... arguments) {
    Writer body;
    (Sent<Kinds>::put(body, arguments), ...);
    const Answer answer = ask(call, body);
    Reader in(answer.bytes);
    (Sent<Kinds>::take(in, arguments, answer.error == cudaSuccess), ...);
    return answer.error;
}

}  // namespace simt::remote
