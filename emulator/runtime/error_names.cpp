// Names and descriptions of the errors, as cudaGetErrorName and cudaGetErrorString return them. Programs print them,
// so they must match those of NVIDIA's runtime.
#include <algorithm>
#include <iterator>

#include "emulator/runtime/newer_names.hpp"

namespace {

struct Description {
    cudaError_t error;
    const char* name;
    const char* text;
};

#define SIMT_ERROR(name, text) \
    { name, #name, text }
#define SIMT_NEWER_ERROR(name, text) \
    { simt::runtime::newer::name, #name, text }

// In order of their numbers.
constexpr Description kDescriptions[] = {
    SIMT_ERROR(cudaSuccess, "no error"),
    SIMT_ERROR(cudaErrorInvalidValue, "invalid argument"),
    SIMT_ERROR(cudaErrorMemoryAllocation, "out of memory"),
    SIMT_ERROR(cudaErrorInitializationError, "initialization error"),
    SIMT_ERROR(cudaErrorCudartUnloading, "driver shutting down"),
    SIMT_ERROR(cudaErrorProfilerDisabled, "profiler disabled while using external profiling tool"),
    SIMT_ERROR(cudaErrorProfilerNotInitialized, "profiler not initialized: call cudaProfilerInitialize()"),
    SIMT_ERROR(cudaErrorProfilerAlreadyStarted, "profiler already started"),
    SIMT_ERROR(cudaErrorProfilerAlreadyStopped, "profiler already stopped"),
    SIMT_ERROR(cudaErrorInvalidConfiguration, "invalid configuration argument"),
    SIMT_ERROR(cudaErrorInvalidPitchValue, "invalid pitch argument"),
    SIMT_ERROR(cudaErrorInvalidSymbol, "invalid device symbol"),
    SIMT_ERROR(cudaErrorInvalidHostPointer, "invalid host pointer"),
    SIMT_ERROR(cudaErrorInvalidDevicePointer, "invalid device pointer"),
    SIMT_ERROR(cudaErrorInvalidTexture, "invalid texture reference"),
    SIMT_ERROR(cudaErrorInvalidTextureBinding, "texture is not bound to a pointer"),
    SIMT_ERROR(cudaErrorInvalidChannelDescriptor, "invalid channel descriptor"),
    SIMT_ERROR(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    SIMT_ERROR(cudaErrorAddressOfConstant, "invalid address of constant"),
    SIMT_ERROR(cudaErrorTextureFetchFailed, "fetch from texture failed"),
    SIMT_ERROR(cudaErrorTextureNotBound, "cannot fetch from a texture that is not bound"),
    SIMT_ERROR(cudaErrorSynchronizationError, "incorrect use of __syncthreads()"),
    SIMT_ERROR(cudaErrorInvalidFilterSetting, "linear filtering not supported for non-float type"),
    SIMT_ERROR(cudaErrorInvalidNormSetting, "read as normalized float not supported for data type"),
    SIMT_ERROR(cudaErrorMixedDeviceExecution,
               "device emulation mode and device execution mode cannot be mixed"),
    SIMT_ERROR(cudaErrorNotYetImplemented, "feature not yet implemented"),
    SIMT_ERROR(cudaErrorMemoryValueTooLarge, "memory size or pointer value too large to fit in 32 bit"),
    SIMT_ERROR(cudaErrorStubLibrary, "CUDA driver is a stub library"),
    SIMT_ERROR(cudaErrorInsufficientDriver, "CUDA driver version is insufficient for CUDA runtime version"),
    SIMT_ERROR(cudaErrorCallRequiresNewerDriver, "API call is not supported in the installed CUDA driver"),
    SIMT_ERROR(cudaErrorInvalidSurface, "invalid surface reference"),
    SIMT_ERROR(cudaErrorDuplicateVariableName, "duplicate global variable looked up by string name"),
    SIMT_ERROR(cudaErrorDuplicateTextureName, "duplicate texture looked up by string name"),
    SIMT_ERROR(cudaErrorDuplicateSurfaceName, "duplicate surface looked up by string name"),
    SIMT_ERROR(cudaErrorDevicesUnavailable, "CUDA-capable device(s) is/are busy or unavailable"),
    SIMT_ERROR(cudaErrorIncompatibleDriverContext, "incompatible driver context"),
    SIMT_ERROR(cudaErrorMissingConfiguration, "__global__ function call is not configured"),
    SIMT_ERROR(cudaErrorPriorLaunchFailure, "unspecified launch failure in prior launch"),
    SIMT_ERROR(cudaErrorLaunchMaxDepthExceeded, "launch would exceed maximum depth of nested launches"),
    SIMT_ERROR(cudaErrorLaunchFileScopedTex,
               "launch failed because kernel uses unsupported, file-scoped textures (texture objects are "
               "supported)"),
    SIMT_ERROR(cudaErrorLaunchFileScopedSurf,
               "launch failed because kernel uses unsupported, file-scoped surfaces (surface objects are "
               "supported)"),
    SIMT_ERROR(
        cudaErrorSyncDepthExceeded,
        "cudaDeviceSynchronize failed because caller's grid depth exceeds cudaLimitDevRuntimeSyncDepth"),
    SIMT_ERROR(cudaErrorLaunchPendingCountExceeded,
               "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount"),
    SIMT_ERROR(cudaErrorInvalidDeviceFunction, "invalid device function"),
    SIMT_ERROR(cudaErrorNoDevice, "no CUDA-capable device is detected"),
    SIMT_ERROR(cudaErrorInvalidDevice, "invalid device ordinal"),
    SIMT_ERROR(cudaErrorDeviceNotLicensed, "device doesn't have valid Grid license"),
    SIMT_ERROR(cudaErrorSoftwareValidityNotEstablished, "integrity checks failed"),
    SIMT_ERROR(cudaErrorStartupFailure, "startup failure in cuda runtime"),
    SIMT_ERROR(cudaErrorInvalidKernelImage, "device kernel image is invalid"),
    SIMT_ERROR(cudaErrorDeviceUninitialized, "invalid device context"),
    SIMT_ERROR(cudaErrorMapBufferObjectFailed, "mapping of buffer object failed"),
    SIMT_ERROR(cudaErrorUnmapBufferObjectFailed, "unmapping of buffer object failed"),
    SIMT_ERROR(cudaErrorArrayIsMapped, "array is mapped"),
    SIMT_ERROR(cudaErrorAlreadyMapped, "resource already mapped"),
    SIMT_ERROR(cudaErrorNoKernelImageForDevice, "no kernel image is available for execution on the device"),
    SIMT_ERROR(cudaErrorAlreadyAcquired, "resource already acquired"),
    SIMT_ERROR(cudaErrorNotMapped, "resource not mapped"),
    SIMT_ERROR(cudaErrorNotMappedAsArray, "resource not mapped as array"),
    SIMT_ERROR(cudaErrorNotMappedAsPointer, "resource not mapped as pointer"),
    SIMT_ERROR(cudaErrorECCUncorrectable, "uncorrectable ECC error encountered"),
    SIMT_ERROR(cudaErrorUnsupportedLimit, "limit is not supported on this architecture"),
    SIMT_ERROR(cudaErrorDeviceAlreadyInUse, "exclusive-thread device already in use by a different thread"),
    SIMT_ERROR(cudaErrorPeerAccessUnsupported, "peer access is not supported between these two devices"),
    SIMT_ERROR(cudaErrorInvalidPtx, "a PTX JIT compilation failed"),
    SIMT_ERROR(cudaErrorInvalidGraphicsContext, "invalid OpenGL or DirectX context"),
    SIMT_ERROR(cudaErrorNvlinkUncorrectable, "uncorrectable NVLink error detected during the execution"),
    SIMT_ERROR(cudaErrorJitCompilerNotFound, "PTX JIT compiler library not found"),
    SIMT_ERROR(cudaErrorUnsupportedPtxVersion,
               "the provided PTX was compiled with an unsupported toolchain."),
    SIMT_ERROR(cudaErrorJitCompilationDisabled, "PTX JIT compilation was disabled"),
    SIMT_ERROR(cudaErrorUnsupportedExecAffinity, "the provided execution affinity is not supported"),
    SIMT_NEWER_ERROR(cudaErrorUnsupportedDevSideSync,
                     "the provided PTX contains unsupported call to cudaDeviceSynchronize"),
    SIMT_NEWER_ERROR(cudaErrorContained, "Invalid access of peer GPU memory over nvlink or a hardware error"),
    SIMT_ERROR(cudaErrorInvalidSource, "device kernel image is invalid"),
    SIMT_ERROR(cudaErrorFileNotFound, "file not found"),
    SIMT_ERROR(cudaErrorSharedObjectSymbolNotFound, "shared object symbol not found"),
    SIMT_ERROR(cudaErrorSharedObjectInitFailed, "shared object initialization failed"),
    SIMT_ERROR(cudaErrorOperatingSystem, "OS call failed or operation not supported on this OS"),
    SIMT_ERROR(cudaErrorInvalidResourceHandle, "invalid resource handle"),
    SIMT_ERROR(cudaErrorIllegalState, "the operation cannot be performed in the present state"),
    SIMT_NEWER_ERROR(cudaErrorLossyQuery, "attempted introspection would be semantically lossy"),
    SIMT_ERROR(cudaErrorSymbolNotFound, "named symbol not found"),
    SIMT_ERROR(cudaErrorNotReady, "device not ready"),
    SIMT_ERROR(cudaErrorIllegalAddress, "an illegal memory access was encountered"),
    SIMT_ERROR(cudaErrorLaunchOutOfResources, "too many resources requested for launch"),
    SIMT_ERROR(cudaErrorLaunchTimeout, "the launch timed out and was terminated"),
    SIMT_ERROR(cudaErrorLaunchIncompatibleTexturing, "launch uses incompatible texturing mode"),
    SIMT_ERROR(cudaErrorPeerAccessAlreadyEnabled, "peer access is already enabled"),
    SIMT_ERROR(cudaErrorPeerAccessNotEnabled, "peer access has not been enabled"),
    SIMT_ERROR(cudaErrorSetOnActiveProcess, "cannot set while device is active in this process"),
    SIMT_ERROR(cudaErrorContextIsDestroyed, "context is destroyed"),
    SIMT_ERROR(cudaErrorAssert, "device-side assert triggered"),
    SIMT_ERROR(cudaErrorTooManyPeers, "peer mapping resources exhausted"),
    SIMT_ERROR(cudaErrorHostMemoryAlreadyRegistered,
               "part or all of the requested memory range is already mapped"),
    SIMT_ERROR(cudaErrorHostMemoryNotRegistered, "pointer does not correspond to a registered memory region"),
    SIMT_ERROR(cudaErrorHardwareStackError, "hardware stack error"),
    SIMT_ERROR(cudaErrorIllegalInstruction, "an illegal instruction was encountered"),
    SIMT_ERROR(cudaErrorMisalignedAddress, "misaligned address"),
    SIMT_ERROR(cudaErrorInvalidAddressSpace, "operation not supported on global/shared address space"),
    SIMT_ERROR(cudaErrorInvalidPc, "invalid program counter"),
    SIMT_ERROR(cudaErrorLaunchFailure, "unspecified launch failure"),
    SIMT_ERROR(cudaErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch"),
    SIMT_NEWER_ERROR(cudaErrorTensorMemoryLeak, "tensor memory not completely freed"),
    SIMT_ERROR(cudaErrorNotPermitted, "operation not permitted"),
    SIMT_ERROR(cudaErrorNotSupported, "operation not supported"),
    SIMT_ERROR(cudaErrorSystemNotReady, "system not yet initialized"),
    SIMT_ERROR(cudaErrorSystemDriverMismatch,
               "system has unsupported display driver / cuda driver combination"),
    SIMT_ERROR(cudaErrorCompatNotSupportedOnDevice,
               "forward compatibility was attempted on non supported HW"),
    SIMT_ERROR(cudaErrorMpsConnectionFailed,
               "MPS client failed to connect to the MPS control daemon or the MPS server"),
    SIMT_ERROR(cudaErrorMpsRpcFailure,
               "the remote procedural call between the MPS server and the MPS client failed"),
    SIMT_ERROR(cudaErrorMpsServerNotReady, "MPS server is not ready to accept new MPS client requests"),
    SIMT_ERROR(cudaErrorMpsMaxClientsReached,
               "the hardware resources required to create MPS client have been exhausted"),
    SIMT_ERROR(cudaErrorMpsMaxConnectionsReached,
               "the hardware resources required to support device connections have been exhausted"),
    SIMT_ERROR(cudaErrorMpsClientTerminated, "the MPS client has been terminated by the server"),
    SIMT_NEWER_ERROR(
        cudaErrorCdpNotSupported,
        "is using CUDA Dynamic Parallelism, but the current configuration, like MPS, does not support it"),
    SIMT_NEWER_ERROR(cudaErrorCdpVersionMismatch,
                     "unsupported interaction between different versions of CUDA Dynamic Parallelism"),
    SIMT_ERROR(cudaErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing"),
    SIMT_ERROR(cudaErrorStreamCaptureInvalidated, "operation failed due to a previous error during capture"),
    SIMT_ERROR(cudaErrorStreamCaptureMerge,
               "operation would result in a merge of separate capture sequences"),
    SIMT_ERROR(cudaErrorStreamCaptureUnmatched, "capture was not ended in the same stream as it began"),
    SIMT_ERROR(cudaErrorStreamCaptureUnjoined, "capturing stream has unjoined work"),
    SIMT_ERROR(cudaErrorStreamCaptureIsolation, "dependency created on uncaptured work in another stream"),
    SIMT_ERROR(cudaErrorStreamCaptureImplicit,
               "operation would make the legacy stream depend on a capturing blocking stream"),
    SIMT_ERROR(cudaErrorCapturedEvent,
               "operation not permitted on an event last recorded in a capturing stream"),
    SIMT_ERROR(cudaErrorStreamCaptureWrongThread,
               "attempt to terminate a thread-local capture sequence from another thread"),
    SIMT_ERROR(cudaErrorTimeout, "wait operation timed out"),
    SIMT_ERROR(cudaErrorGraphExecUpdateFailure,
               "the graph update was not performed because it included changes which violated constraints "
               "specific to instantiated graph update"),
    SIMT_ERROR(cudaErrorExternalDevice, "an async error has occured in external entity outside of CUDA"),
    SIMT_ERROR(cudaErrorInvalidClusterSize,
               "a kernel launch error has occurred due to cluster misconfiguration"),
    SIMT_NEWER_ERROR(cudaErrorFunctionNotLoaded,
                     "the function handle is not loaded when calling an API that requires a loaded function"),
    SIMT_NEWER_ERROR(cudaErrorInvalidResourceType,
                     "one or more resources passed in are not valid resource types for the operation"),
    SIMT_NEWER_ERROR(cudaErrorInvalidResourceConfiguration,
                     "one or more resources are insufficient or non-applicable for the operation"),
    SIMT_ERROR(cudaErrorUnknown, "unknown error"),
};

#undef SIMT_ERROR
#undef SIMT_NEWER_ERROR

const Description* find(cudaError_t error) {
    const auto* found =
        std::lower_bound(std::begin(kDescriptions), std::end(kDescriptions), error,
                         [](const Description& row, cudaError_t code) { return row.error < code; });
    return found != std::end(kDescriptions) && found->error == error ? found : nullptr;
}

constexpr const char* kUnknownCode = "unrecognized error code";

}  // namespace

const char* cudaGetErrorName(cudaError_t error) {
    const Description* found = find(error);
    return found ? found->name : kUnknownCode;
}

const char* cudaGetErrorString(cudaError_t error) {
    const Description* found = find(error);
    return found ? found->text : kUnknownCode;
}
