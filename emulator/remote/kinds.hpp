// The kinds of parameters of the calls in calls.inc: what a parameter is in C++, and so how it travels. client/kinds.hpp puts it
// into a message, server/kinds.hpp makes the argument of it and sends back what the call wrote.
#pragma once

#include "emulator/runtime/entry_points.hpp"

namespace simt::remote {

template <class T>
struct Value {
    using Type = T;
};
// A result that the call writes if it succeeds.
template <class T>
struct Result {
    using Type = T*;
};
// An address of device memory; the emulator looks it up and never follows it.
struct Address {
    using Type = void*;
};
struct ConstAddress {
    using Type = const void*;
};
// Where the call writes such an address; null after a failure.
struct NewAddress {
    using Type = void**;
};
struct Stream {
    using Type = cudaStream_t;
};
struct NewStream {
    using Type = cudaStream_t*;
};
struct OldStream : Stream {};  // the call ends it
struct Event {
    using Type = cudaEvent_t;
};
struct NewEvent {
    using Type = cudaEvent_t*;
};
struct OldEvent : Event {};
struct Kernel {
    using Type = const void*;
};
struct Symbol {
    using Type = const void*;
};

}  // namespace simt::remote
