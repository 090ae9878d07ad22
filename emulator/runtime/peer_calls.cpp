// Access of a device's kernels to the memory of other devices. Between any two there is NVLink, as in an HGX H200: the figures of
// cudaDeviceGetP2PAttribute are NVIDIA's for such links. Memory pools have their own access (pools.cpp).
#include "emulator/runtime/call.hpp"
#include "emulator/runtime/newer_names.hpp"

using namespace simt;
using namespace simt::runtime;

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
    return call([&] {
        check_device(device);
        check_device(peer);
        answer(can, device == peer ? 0 : 1);
    });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
    return call([&] {
        check_device(peer);
        if (peer == current_device())
            fail(cudaErrorPeerAccessUnsupported, "device {} is current, and it is no peer of itself", peer);
        if (flags != 0) fail(cudaErrorInvalidValue, "the flags are {:#x}; they must be 0", flags);
        if (!context().device().peers.insert(peer).second)
            fail(cudaErrorPeerAccessAlreadyEnabled, "device {} may access the memory of device {} already",
                 current_device(), peer);
    });
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    return call([&] {
        check_device(peer);
        context().streams.synchronize(current_device());  // kernels in flight still have it
        if (context().device().peers.erase(peer) == 0)
            fail(cudaErrorPeerAccessNotEnabled,
                 "the access of device {} to the memory of device {} is not enabled", current_device(), peer);
    });
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int device, int peer) {
    return query([&] {
        check_device(device);
        check_device(peer);
        if (device == peer) fail(cudaErrorInvalidDevice, "device {} has no link to itself", device);
        switch (static_cast<int>(attribute)) {
            case cudaDevP2PAttrPerformanceRank:
            case newer::cudaDevP2PAttrOnlyPartialNativeAtomicSupported:
                return answer(value, 0);
            case cudaDevP2PAttrAccessSupported:
            case cudaDevP2PAttrNativeAtomicSupported:
            case cudaDevP2PAttrCudaArrayAccessSupported:
                return answer(value, 1);
            default:
                fail(cudaErrorInvalidValue, "there is no cudaDeviceP2PAttr {}", static_cast<int>(attribute));
        }
    });
}
