// See advice.hpp.
#include "emulator/runtime/advice.hpp"

#include <algorithm>

namespace simt::runtime {
namespace {

constexpr std::string_view kNoDisplay =
    "it shares no memory with a display: copy the pixels to the host with cudaMemcpy, and show or write them "
    "from "
    "there";
constexpr std::string_view kOneProcess =
    "share data through the host, or use threads of one process: device memory and events belong to the "
    "process "
    "that created them";
constexpr std::string_view kOneAddress =
    "allocate with cuMemAlloc, whose memory has one address until it is freed. Programs can ask for the "
    "attribute "
    "CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, which is 0";
constexpr std::string_view kOlderLaunch =
    "launch the kernel with cuLaunchKernel, which takes its arguments, too";

// By a part of the call's name; the first match counts.
constexpr struct {
    std::string_view part, text;
} kAdvice[] = {
    {"GetExportTable",
     "NVIDIA's libraries ask for it, and a CUDA runtime that is linked into the program (nvcc's default). If "
     "the "
     "program's calls fail, build it with --cudart shared, a whole project with NVCC_APPEND_FLAGS=\"--cudart "
     "shared -lineinfo\""},
    // Before what their names contain, too: Graph, Array, Texture, Surface.
    {"Graphics", kNoDisplay},
    {"cudaGL", kNoDisplay},
    {"EGL", kNoDisplay},
    {"VDPAU", kNoDisplay},
    {"Texture1DLinearMaxWidth",
     "read cudaDevAttrMaxTexture1DLinearWidth with cudaDeviceGetAttribute; it counts elements"},
    {"CooperativeKernelMultiDevice",
     "CUDA 13's runtime has it no more. Launch the kernel with cudaLaunchCooperativeKernel on each device, "
     "and "
     "let the devices wait for each other with events between the launches"},
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
    {"", "do without it here, or run the program on a GPU"},
};

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
        return "programs that are built with cuda.h call its second version: look up the name that ends in "
               "_v2";
    const auto* advice = kAdvice;
    while (call.find(advice->part) == std::string_view::npos) ++advice;
    return advice->text;
}

}  // namespace simt::runtime
