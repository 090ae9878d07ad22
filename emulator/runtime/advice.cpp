// See advice.hpp.
#include "emulator/runtime/advice.hpp"

#include <algorithm>

namespace simt::runtime {
namespace {

// By a part of the call's name; the first match counts.
struct Advice {
    std::string_view part, text;
};
constexpr std::string_view kNone = "do without it here, or run the program on a GPU";

constexpr std::string_view kNoDisplay =
    "it shares no memory with a display: copy the pixels to the host with cudaMemcpy, and show or "
    "write them from there";
constexpr std::string_view kOneProcess =
    "share data through the host, or use threads of one process: device memory and events belong to "
    "the process that created them";
constexpr std::string_view kOneAddress =
    "allocate with cuMemAlloc, whose memory has one address until it is freed. Programs can ask for "
    "the attribute CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, which is 0";
constexpr std::string_view kOlderLaunch =
    "launch the kernel with cuLaunchKernel, which takes its arguments, too";

constexpr Advice kAdvice[] = {
    {"GetExportTable",
     "NVIDIA's libraries ask for it, and a CUDA runtime that is linked into the program (nvcc's "
     "default). If the program's calls fail, build it with --cudart shared, a whole project with "
     "NVCC_APPEND_FLAGS=\"--cudart shared -lineinfo\""},
    // Before what their names contain, too: Graph, Array, Texture, Surface.
    {"Graphics", kNoDisplay},
    {"cudaGL", kNoDisplay},
    {"EGL", kNoDisplay},
    {"VDPAU", kNoDisplay},
    {"Texture1DLinearMaxWidth",
     "read cudaDevAttrMaxTexture1DLinearWidth with cudaDeviceGetAttribute; it counts elements"},
    {"CooperativeKernelMultiDevice",
     "CUDA 13's runtime has it no more. Launch the kernel with cudaLaunchCooperativeKernel on each "
     "device, and let the devices wait for each other with events between the launches"},
    {"cuMemAddress", kOneAddress},
    {"cuMemCreate", kOneAddress},
    {"cuMemGetAccess", kOneAddress},
    {"cuMemGetAllocation", kOneAddress},
    {"cuMemMap", kOneAddress},
    {"cuMemRe", kOneAddress},
    {"cuMemSetAccess", kOneAddress},
    {"cuMemUnmap", kOneAddress},
    {"cuMemExportToShareableHandle", kOneProcess},
    {"cuMemImportFromShareableHandle", kOneProcess},
    {"Ipc", kOneProcess},
    {"MemDiscard", "leave it out: memory keeps what it holds until something writes it"},
    {"MemPrefetchBatch", "call cudaMemPrefetchAsync for each range"},
    {"Memcpy3DBatch", "call cudaMemcpy3DAsync for each copy"},
    {"MemcpyBatch", "call cudaMemcpyAsync for each copy"},
    {"KernelSetAttributeForDevice", "call cudaFuncSetAttribute with that device current"},
    {"Logs", "the emulator says on stderr why a call failed"},
    {"cuStreamWaitValue", "let the stream wait for an event, with cuStreamWaitEvent"},
    {"cuStreamWriteValue", "write the value with cuMemsetD32Async"},
    {"cuLaunch", kOlderLaunch},
    {"cuParamSet", kOlderLaunch},
    {"cuFuncSetBlockShape", kOlderLaunch},
    {"cuFuncSetSharedSize", kOlderLaunch},
    {"cuTensorMapEncodeIm2col", "encode tiles, with cuTensorMapEncodeTiled"},
    {"cuOccupancyMaxActiveClusters", "call cudaOccupancyMaxActiveClusters"},
    {"cuOccupancyMaxPotentialClusterSize", "call cudaOccupancyMaxPotentialClusterSize"},
    {"cuGraph", "build the graph with the runtime's calls, cudaGraph…"},
    {"cuStreamBeginCapture", "capture with cudaStreamBeginCapture"},
    {"Capture", "capture with the runtime's calls, cudaStreamBeginCapture and those beside it"},
    {"GraphMem",
     "call the runtime's cudaDeviceGetGraphMemAttribute, cudaDeviceSetGraphMemAttribute or "
     "cudaDeviceGraphMemTrim"},
    {"Graph", "build the graph without such nodes"},
    {"External",
     "it shares no memory with Vulkan or Direct3D: allocate with cudaMalloc, and copy through the host"},
    {"cuTexRef", "pass a texture object (cuTexObjectCreate) to the kernel"},
    {"cuSurfRef", "pass a surface object (cuSurfObjectCreate) to the kernel"},
    {"Texture", "pass a texture object (cudaCreateTextureObject) to the kernel"},
    {"Surface", "pass a surface object (cudaCreateSurfaceObject) to the kernel"},
    {"Array", "use arrays that are neither sparse nor planar"},
    {"MemPool", "use a pool of this process, with cudaMallocFromPoolAsync"},
    {"Library", "compile the kernels into the program"},
    {"", kNone},
};

constexpr std::string_view kWholeMatrix = "store both triangles of the matrix, and call the gemv of its type";
constexpr std::string_view kWithZeros =
    "store zeros in the other triangle of the matrix, and call the gemv of its type";
constexpr Advice kLibraryAdvice[] = {
    {"(without a handle)", "include cublas_v2.h, whose calls take a handle"},
    {"cublasXt", "copy the matrices to the device, and call the function whose name has no Xt"},
    {"GroupedBatched", "call cublasGemmBatchedEx for each group"},
    {"gemvBatched", "call cublasGemmBatchedEx with n = 1, if the vectors have increments of 1"},
    {"gemvStridedBatched", "call cublasGemmStridedBatchedEx with n = 1, if the vectors have increments of 1"},
    {"trsmBatched", "call the trsm of its type for each matrix"},
    {"symv", kWholeMatrix},
    {"sbmv", kWholeMatrix},
    {"spmv", kWholeMatrix},
    {"trmv", kWithZeros},
    {"tbmv", kWithZeros},
    {"tpmv", kWithZeros},
    {"trsv", "call the trsm of its type with one column, if the vector has an increment of 1"},
    {"symm", "store both triangles of the matrix, and call the gemm of its type"},
    {"trmm", "store zeros in the other triangle of the matrix, and call the gemm of its type"},
    {"syrkx", "call the gemm of its type, which writes the other triangle, too"},
    {"syr2k", "call the gemm of its type twice, which writes the other triangle, too"},
    {"", kNone},
};

// cublasCgemm, cublasZdrot, cublasScnrm2, cublasIzamax: C and Z are types, and so are c and z behind the type of a result.
bool is_complex(std::string_view call) {
    constexpr std::string_view kPrefix = "cublas";
    if (!call.starts_with(kPrefix)) return false;
    call.remove_prefix(kPrefix.size());
    const auto is_lower = [&](std::size_t k) { return k < call.size() && call[k] >= 'a' && call[k] <= 'z'; };
    if (call.starts_with('C') || call.starts_with('Z')) return is_lower(1);
    return call.starts_with("Sc")
               ? call.starts_with("Scasum") || call.starts_with("Scnrm2")
               : call.starts_with("Dz") || call.starts_with("Icam") || call.starts_with("Izam");
}

std::string_view first_of(const Advice* advice, std::string_view call) {
    while (call.find(advice->part) == std::string_view::npos) ++advice;
    return advice->text;
}

// Calls of the driver whose first version only CUDA 3 has; cuda.h gives their names to the second.
constexpr std::string_view kFirstVersions[] = {"cuArray3DCreate",   "cuArray3DGetDescriptor",
                                               "cuArrayCreate",     "cuArrayGetDescriptor",
                                               "cuCtxCreate",       "cuCtxDestroy",
                                               "cuCtxPopCurrent",   "cuCtxPushCurrent",
                                               "cuDeviceTotalMem",  "cuEventDestroy",
                                               "cuLinkAddData",     "cuLinkAddFile",
                                               "cuLinkCreate",      "cuMemAlloc",
                                               "cuMemAllocHost",    "cuMemAllocPitch",
                                               "cuMemFree",         "cuMemGetAddressRange",
                                               "cuMemGetInfo",      "cuMemHostGetDevicePointer",
                                               "cuMemHostRegister", "cuMemcpy2D",
                                               "cuMemcpy2DAsync",   "cuMemcpy2DUnaligned",
                                               "cuMemcpy3D",        "cuMemcpy3DAsync",
                                               "cuMemcpyDtoD",      "cuMemcpyDtoDAsync",
                                               "cuMemcpyDtoH",      "cuMemcpyDtoHAsync",
                                               "cuMemcpyHtoD",      "cuMemcpyHtoDAsync",
                                               "cuMemsetD16",       "cuMemsetD2D16",
                                               "cuMemsetD2D32",     "cuMemsetD2D8",
                                               "cuMemsetD32",       "cuMemsetD8",
                                               "cuModuleGetGlobal", "cuStreamDestroy"};

}  // namespace

std::string_view advice_instead_of(std::string_view call) {
    if (std::ranges::count(kFirstVersions, call) != 0)
        return "programs that are built with cuda.h call its second version: look up the name that "
               "ends in _v2";
    return first_of(kAdvice, call);
}

std::string_view advice_instead_of_library(std::string_view call) {
    if (is_complex(call) && call.find("(without a handle)") == std::string_view::npos)
        return "it has no complex numbers: keep real and imaginary parts in matrices of their own, and"
               " call the functions of S or D";
    return first_of(kLibraryAdvice, call);
}

}  // namespace simt::runtime
