// The cost of copying data to the device and back, from ordinary host memory ("pageable", from new or malloc) and
// from memory that the device may access by itself ("pinned", from cudaMallocHost).
//
//     build/01/transfers               measures; --csv prints CSV, --from FILE shows the table of such a file
#include <memory>
#include <string>
#include <vector>

#include "chapters/01-first-kernel/programs/parts/measuring.hpp"
#include "common/cuda/buffer.hpp"
#include "common/ladder/size.hpp"

namespace {

constexpr std::size_t kSmallest = 4;
constexpr std::size_t kLargest = std::size_t{1} << 26;
constexpr std::size_t kStep = 8;

std::string rate(std::size_t bytes, void* to, const void* from, cudaMemcpyKind kind) {
    const double microseconds =
        costs::host_microseconds([&] { CUDA_CHECK(cudaMemcpy(to, from, bytes, kind)); });
    return costs::number(microseconds) + " (" + costs::number(bytes / microseconds / 1e3) + ")";
}

void measure(const std::function<void(std::vector<std::string>)>& add) {
    gpu::Buffer<char> device(kLargest);
    const auto pageable = std::make_unique<char[]>(kLargest);  // touched, as it is set to 0
    void* memory = nullptr;
    CUDA_CHECK(cudaMallocHost(&memory, kLargest));
    const std::unique_ptr<void, cudaError_t (*)(void*)> pinned(memory, cudaFreeHost);
    for (std::size_t bytes = kSmallest; bytes <= kLargest; bytes *= kStep) {
        add({ladder::readable_bytes(static_cast<double>(bytes)),
             rate(bytes, device.data(), pageable.get(), cudaMemcpyHostToDevice),
             rate(bytes, device.data(), pinned.get(), cudaMemcpyHostToDevice),
             rate(bytes, pageable.get(), device.data(), cudaMemcpyDeviceToHost),
             rate(bytes, pinned.get(), device.data(), cudaMemcpyDeviceToHost)});
    }
}

}  // namespace

int main(int argc, char** argv) {
    costs::Program program;
    program.name = "transfers";
    program.headings = {"bytes", "to the device, us (GB/s)", "pinned to the device", "to the host, us (GB/s)",
                        "pinned to the host"};
    program.measure = measure;
    program.on_emulator = [] {
        return std::string(
            "The emulator has no time to show: its device memory is this machine's own, and there is no bus "
            "in "
            "between.\n"
            "On a GPU this program copies 4 bytes to 67.1 MB to the device and back, from pageable and from "
            "pinned memory.");
    };
    return costs::run(program, argc, argv);
}
