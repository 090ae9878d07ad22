// Which loads of a matrix multiplication are coalesced, by three generations' rules: the simple and the tiled kernel of Kirk
// and Hwu for either operand (exercises 5.6 and 5.7), and the tiled one for every BLOCK_SIZE (exercise 5.11).
//
//     build/simt --quiet --model cc1.3 --model cc2.0 --model cc9.0 build/04/coalescing
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>

#include "chapters/04-matmul/textbook/block_size.cuh"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"

namespace {

using block_size::Kernel;

const char* const kModels[] = {"cc1.3", "cc2.0", "cc9.0"};
constexpr unsigned kLine = 32;  // floats of 128 bytes: rows begin at such, as cudaMallocPitch would have it

// What the loads of the latest launch cost by one model. Nothing is stored, so that all transactions are loads.
struct Loads {
    double transactions = 0;
    double utilisation = 0;  // share of the moved bytes that lanes asked for
};

double number_after(const std::string& text, const std::string& key, std::size_t from) {
    const std::size_t at = text.find("\"" + key + "\":", from);
    return at == std::string::npos ? 0 : std::atof(text.c_str() + at + key.size() + 3);
}

// Empty where the emulator was not asked for the model.
bool read_loads(const char* model, Loads& loads) {
    auto* const json = gpu::emulator::find<const char*(std::uint64_t)>("simt_launch_json");
    if (!json) return false;
    const std::string launch = json(gpu::emulator::launches());
    const std::size_t at = launch.find(std::string("\"") + model + "\":{");
    if (at == std::string::npos) return false;
    loads.transactions = number_after(launch, "transactions_32", at) +
                         number_after(launch, "transactions_64", at) +
                         number_after(launch, "transactions_128", at);
    loads.utilisation = number_after(launch, "bandwidth_utilisation", at);
    return true;
}

// The loads of one operand, or of both, with blocks of size × size threads.
class Experiment {
  public:
    Experiment(Kernel kernel, unsigned size, bool m, bool n) {
        const unsigned width = 2 * size;
        const unsigned ld = (width + kLine - 1) / kLine * kLine;
        gpu::Buffer<float> zeros(static_cast<std::size_t>(width) * ld);
        zeros.fill_bytes(0);
        const float* const in = zeros.data();
        block_size::multiply(kernel, {m ? in : nullptr, n ? in : nullptr, nullptr, width, ld}, size);
        CUDA_CHECK(cudaDeviceSynchronize());
        const std::uint64_t launch = gpu::emulator::launches();
        requests_ = gpu::emulator::counter(launch, "global_load_requests").value_or(0);
        for (std::size_t model = 0; model < 3; ++model)
            known_ = read_loads(kModels[model], loads_[model]) && known_;
    }

    bool known() const { return known_; }
    double per_request(std::size_t model) const { return loads_[model].transactions / requests_; }
    double utilisation(std::size_t model) const { return loads_[model].utilisation; }

  private:
    bool known_ = true;
    double requests_ = 0;
    Loads loads_[3];
};

void show_line(const std::string& name, const Experiment& experiment) {
    std::printf("%-12s", name.c_str());
    for (std::size_t model = 0; model < 3; ++model)
        std::printf("  %8.2f %6.1f %%", experiment.per_request(model), 100 * experiment.utilisation(model));
    std::printf("\n");
}

void show_head(const char* first) {
    std::printf("%-12s", first);
    for (const char* const model : kModels) std::printf("  %17s", model);
    std::printf("\n");
}

void show_all() {
    std::printf("transactions for each load of a warp, and the share of their bytes that is asked for\n\n");
    for (const unsigned size : {16u, 32u}) {
        show_head(("blocks of " + std::to_string(size)).c_str());
        show_line("simple, M", Experiment(Kernel::kSimple, size, true, false));
        show_line("simple, N", Experiment(Kernel::kSimple, size, false, true));
        show_line("tiled, M", Experiment(Kernel::kTiled, size, true, false));
        show_line("tiled, N", Experiment(Kernel::kTiled, size, false, true));
        std::printf("\n");
    }
    show_head("BLOCK_SIZE");
    std::string all_used[3];
    for (unsigned size = 1; size <= 32; ++size) {
        const Experiment experiment(Kernel::kTiled, size, true, true);
        if (size % 4 == 0 || size < 4) show_line(std::to_string(size), experiment);
        for (std::size_t model = 0; model < 3; ++model)
            if (experiment.utilisation(model) == 1) all_used[model] += " " + std::to_string(size);
    }
    std::printf("\nevery byte that is moved is asked for with a BLOCK_SIZE of\n");
    for (std::size_t model = 0; model < 3; ++model)
        std::printf("%s:%s\n", kModels[model], all_used[model].c_str());
}

}  // namespace

int main() {
    try {
        if (!gpu::emulator::present() || !Experiment(Kernel::kSimple, 1, true, true).known()) {
            std::fprintf(stderr,
                         "coalescing: it is to be started as\n  build/simt --quiet --model cc1.3 --model "
                         "cc2.0 --model cc9.0 build/04/coalescing\n");
            return 2;
        }
        show_all();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "coalescing: %s\n", error.what());
        return 1;
    }
    return 0;
}
