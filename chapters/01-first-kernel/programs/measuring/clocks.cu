// Which clock measures a kernel? The host's clock around a launch, the same with waiting, and the device's own events: for
// a kernel that does nothing, and for one that adds two vectors.
//
//     build/01/clocks               measures; --csv prints CSV, --from FILE shows the table of such a file
#include <string>
#include <vector>

#include "chapters/01-first-kernel/ladder.hpp"
#include "chapters/01-first-kernel/programs/parts/measuring.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/timer.hpp"
#include "common/ladder/rung.hpp"
#include "common/ladder/statistics.hpp"

namespace {

constexpr std::size_t kElements = 1 << 26;
constexpr int kInARow = 100;

__global__ void nothing() {}

void launch_nothing() {
    nothing<<<1, 32>>>();
    CUDA_CHECK(cudaGetLastError());
}

void wait() { CUDA_CHECK(cudaDeviceSynchronize()); }

// Microseconds between two events around body, the median.
double events_microseconds(const std::function<void()>& body) {
    gpu::Timer timer;
    std::vector<double> times;
    for (int i = 0; i < 53; ++i) {
        timer.start();
        body();
        const double microseconds = 1e3 * timer.stop_ms();
        if (i >= 3) times.push_back(microseconds);
    }
    return ladder::median_of(times).value;
}

void measure(const std::function<void(std::vector<std::string>)>& add) {
    gpu::Buffer<float> a(kElements), b(kElements), sum(kElements);
    a.fill_bytes(0);
    b.fill_bytes(0);
    const auto guarded = ladder::named("guarded", rungs::kAdd).run;
    const auto vectors = [&] { guarded(sum.data(), a.data(), b.data(), kElements); };
    const auto row = [&](const std::string& clock, double empty, double adding) {
        add({clock, costs::number(empty), costs::number(adding)});
    };
    const auto waited = [](const std::function<void()>& body) {
        return costs::host_microseconds([&] {
            body();
            wait();
        });
    };
    const auto in_a_row = [&](const std::function<void()>& body) {
        const double microseconds = waited([&] {
            for (int i = 0; i < kInARow; ++i) body();
        });
        return microseconds / kInARow;
    };
    row("host, launch alone", costs::host_microseconds(launch_nothing, wait),
        costs::host_microseconds(vectors, wait));
    row("host, launch and wait", waited(launch_nothing), waited(vectors));
    row("device, between two events", events_microseconds(launch_nothing), events_microseconds(vectors));
    row("host, one of 100 in a row", in_a_row(launch_nothing), in_a_row(vectors));
}

}  // namespace

int main(int argc, char** argv) {
    costs::Program program;
    program.name = "clocks";
    program.headings = {"clock", "nothing, us", "2^26 sums, us"};
    program.measure = measure;
    program.on_emulator = [] {
        return std::string(
            "The emulator has no time to show: how long it takes says nothing about a GPU.\n"
            "On a GPU this program puts four clocks around a kernel that does nothing and around the sum of "
            "two "
            "vectors:\n"
            "the host's around the launch alone, the host's around launch and wait, the device's events, and "
            "the "
            "host's\n"
            "around many launches in a row.");
    };
    return costs::run(program, argc, argv);
}
