// The cost of a call with matrices on the host, part by part: from ordinary memory, from pinned memory, and with its
// parts overlapped. Times are a GPU's; on the emulator only the answers are compared. The argument is n, by default
// 6300 (on the emulator 300).
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <vector>

#include "chapters/05-shortcuts/programs/parts/overlapped.hpp"
#include "chapters/05-shortcuts/programs/parts/plain.hpp"
#include "common/cuda/check.hpp"
#include "common/cuda/counters.hpp"
#include "common/ladder/random_input.hpp"
#include "common/ladder/size.hpp"
#include "common/ladder/statistics.hpp"

namespace {

constexpr int kRepeats = 11;

void print(const char* name, const whole::Parts& parts) {
    std::printf("%-20s allocate %7.2f, copy in %7.2f, compute %7.2f, copy out %7.2f, free %7.2f: %7.2f ms\n",
                name, parts.allocate, parts.copy_in, parts.compute, parts.copy_out, parts.release,
                parts.sum());
}

// The repeat with the median sum, after one for warming up.
whole::Parts median_call(float* r, const float* d, std::size_t n, int repeats) {
    std::vector<whole::Parts> calls;
    for (int repeat = -1; repeat < repeats; ++repeat) {
        const whole::Parts parts = whole::plain(r, d, n);
        if (repeat >= 0) calls.push_back(parts);
    }
    std::sort(calls.begin(), calls.end(), [](const auto& a, const auto& b) { return a.sum() < b.sum(); });
    return calls[calls.size() / 2];
}

double median_overlapped(float* r, const float* d, std::size_t n, int repeats) {
    using Clock = std::chrono::steady_clock;
    whole::Streams streams;
    whole::keep_freed_memory();
    std::vector<double> milliseconds;
    for (int repeat = -1; repeat < repeats; ++repeat) {
        const Clock::time_point begin = Clock::now();
        whole::overlapped(r, d, n, streams);
        if (repeat >= 0)
            milliseconds.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    }
    return ladder::median_of(milliseconds).value;
}

// Measures all three ways; true if their answers agree.
bool measure(std::size_t n) {
    const bool emulated = gpu::emulator::present();
    const int repeats = emulated ? 1 : kRepeats;
    std::vector<float> d(n * n);
    std::vector<float> r(n * n);
    ladder::fill_random(d.data(), d.size(), 5, 0.0f, 1000.0f);
    float* pinned_d = nullptr;
    float* pinned_r = nullptr;
    CUDA_CHECK(cudaMallocHost(reinterpret_cast<void**>(&pinned_d), n * n * sizeof(float)));
    CUDA_CHECK(cudaMallocHost(reinterpret_cast<void**>(&pinned_r), n * n * sizeof(float)));
    std::copy(d.begin(), d.end(), pinned_d);

    const whole::Parts ordinary = median_call(r.data(), d.data(), n, repeats);
    const whole::Parts pinned = median_call(pinned_r, pinned_d, n, repeats);
    bool same = std::equal(r.begin(), r.end(), pinned_r);
    std::fill_n(pinned_r, n * n, -1.0f);
    const double overlapped = median_overlapped(pinned_r, pinned_d, n, repeats);
    same = same && std::equal(r.begin(), r.end(), pinned_r);
    CUDA_CHECK(cudaFreeHost(pinned_d));
    CUDA_CHECK(cudaFreeHost(pinned_r));

    std::printf("n = %zu: the answers are %s\n", n, same ? "equal" : "NOT EQUAL");
    if (!emulated) {
        const double largest = std::max(pinned.compute, pinned.copy_in + pinned.copy_out);
        print("ordinary memory", ordinary);
        print("pinned memory", pinned);
        std::printf("%-20s %.2f ms, %.2f of the larger of computing and copying, %.2f ms\n", "overlapped",
                    overlapped, overlapped / largest, largest);
    }
    return same;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        if (argc > 2 || (argc == 2 && argv[1][0] == '-'))
            throw std::invalid_argument("it takes a number of vertices, or nothing");
        const std::size_t usual = gpu::emulator::present() ? 300 : 6300;
        return measure(argc > 1 ? ladder::parse_size(argv[1], 1)[0] : usual) ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 2;
    }
}
