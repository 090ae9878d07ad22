// See other_libraries.hpp. A library is known by the beginning of its file's name.
#include "emulator/loader/launcher/other_libraries.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

namespace simt::launcher {
namespace {

constexpr const char* kNeedsGpu =
    "runs on a GPU only, so its calls fail here: leave them out to run your own kernels";

// Compiles on the CPU, so NVIDIA's own library works here.
constexpr const char* kNvrtc = "libnvrtc.so";

constexpr struct {
    const char *beginning, *name, *what_to_do;
} kOthers[] = {
    {"libcurand.so", "cuRAND's host interface",
     "runs on a GPU only, so its calls fail here: fill the numbers in on the host, or use "
     "curand_kernel.h in a kernel, which needs no library"},
    {kNvrtc, "NVRTC", "is missing: NVIDIA's own library works here, if LD_LIBRARY_PATH leads to it"},
    {"libnccl.so", "NCCL", "connects several GPUs, so its calls fail here: run with one device, without it"},
    {"libcusparse", "cuSPARSE", kNeedsGpu},
    {"libcufft", "cuFFT", kNeedsGpu},
    {"libcusolver", "cuSOLVER", kNeedsGpu},
    {"libcudnn", "cuDNN", kNeedsGpu},
    {"libcutensor", "cuTENSOR", kNeedsGpu},
    {"libnpp", "NPP", kNeedsGpu},
    {"libnvjpeg", "nvJPEG", kNeedsGpu},
};

}  // namespace

std::vector<std::string> notes_on_libraries(const ElfFile& file) {
    std::vector<std::string> notes;
    for (const auto& [beginning, name, what_to_do] : kOthers)
        if (const std::string library = file.needed_beginning(beginning);
            !library.empty() && (beginning != kNvrtc || dlopen(library.c_str(), RTLD_LAZY) == nullptr))
            notes.push_back(fmt::format("the program needs {} ({}), which {}", library, name, what_to_do));
    return notes;
}

}  // namespace simt::launcher
