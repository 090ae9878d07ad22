// See defect.hpp.
#include "chapters/05-shortcuts/test/defect.hpp"

#include <limits>
#include <random>

#include "common/baseline/shortcuts/shortcuts.hpp"
#include "common/cuda/buffer.hpp"
#include "common/ladder/comparison.hpp"
#include "common/ladder/random_input.hpp"

namespace shortcuts {
namespace {

constexpr int kPoison = 0xff;  // in every byte: NaN
constexpr float kNoEdge = std::numeric_limits<float>::infinity();

}  // namespace

std::vector<float> random_edges(std::size_t n, Edges kind) {
    std::vector<float> d(n * n);
    const std::uint64_t seed = ladder::fresh_seed();
    ladder::fill_random(d.data(), d.size(), seed, kind == Edges::Negative ? -100.0f : 0.0f, 1000);
    if (kind == Edges::All) return d;
    std::mt19937_64 random(seed);
    for (float& edge : d) {
        if (random() % 3 == 0) edge = kNoEdge;
        if (random() % 16 == 0) edge = 0;
    }
    return d;
}

std::string defect(const rungs::Rung& rung, std::size_t n, const std::vector<float>& d, std::size_t offset) {
    gpu::Buffer<float> device_d(offset + d.size());
    gpu::Buffer<float> device_r(offset + d.size());
    gpu::Buffer<char> scratch(rung.scratch_bytes(n));
    device_d.upload(d.data(), d.size(), offset);
    device_r.fill_bytes(kPoison);
    rung.run(device_r.data() + offset, device_d.data() + offset, n, scratch.data());
    std::vector<float> r(d.size());
    device_r.download(r.data(), r.size(), offset);
    std::vector<float> expected(d.size());
    baseline::shortcuts::serial(expected.data(), d.data(), n);
    return ladder::describe(ladder::compare(r.data(), expected.data(), r.size()), {n, n});
}

}  // namespace shortcuts
