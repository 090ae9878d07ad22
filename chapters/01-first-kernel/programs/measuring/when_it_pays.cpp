// From which size does a GPU pay? Two problems on the CPU and on the GPU: an addition, which moves 12 bytes for one
// operation, and 1,000 steps for each element, which move 8 bytes for 2,000 operations. Both with the data already on
// the device, and with copies there and back.
//
//     build/01/when_it_pays               measures; --csv prints CSV, --from FILE shows the table of such a file
#include <algorithm>
#include <string>
#include <vector>

#include "chapters/01-first-kernel/ladder.hpp"
#include "chapters/01-first-kernel/programs/parts/measuring.hpp"
#include "chapters/01-first-kernel/programs/parts/steps.hpp"
#include "common/baseline/add.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"
#include "common/ladder/random_input.hpp"
#include "common/ladder/rung.hpp"

namespace {

constexpr std::size_t kSmallest = 1 << 8;
constexpr std::size_t kLargest = 1 << 26;
constexpr std::size_t kStep = 4;

const char* const kSize = "elements";
const char* const kAddCpu = "sum: CPU, us";
const char* const kAddGpu = "sum: GPU";
const char* const kAddCopied = "sum: GPU, copies";
const char* const kStepsCpu = "steps: CPU, us";
const char* const kStepsGpu = "steps: GPU";
const char* const kStepsCopied = "steps: GPU, copies";

double microseconds(const std::function<void()>& body) { return costs::host_microseconds(body); }

void measure(const std::function<void(std::vector<std::string>)>& add) {
    std::vector<float> a(kLargest), b(kLargest), sum(kLargest);
    ladder::fill_random(a.data(), a.size(), 1, -1, 1);
    ladder::fill_random(b.data(), b.size(), 2, -1, 1);
    const auto add_on_device = ladder::named("guarded", rungs::kAdd).run;
    gpu::Buffer<float> device_a(a), device_b(b), device_sum(kLargest);
    for (std::size_t n = kSmallest; n <= kLargest; n *= kStep) {
        const auto add_there = [&] {
            add_on_device(device_sum.data(), device_a.data(), device_b.data(), n);
            CUDA_CHECK(cudaDeviceSynchronize());
        };
        const auto steps_there = [&] {
            costs::steps(device_sum.data(), device_a.data(), n);
            CUDA_CHECK(cudaDeviceSynchronize());
        };
        const double add_cpu =
            std::min(microseconds([&] { baseline::add_serial(sum.data(), a.data(), b.data(), n); }),
                     microseconds([&] { baseline::add_openmp(sum.data(), a.data(), b.data(), n); }));
        const double add_gpu = microseconds(add_there);
        const double add_copied = microseconds([&] {
            device_a.upload(a.data(), n);
            device_b.upload(b.data(), n);
            add_there();
            device_sum.download(sum.data(), n);
        });
        const double steps_cpu = microseconds([&] { costs::steps_openmp(sum.data(), a.data(), n); });
        const double steps_gpu = microseconds(steps_there);
        const double steps_copied = microseconds([&] {
            device_a.upload(a.data(), n);
            steps_there();
            device_sum.download(sum.data(), n);
        });
        add({std::to_string(n), costs::number(add_cpu), costs::number(add_gpu), costs::number(add_copied),
             costs::number(steps_cpu), costs::number(steps_gpu), costs::number(steps_copied)});
    }
}

// The smallest size at which, and above which, `gpu` is below `cpu`; empty if `gpu` is not faster at the largest.
std::string pays_from(const std::vector<ladder::CsvRow>& rows, const char* cpu, const char* gpu) {
    std::string from;
    for (const ladder::CsvRow& row : rows) {
        const bool pays = std::stod(row.at(gpu)) < std::stod(row.at(cpu));
        if (!pays) from.clear();
        if (pays && from.empty()) from = row.at(kSize);
    }
    return from;
}

std::string sentence(const std::string& what, const std::string& from) {
    return what + (from.empty() ? " at none of these sizes" : " from " + from + " elements on") + ".\n";
}

std::string conclusion(const std::vector<ladder::CsvRow>& rows) {
    return "The GPU is faster than this CPU\n" +
           sentence("  for sums of data that it has already:", pays_from(rows, kAddCpu, kAddGpu)) +
           sentence("  for sums with copies there and back: ", pays_from(rows, kAddCpu, kAddCopied)) +
           sentence("  for steps on data that it has already:", pays_from(rows, kStepsCpu, kStepsGpu)) +
           sentence("  for steps with copies there and back: ", pays_from(rows, kStepsCpu, kStepsCopied));
}

}  // namespace

int main(int argc, char** argv) {
    costs::Program program;
    program.name = "when_it_pays";
    program.headings = {kSize, kAddCpu, kAddGpu, kAddCopied, kStepsCpu, kStepsGpu, kStepsCopied};
    program.measure = measure;
    program.conclusion = conclusion;
    program.on_emulator = [] {
        return std::string(
            "The emulator has no time to show, so it cannot say from which size a GPU pays.\n"
            "It does know what would have to cross the bus: 12 bytes for each sum, which is one operation; 8 "
            "bytes\n"
            "for 1,000 steps, which are 2,000 operations. The second is worth its copies much sooner.");
    };
    return costs::run(program, argc, argv);
}
