// The arrays of one problem size: random inputs and a poisoned output on both sides, and what the output must
// be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/cuda/buffer.hpp"
#include "common/ladder/comparison.hpp"
#include "common/ladder/ladder.hpp"
#include "common/ladder/machine.hpp"

namespace ladder {

// An array on the host, not initialised: gigabytes are first touched by the threads that fill them.
class HostArray {
  public:
    HostArray() = default;
    HostArray(std::size_t size, ElementType type)
        : bytes_(std::make_unique_for_overwrite<std::byte[]>(size * bytes_of_element(type))),
          size_(size),
          type_(type) {}

    std::byte* bytes() { return bytes_.get(); }
    template <class Element>
    Element* data() {
        return reinterpret_cast<Element*>(bytes_.get());
    }
    std::size_t size() const { return size_; }  // in elements
    std::size_t size_in_bytes() const { return size_ * bytes_of_element(type_); }
    ElementType type() const { return type_; }

  private:
    std::unique_ptr<std::byte[]> bytes_;
    std::size_t size_ = 0;
    ElementType type_ = ElementType::Float;
};

class Workspace {
  public:
    // Throws std::invalid_argument where the arrays do not fit the device, saying how much they need and what
    // there is. Without `on_device` there are arrays on the host only.
    Workspace(const Problem& problem, const Size& size, const Machine& machine, bool on_device = true);

    // New random inputs, or the problem's own, on the host and on the device.
    void fill_inputs(std::uint64_t seed);

    // The arrays as a version of this kind sees them.
    Call call(Kind kind);

    // Fills the output that the version writes with what is wrong everywhere (comparison.hpp).
    void poison(const Version& version);

    // Compares that output with what the version must have written. Empty if every element is right,
    // otherwise a description of what is wrong. `errors` is how far it is off, where the problem has a Rounding.
    std::string check(const Version& version, std::optional<Errors>& errors);

    // Writes over the device's second-level cache, so that the next launch finds nothing of its own there.
    void flush_cache();

    double input_bytes() const;
    double output_bytes() const;

  private:
    void make_expected_for(const Version& version);
    bool rounds(const Version& version) const { return problem_.rounding && !version.extras.reference; }

    const Problem& problem_;
    Size size_;
    std::vector<Array> input_arrays_;
    Array output_array_;
    std::vector<HostArray> inputs_;
    HostArray output_;
    HostArray expected_;
    HostArray magnitude_;      // where the problem has a Rounding; then expected_ holds doubles
    std::string expected_of_;  // whose reference wrote expected_; empty when inputs have changed since
    std::vector<gpu::Buffer<std::byte>> device_inputs_;
    gpu::Buffer<std::byte> device_output_;
    gpu::Buffer<char> flush_;
};

}  // namespace ladder
