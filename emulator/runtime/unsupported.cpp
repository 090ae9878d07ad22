// Every call of the CUDA 13 runtime that the emulator does not support (unsupported_calls.inc). Such a call fails and says
// its name. If it were missing, the loader would refuse the whole program.
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "emulator/runtime/context.hpp"
#include "emulator/runtime/errors.hpp"
#include "emulator/runtime/older/hooks.hpp"

namespace {

// What to use instead, by a part of the call's name; the first match counts.
constexpr struct {
    std::string_view part, text;
} kAdvice[] = {
    {"cuGetExportTable",
     "NVIDIA's libraries ask for it, and a CUDA runtime that is linked into the program (nvcc's default). If "
     "the "
     "program's calls fail, build it with --cudart shared, a whole project with NVCC_APPEND_FLAGS=\"--cudart "
     "shared "
     "-lineinfo\""},
    {"cuGraph", "build the graph with the runtime's calls, cudaGraph…"},
    {"cuStreamBeginCapture", "capture with cudaStreamBeginCapture"},
    {"Graph", "build the graph without such nodes"},
    {"cuTexRef", "pass a texture object (cuTexObjectCreate) to the kernel"},
    {"cuSurfRef", "pass a surface object (cuSurfObjectCreate) to the kernel"},
    {"Texture", "pass a texture object (cudaCreateTextureObject) to the kernel"},
    {"Surface", "pass a surface object (cudaCreateSurfaceObject) to the kernel"},
    {"Array", "use arrays that are neither sparse nor planar"},
    {"MemPool", "use a pool of this process, with cudaMallocFromPoolAsync"},
    {"Ipc", "share data through the host"},
    {"Library", "compile the kernels into the program"},
    {"", "do without it here, or run the program on a GPU"},
};

}  // namespace

int simt_unsupported(const char* call) {
    {
        const std::lock_guard lock(simt::runtime::context().mutex);
        simt::runtime::context().count_call(call);
    }
    static std::mutex mutex;
    static std::set<std::string_view> said;
    const std::lock_guard lock(mutex);
    const auto* advice = kAdvice;
    while (std::string_view(call).find(advice->part) == std::string_view::npos) ++advice;
    if (said.insert(call).second)
        simt::runtime::say("{} is not supported by the emulator: {}", call, advice->text);
    return simt::runtime::record(cudaErrorNotSupported);
}

#include "emulator/runtime/unsupported_calls.inc"
