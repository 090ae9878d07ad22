// Does the shape of a block matter? coalesced, one_by_two and one_by_four in the block shapes of Figures 1.14, 1.20
// and 1.22 of Li, Ranka and Sahni. All shapes have the same threads with the same work; they differ in which threads
// share a warp. `make run-04 ARGS=--statistics` counts a shape's requests to memory; this program measures the time.
//
//     build/04/block_shapes               measures, and prints a table with the C1060's times beside
//     build/04/block_shapes --csv         measures, and prints CSV
//     build/04/block_shapes --from FILE   the table of such a CSV
//
// On the emulator, which has no times, it runs every shape once and compares the products.
#include <cstdio>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "chapters/04-matmul/ladder.hpp"
#include "chapters/04-matmul/more/c1060/block_shapes.hpp"
#include "chapters/04-matmul/more/c1060/figures.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"
#include "common/cuda/timer.hpp"
#include "common/ladder/csv.hpp"
#include "common/ladder/machine.hpp"
#include "common/ladder/measuring_program.hpp"
#include "common/ladder/random_input.hpp"
#include "common/ladder/statistics.hpp"

namespace {

constexpr std::size_t kMeasured[] = {2048, 4096, 8192};
constexpr double kTooSlow = 1000;  // milliseconds
constexpr std::size_t kCompared = 96;

struct Kernel {
    const char* name;
    void (*multiply)(const Gemm&, dim3 block);
    const void* code;
    const std::vector<c1060::ShapeTimes>& shapes;
};

const Kernel kKernels[] = {
    {"coalesced", coalesced::multiply, coalesced::kernel(), c1060::kGpu1Shapes},
    {"one_by_two", one_by_two::multiply, one_by_two::kernel(), c1060::kGpu2Shapes},
    {"one_by_four", one_by_four::multiply, one_by_four::kernel(), c1060::kGpu3Shapes},
};

// Square matrices, random.
struct Matrices {
    explicit Matrices(std::size_t extent) : n(extent), a(n * n), b(n * n), c(n * n) {
        std::vector<float> random(n * n);
        ladder::fill_random(random.data(), random.size(), 1, -1, 1);
        a.upload(random.data(), random.size());
        ladder::fill_random(random.data(), random.size(), 2, -1, 1);
        b.upload(random.data(), random.size());
    }

    Gemm gemm() { return {n, n, n, 1, a.data(), n, b.data(), n, 0, c.data(), n}; }

    std::size_t n;
    gpu::Buffer<float> a, b, c;
};

// Every kernel adds up an element's products in the same order, in one thread, so all shapes give the same bits.
void require_same(const std::vector<float>& product, const std::vector<float>& first, const Kernel& kernel,
                  const c1060::ShapeTimes& shape) {
    if (product == first) return;
    throw std::runtime_error(std::string(kernel.name) + " in blocks of (" + std::to_string(shape.x) + ", " +
                             std::to_string(shape.y) +
                             ") has another product than coalesced in its first shape");
}

double occupancy_of(const Kernel& kernel, dim3 block) {
    int blocks = 0;
    int threads = 0;
    const int in_block = static_cast<int>(block.x * block.y);
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel.code, in_block, 0));
    CUDA_CHECK(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, 0));
    return static_cast<double>(blocks * in_block) / threads;
}

// As many runs as fit a third of a second, at least one: a slow shape takes seconds at the largest size.
ladder::Median time_of(const Kernel& kernel, dim3 block, const Gemm& gemm) {
    constexpr double kEnough = 333;
    constexpr std::size_t kMost = 9;
    gpu::Timer timer;
    std::vector<double> times;
    double sum = 0;
    while (times.size() < kMost && sum < kEnough) {
        timer.start();
        kernel.multiply(gemm, block);
        times.push_back(timer.stop_ms());
        sum += times.back();
    }
    return ladder::median_of(times);
}

template <class Body>
void for_each_shape(const Body& body) {
    for (const Kernel& kernel : kKernels)
        for (const c1060::ShapeTimes& shape : kernel.shapes) body(kernel, shape);
}

void require_same_products() {
    Matrices small(kCompared);
    std::vector<float> first;
    for_each_shape([&](const Kernel& kernel, const c1060::ShapeTimes& shape) {
        small.c.fill_bytes(0xff);
        kernel.multiply(small.gemm(), dim3(shape.x, shape.y));
        const std::vector<float> product = small.c.to_host();
        if (first.empty()) first = product;
        require_same(product, first, kernel, shape);
    });
}

// Measures one kernel after the other in all its shapes, at one size after the other.
void measure(const std::function<void(const std::string&)>& add) {
    const ladder::Machine machine = ladder::this_machine();
    add(ladder::csv_line(block_shapes::kHeadings));
    std::map<const c1060::ShapeTimes*, double> milliseconds;  // at the previous size
    for (const std::size_t n : kMeasured) {
        Matrices matrices(n);
        ladder::named("coalesced", rungs::kAll).run(matrices.gemm());  // raises the clocks
        CUDA_CHECK(cudaDeviceSynchronize());
        const std::string clocks = ladder::current_clocks(machine);
        for_each_shape([&](const Kernel& kernel, const c1060::ShapeTimes& shape) {
            if (milliseconds[&shape] > kTooSlow) return;  // it would take eight times as long
            const dim3 block(shape.x, shape.y);
            const ladder::Median time = time_of(kernel, block, matrices.gemm());
            milliseconds[&shape] = time.value;
            add(ladder::csv_line({machine.device, machine.date, clocks, kernel.name, std::to_string(shape.x),
                                  std::to_string(shape.y), std::to_string(n),
                                  ladder::csv_number(occupancy_of(kernel, block)),
                                  ladder::csv_number(time.value), ladder::csv_number(time.low),
                                  ladder::csv_number(time.high)}));
        });
    }
}

}  // namespace

int main(int argc, char** argv) {
    ladder::MeasuringProgram program;
    program.path = "build/04/block_shapes";
    program.measure = [](const auto& add) {
        require_same_products();
        measure(add);
    };
    program.table = [](const std::string& csv) { return block_shapes::table(ladder::parse_csv(csv)); };
    program.on_emulator = [] {
        require_same_products();
        std::puts(
            "Every shape of block has the same product. The emulator has no times; what each shape asks of "
            "memory, it counts:\nmake run-04 ARGS=--statistics");
    };
    return ladder::run(program, argc, argv);
}
