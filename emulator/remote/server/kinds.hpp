// How a request becomes the arguments of a call, and how its results go back (remote/kinds.hpp).
#pragma once

#include <tuple>

#include "emulator/remote/kinds.hpp"
#include "emulator/remote/server/session.hpp"

namespace simt::remote {

// Held<Kind>{session, request}.argument() is the argument; finish() writes the result of a call that succeeded or not.
template <class Kind>
struct Held;

struct HeldNothing {
    static void finish(Session&, Writer&, bool) {}
};

template <class T>
struct Held<Value<T>> : HeldNothing {
    Held(Session&, Reader& in) : value(in.get<T>()) {}
    T argument() const { return value; }
    T value;
};

template <class T>
struct Held<Result<T>> {
    Held(Session&, Reader& in) : wanted(in.get<u8>() != 0) {}
    T* argument() { return wanted ? &value : nullptr; }
    void finish(Session&, Writer& out, bool) const {
        if (wanted) out.put(value);
    }
    bool wanted;
    T value{};
};

template <>
struct Held<NewAddress> : Held<Result<void*>> {
    using Held<Result<void*>>::Held;
};

// Looked up by the emulator, never followed.
template <class Type>
struct HeldAddress : HeldNothing {
    HeldAddress(Session&, Reader& in) : address(in.get<u64>()) {}
    Type argument() const { return reinterpret_cast<Type>(address); }
    u64 address;
};
template <>
struct Held<Address> : HeldAddress<void*> {
    using HeldAddress::HeldAddress;
};
template <>
struct Held<ConstAddress> : HeldAddress<const void*> {
    using HeldAddress::HeldAddress;
};

template <>
struct Held<Stream> : HeldNothing {
    Held(Session& session, Reader& in) : number(in.get<u64>()), stream(session.stream(number)) {}
    cudaStream_t argument() const { return stream; }
    u64 number;
    cudaStream_t stream;
};
template <>
struct Held<OldStream> : Held<Stream> {
    using Held<Stream>::Held;
    void finish(Session& session, Writer&, bool succeeded) const {
        if (succeeded) session.forget_stream(number);
    }
};
template <>
struct Held<NewStream> : Held<Result<cudaStream_t>> {
    using Held<Result<cudaStream_t>>::Held;
    void finish(Session& session, Writer& out, bool succeeded) const {
        if (wanted) out.put<u64>(succeeded ? session.add_stream(value) : 0);
    }
};

template <>
struct Held<Event> : HeldNothing {
    Held(Session& session, Reader& in) : number(in.get<u64>()), event(session.event(number)) {}
    cudaEvent_t argument() const { return event; }
    u64 number;
    cudaEvent_t event;
};
template <>
struct Held<OldEvent> : Held<Event> {
    using Held<Event>::Held;
    void finish(Session& session, Writer&, bool succeeded) const {
        if (succeeded) session.forget_event(number);
    }
};
template <>
struct Held<NewEvent> : Held<Result<cudaEvent_t>> {
    using Held<Result<cudaEvent_t>>::Held;
    void finish(Session& session, Writer& out, bool succeeded) const {
        if (wanted) out.put<u64>(succeeded ? session.add_event(value) : 0);
    }
};

template <>
struct Held<Kernel> : HeldNothing {
    Held(Session& session, Reader& in) : kernel(session.kernel(in.get<u64>())) {}
    const void* argument() const { return kernel; }
    const void* kernel;
};
template <>
struct Held<Symbol> : HeldNothing {
    Held(Session& session, Reader& in) : symbol(session.variable(in.get<u64>())) {}
    const void* argument() const { return symbol; }
    const void* symbol;
};

// Calls the emulator's function with the arguments of a request.
template <class... Kinds>
int serve(cudaError_t (*function)(typename Kinds::Type...), [[maybe_unused]] Session& session, Reader& in,
          [[maybe_unused]] Writer& out) {
    std::tuple<Held<Kinds>...> held{Held<Kinds>(session, in)...};  // braces: in their order
    if (!in.finished()) throw Malformed();
    const cudaError_t error = std::apply([&](auto&... each) { return function(each.argument()...); }, held);
    std::apply([&](auto&... each) { (each.finish(session, out, error == cudaSuccess), ...); }, held);
    return error;
}

}  // namespace simt::remote
