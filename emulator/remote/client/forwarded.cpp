// The calls of calls.inc: each packs its arguments, asks the server and unpacks the results. And what needs no server.
#include "emulator/remote/client/kinds.hpp"

using namespace simt::remote;

#define SIMT_CALL_0(name, ...) \
    cudaError_t name() { return forward<>(Call::name); }
#define SIMT_CALL_1(name, A) \
    cudaError_t name(A::Type a) { return forward<A>(Call::name, a); }
#define SIMT_CALL_2(name, A, B) \
    cudaError_t name(A::Type a, B::Type b) { return forward<A, B>(Call::name, a, b); }
#define SIMT_CALL_3(name, A, B, C) \
    cudaError_t name(A::Type a, B::Type b, C::Type c) { return forward<A, B, C>(Call::name, a, b, c); }
#define SIMT_CALL_4(name, A, B, C, D)                              \
    cudaError_t name(A::Type a, B::Type b, C::Type c, D::Type d) { \
        return forward<A, B, C, D>(Call::name, a, b, c, d);        \
    }
#define SIMT_CALL_5(name, A, B, C, D, E)                                      \
    cudaError_t name(A::Type a, B::Type b, C::Type c, D::Type d, E::Type e) { \
        return forward<A, B, C, D, E>(Call::name, a, b, c, d, e);             \
    }
#define SIMT_CALL_6(name, A, B, C, D, E, F)                                              \
    cudaError_t name(A::Type a, B::Type b, C::Type c, D::Type d, E::Type e, F::Type f) { \
        return forward<A, B, C, D, E, F>(Call::name, a, b, c, d, e, f);                  \
    }
// The macro above for as many kinds as there are.
#define SIMT_COUNTED(name, a, b, c, d, e, f, count, ...) SIMT_CALL_##count
#define SIMT_CALL(name, ...) \
    SIMT_COUNTED(name __VA_OPT__(, ) __VA_ARGS__, 6, 5, 4, 3, 2, 1, 0)(name __VA_OPT__(, ) __VA_ARGS__)
#define SIMT_TWIN(name, twin) SIMT_ALSO_AS(name, twin);
#include "emulator/remote/calls.inc"

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
    return {x, y, z, w, kind};
}
