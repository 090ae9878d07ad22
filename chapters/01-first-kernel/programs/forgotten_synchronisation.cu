// A mistake and its repair: reading a result before it is there. A launch and an asynchronous copy only queue work for the
// device, and the host goes on at once. It must wait before it reads the result.
//
//     build/01/forgotten_synchronisation             the mistake
//     build/01/forgotten_synchronisation repaired    the host waits before it looks
#include <cstdio>
#include <vector>

#include "chapters/01-first-kernel/programs/parts/small_program.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"
#include "common/cuda/counters.hpp"

namespace {

__global__ void add_kernel(float* sum, const float* a, const float* b, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sum[i] = a[i] + b[i];
}

// Memory of the host that the device reads and writes by itself, while the host does something else ("pinned").
class PinnedFloats {
  public:
    explicit PinnedFloats(int count) : count_(count) {
        CUDA_CHECK(cudaMallocHost(reinterpret_cast<void**>(&data_), count * sizeof(float)));
        for (int i = 0; i < count; ++i) data_[i] = 0.0f;
    }
    PinnedFloats(const PinnedFloats&) = delete;
    PinnedFloats& operator=(const PinnedFloats&) = delete;
    ~PinnedFloats() { static_cast<void>(cudaFreeHost(data_)); }

    float* data() { return data_; }
    int count(float value) const {
        int found = 0;
        for (int i = 0; i < count_; ++i) found += data_[i] == value ? 1 : 0;
        return found;
    }

  private:
    float* data_ = nullptr;
    int count_;
};

void run(bool repaired) {
    const int n = gpu::emulator::present() ? 1'000'003 : 64'000'003;
    gpu::Buffer<float> ones(std::vector<float>(n, 1.0f));
    gpu::Buffer<float> device_sum(n);
    PinnedFloats sum(n);
    const dim3 block(256);
    const dim3 grid((n + block.x - 1) / block.x);
    // region: wait
    add_kernel<<<grid, block>>>(device_sum.data(), ones.data(), ones.data(), n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpyAsync(sum.data(), device_sum.data(), device_sum.bytes(), cudaMemcpyDeviceToHost));
    if (repaired) CUDA_CHECK(cudaDeviceSynchronize());
    const float first = sum.data()[0], last = sum.data()[n - 1];
    // end region
    std::printf("the host saw %g first and %g last, both should be 2\n", first, last);
    CUDA_CHECK(cudaDeviceSynchronize());
    std::printf("later it sees %d of %d right\n", sum.count(2.0f), n);
    if (!repaired && gpu::emulator::present()) {
        std::printf(
            "The emulator finishes each piece of work before the call returns: this mistake shows only on a "
            "GPU.\n");
    }
}

}  // namespace

int main(int argc, char** argv) {
    return lesson::run(argc, argv, {"repaired"}, [](const std::string& which) { run(which == "repaired"); });
}
