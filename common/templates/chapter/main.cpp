// Chapter NN: twice each element of a vector. ladder.cpp lists the rungs.
#include "chapters/NN-name/ladder.hpp"
#include "common/baseline/copy.hpp"
#include "common/cuda/check.hpp"
#include "common/ladder/ladder.hpp"

namespace {

using ladder::Array;
using ladder::Call;
using ladder::Size;

// On the CPU: the specification, and the time that a GPU must beat.
void twice_serial(const Call& call) {
    float* const out = call.out();
    const float* const in = call.in();
    for (std::size_t i = 0; i < call.size[0]; ++i) out[i] = 2 * in[i];
}

ladder::Problem twice_problem() {
    ladder::Problem problem;
    problem.chapter = "NN-name";
    problem.size_syntax = "N";
    problem.size_on_emulator = {1'000'003};
    problem.size_on_gpu = {268'435'456};
    problem.bench_sizes = {{1'003}, {1'000'003}, {268'435'456}};
    problem.inputs = [](const Size& size) { return std::vector<Array>{{size}}; };
    problem.output = [](const Size& size) { return Array{size}; };
    // The bytes that the problem needs: each element is read once and written once.
    problem.work = [](const Size& size) { return 2.0 * sizeof(float) * static_cast<double>(size[0]); };
    problem.metric = ladder::kGigabytesPerSecond;
    problem.reference = twice_serial;
    return problem;
}

std::size_t bytes(const Call& call) { return call.size[0] * sizeof(float); }

void memcpy_on_host(const Call& call) { baseline::copy_bytes(call.out(), call.in(), bytes(call)); }

void memcpy_on_device(const Call& call) {
    CUDA_CHECK(cudaMemcpyAsync(call.out(), call.in(), bytes(call), cudaMemcpyDeviceToDevice));
}

}  // namespace

int main(int argc, char** argv) {
    ladder::Ladder ladder(twice_problem());
    ladder::Extras copy;  // its output must equal its input
    copy.reference = memcpy_on_host;
    ladder.baseline_roof("memcpy", memcpy_on_host, copy);
    ladder.baseline("serial", twice_serial);
    ladder.roof("cudaMemcpy", memcpy_on_device, copy);
    for (const rungs::Rung& rung : rungs::kAll)
        ladder.rung(rung, [&](const Call& call) { rung.run(call.out(), call.in(), call.size[0]); });
    return ladder.run(argc, argv);
}
