// Algorithms of Thrust, and with them of CUB, that read more than they use: a merge looks at the element behind the last, and
// the smallest element comes as a pair with bytes between its members. Nothing of it is a fault; each is compared with the
// standard library's, on sizes around a warp, a block and a tile.
//
//     simt thrust_algorithms        prints a line for each algorithm
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/merge.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"

namespace {

struct Later {
    __host__ __device__ bool operator()(int a, int b) const { return a > b; }
};

std::vector<int> numbers(int n, unsigned seed) {
    std::vector<int> values(static_cast<std::size_t>(n));
    for (int& value : values) value = static_cast<int>((seed = seed * 1664525 + 1013904223) >> 8) % 5000;
    return values;
}

// What the algorithm left in the first `count` of its results.
bool same(const gpu::Buffer<int>& results, std::size_t count, const std::vector<int>& expected) {
    std::vector<int> values = results.to_host();
    values.resize(count);
    return values == expected;
}

bool sorts(int n) {
    std::vector<int> values = numbers(n, 1);
    gpu::Buffer<int> data(values);
    thrust::sort(thrust::device, data.data(), data.data() + n, Later());
    std::sort(values.begin(), values.end(), Later());
    return same(data, values.size(), values);
}

// of the sorted lists of n and of n + 7 numbers
template <bool merge>
bool joins(int n) {
    std::vector<int> a = numbers(n, 2), b = numbers(n + 7, 3);
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    gpu::Buffer<int> first(a), second(b);
    std::vector<int> expected(a.size() + b.size());
    gpu::Buffer<int> results(expected);
    if constexpr (merge) {
        thrust::merge(thrust::device, first.data(), first.data() + n, second.data(), second.data() + n + 7,
                      results.data());
        std::merge(a.begin(), a.end(), b.begin(), b.end(), expected.begin());
        return same(results, expected.size(), expected);
    } else {
        const int* const end = thrust::set_intersection(thrust::device, first.data(), first.data() + n,
                                                        second.data(), second.data() + n + 7, results.data());
        expected.erase(std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), expected.begin()),
                       expected.end());
        return same(results, static_cast<std::size_t>(end - results.data()), expected);
    }
}

bool finds(int n) {
    const std::vector<int> values = numbers(n, 4);
    gpu::Buffer<int> data(values);
    const auto found = thrust::minmax_element(thrust::device, data.data(), data.data() + n);
    const int* const largest = thrust::max_element(thrust::device, data.data(), data.data() + n);
    const auto least = std::min_element(values.begin(), values.end());
    const auto most = std::max_element(values.begin(), values.end());
    return found.first - data.data() == least - values.begin() &&
           values[static_cast<std::size_t>(found.second - data.data())] == *most &&
           largest - data.data() == most - values.begin();
}

void report(const char* name, bool (*run)(int)) {
    for (const int n : {1, 31, 1000, 4099})
        if (!run(n)) {
            std::printf("%s: wrong for %d numbers\n", name, n);
            return;
        }
    std::printf("%s: right\n", name);
}

}  // namespace

int main() {
    report("sort", sorts);
    report("merge", joins<true>);
    report("set_intersection", joins<false>);
    report("minmax_element, max_element", finds);
    return 0;
}
