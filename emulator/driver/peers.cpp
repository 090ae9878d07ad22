// Access of one context to the memory of another, on another device, and copies between two. Contexts of one device share
// everything, so they are no peers.
#include "emulator/driver/call.hpp"
#include "emulator/driver/contexts.hpp"

namespace simt::driver {
namespace {

// The device of a peer of the current context; throws a Failure if it cannot be one.
int peer_of(CUcontext peer) {
    check_context(peer);
    if (peer == current_context())
        fail(cudaErrorDeviceUninitialized, "the context is the current one, and no peer of itself");
    return peer->device;
}

// Both contexts of a copy; the results are their devices.
struct Ends {
    int to, from;
};
Ends ends_of(CUcontext to, CUcontext from) {
    check_context(to);
    check_context(from);
    return {to->device, from->device};
}

}  // namespace

SIMT_DRIVER(cuDeviceCanAccessPeer, , int* can, CUdevice device, CUdevice peer) {
    return initialised([&] { return cudaDeviceCanAccessPeer(can, device, peer); });
}

// The attributes have the numbers of cudaDeviceP2PAttr.
SIMT_DRIVER(cuDeviceGetP2PAttribute, , int* value, CUdevice_P2PAttribute attribute, CUdevice device,
            CUdevice peer) {
    return initialised([&] {
        return cudaDeviceGetP2PAttribute(value, static_cast<cudaDeviceP2PAttr>(attribute), device, peer);
    });
}

SIMT_DRIVER(cuCtxEnablePeerAccess, , CUcontext peer, unsigned flags) {
    return in_context([&]() -> cudaError_t {
        int device = 0;
        const cudaError_t error = call([&] { device = peer_of(peer); });
        return error == cudaSuccess ? cudaDeviceEnablePeerAccess(device, flags) : error;
    });
}

SIMT_DRIVER(cuCtxDisablePeerAccess, , CUcontext peer) {
    return in_context([&]() -> cudaError_t {
        int device = 0;
        const cudaError_t error = call([&] { device = peer_of(peer); });
        return error == cudaSuccess ? cudaDeviceDisablePeerAccess(device) : error;
    });
}

SIMT_DRIVER(cuMemcpyPeer, , CUdeviceptr destination, CUcontext to, CUdeviceptr source, CUcontext from,
            size_t bytes) {
    return in_context([&]() -> cudaError_t {
        Ends ends{};
        const cudaError_t error = call([&] { ends = ends_of(to, from); });
        if (error != cudaSuccess) return error;
        return cudaMemcpyPeer(pointer_of(destination), ends.to, pointer_of(source), ends.from, bytes);
    });
}
SIMT_DRIVER_TWIN(cuMemcpyPeer, , _ptds)

SIMT_DRIVER(cuMemcpyPeerAsync, , CUdeviceptr destination, CUcontext to, CUdeviceptr source, CUcontext from,
            size_t bytes, CUstream stream) {
    return in_context([&]() -> cudaError_t {
        Ends ends{};
        const cudaError_t error = call([&] { ends = ends_of(to, from); });
        if (error != cudaSuccess) return error;
        return cudaMemcpyPeerAsync(pointer_of(destination), ends.to, pointer_of(source), ends.from, bytes,
                                   stream);
    });
}
SIMT_DRIVER_TWIN(cuMemcpyPeerAsync, , _ptsz)

}  // namespace simt::driver
