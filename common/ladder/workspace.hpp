// The arrays of one problem size: random inputs and a poisoned output on host and device, and the expected output.
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

// An array on the host, not initialised: with gigabytes, the threads that fill the array should touch its pages
// first.
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
    // Throws std::invalid_argument if the arrays do not fit the device; the message says how much they need and how
    // much is free. Without `on_device` there are arrays on the host only.
    Workspace(const Problem& problem, const Size& size, const Machine& machine, bool on_device = true);

    // New inputs on the host and on the device: random, or those of the problem's `fill`.
    void fill_inputs(std::uint64_t seed);

    // The arrays as a version of this kind sees them.
    Call call(Kind kind);

    // Fills the version's output with values that are wrong everywhere (comparison.hpp).
    void poison(const Version& version);

    // Compares the version's output with its reference. Empty if every element is right, otherwise a description of
    // the first wrong one. `errors` receives the distance from the exact result if the problem has a Rounding.
    std::string check(const Version& version, std::optional<Errors>& errors);

    // Overwrites the device's L2 cache, so that the next launch finds none of its data there.
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
    HostArray magnitude_;      // if the problem has a Rounding; then expected_ holds doubles
    std::string expected_of_;  // the version whose reference wrote expected_; empty after new inputs
    std::vector<gpu::Buffer<std::byte>> device_inputs_;
    gpu::Buffer<std::byte> device_output_;
    gpu::Buffer<char> flush_;
    bool keeps_lines_ =
        false;  // whether a kernel can mark lines of the L2 cache, which then survive other writes
};

}  // namespace ladder
