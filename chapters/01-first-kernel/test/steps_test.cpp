// The problem with much arithmetic: CPU and device agree with the definition, for whole groups and for the rest.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "chapters/01-first-kernel/programs/parts/steps.hpp"
#include "common/cuda/buffer.hpp"

TEST_CASE("the CPU's steps and the device's are 1,000 times y = y * factor + x, at any length") {
    for (const std::size_t n : {0, 1, 31, 63, 64, 65, 1003}) {
        CAPTURE(n);
        std::vector<float> x(n), y(n + 1, -7.0f);
        for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<float>(i % 17) / 16 - 0.5f;
        costs::steps_openmp(y.data(), x.data(), n);
        gpu::Buffer<float> device_x(x), device_y(n);
        costs::steps(device_y.data(), device_x.data(), n);
        const std::vector<float> there = device_y.to_host();
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < n; ++i) {
            double expected = x[i];
            for (int step = 0; step < costs::kSteps; ++step) expected = expected * costs::kFactor + x[i];
            const double tolerance = 1e-4 * std::fabs(expected);
            wrong +=
                std::fabs(y[i] - expected) > tolerance || std::fabs(there[i] - expected) > tolerance ? 1 : 0;
        }
        CHECK(wrong == 0);
        CHECK(y[n] == -7.0f);
    }
}
