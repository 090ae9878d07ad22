// The arrays of one problem size: random inputs and a poisoned output on both sides, and what the output must
// be.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/cuda/buffer.hpp"
#include "common/ladder/ladder.hpp"
#include "common/ladder/machine.hpp"

namespace ladder {

// Floats on the host, not initialised: gigabytes are first touched by the threads that fill them.
class HostArray {
  public:
    HostArray() = default;
    explicit HostArray(std::size_t size)
        : data_(std::make_unique_for_overwrite<float[]>(size)), size_(size) {}

    float* data() { return data_.get(); }
    const float* data() const { return data_.get(); }
    std::size_t size() const { return size_; }

  private:
    std::unique_ptr<float[]> data_;
    std::size_t size_ = 0;
};

class Workspace {
  public:
    // Throws std::invalid_argument where the arrays do not fit the device, saying how much they need and what
    // there is.
    Workspace(const Problem& problem, const Size& size, const Machine& machine);

    // New random inputs, on the host and on the device.
    void fill_inputs(std::uint64_t seed);

    // The arrays as a version of this kind sees them.
    Call call(Kind kind);

    // Fills the output that a version of this kind writes with NaN.
    void poison(Kind kind);

    // Compares that output with what the version must have written. Empty if every element is right,
    // otherwise a description of what is wrong.
    std::string check(const Version& version);

    // Writes over the device's second-level cache, so that the next launch finds nothing of its own there.
    void flush_cache();

    double input_bytes() const;
    double output_bytes() const;

  private:
    const float* expected_for(const Version& version);

    const Problem& problem_;
    Size size_;
    Size output_extents_;
    std::vector<HostArray> inputs_;
    HostArray output_;
    HostArray expected_;
    std::string expected_of_;  // whose reference wrote expected_; empty when inputs have changed since
    std::vector<gpu::Buffer<float>> device_inputs_;
    gpu::Buffer<float> device_output_;
    gpu::Buffer<char> flush_;
};

}  // namespace ladder
