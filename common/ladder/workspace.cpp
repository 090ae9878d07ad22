// See workspace.hpp.
#include "common/ladder/workspace.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "common/ladder/comparison.hpp"
#include "common/ladder/random_input.hpp"
#include "common/ladder/size.hpp"

namespace ladder {
namespace {

bool on_device(Kind kind) { return kind == Kind::Roof || kind == Kind::Rung; }

// Bytes of an array of floats; a number that no machine has where 64 bits do not hold it.
double bytes_of(const Size& extents) {
    double bytes = sizeof(float);
    for (const std::size_t extent : extents) bytes *= static_cast<double>(extent);
    return bytes;
}

// Twice the cache, so that nothing survives whatever the replacement policy.
std::size_t flush_bytes(const Machine& machine) { return machine.emulated ? 0 : 2 * machine.l2_bytes; }

void require_memory(const Problem& problem, const Size& size, const Machine& machine) {
    double arrays = bytes_of(problem.output(size));
    for (const Size& input : problem.inputs(size)) arrays += bytes_of(input);
    // On the emulator the device's arrays lie beside the host's in the same memory, with a shadow of what was
    // written.
    constexpr double kCopiesOnEmulator = 3.5;
    const double needed =
        machine.emulated ? kCopiesOnEmulator * arrays : arrays + static_cast<double>(flush_bytes(machine));
    const double available = static_cast<double>(free_device_bytes(machine));
    if (needed <= available) return;
    throw std::invalid_argument(
        "size " + to_string(size) + " needs " + readable_bytes(needed) +
        (machine.emulated ? " of this machine's memory (the emulator keeps the device's arrays there), and "
                          : " of device memory, and ") +
        readable_bytes(available) + " are free; use a smaller --size");
}

}  // namespace

Workspace::Workspace(const Problem& problem, const Size& size, const Machine& machine)
    : problem_(problem), size_(size), output_extents_(problem.output(size)) {
    require_memory(problem, size, machine);
    for (const Size& input : problem.inputs(size)) {
        inputs_.emplace_back(*element_count(input));
        device_inputs_.emplace_back(*element_count(input));
    }
    const std::size_t elements = *element_count(output_extents_);
    output_ = HostArray(elements);
    expected_ = HostArray(elements);
    device_output_ = gpu::Buffer<float>(elements);
    flush_ = gpu::Buffer<char>(flush_bytes(machine));
}

void Workspace::fill_inputs(std::uint64_t seed) {
    for (std::size_t k = 0; k < inputs_.size(); ++k) {
        fill_random(inputs_[k].data(), inputs_[k].size(), seed + k, problem_.lowest, problem_.highest);
        device_inputs_[k].upload(inputs_[k].data(), inputs_[k].size());
    }
    expected_of_.clear();
}

Call Workspace::call(Kind kind) {
    Call call;
    call.size = size_;
    for (std::size_t k = 0; k < inputs_.size(); ++k) {
        call.inputs.push_back(on_device(kind) ? device_inputs_[k].data() : inputs_[k].data());
    }
    call.output = on_device(kind) ? device_output_.data() : output_.data();
    return call;
}

void Workspace::poison(Kind kind) {
    constexpr int kEveryBitSet = 0xff;  // as a float: NaN
    if (on_device(kind)) {
        device_output_.fill_bytes(kEveryBitSet);
    } else {
        std::fill_n(output_.data(), output_.size(), std::numeric_limits<float>::quiet_NaN());
    }
}

const float* Workspace::expected_for(const Version& version) {
    const std::string owner = version.extras.reference ? version.name : problem_.chapter;
    if (owner != expected_of_) {
        Call call = this->call(Kind::Baseline);
        call.output = expected_.data();
        (version.extras.reference ? version.extras.reference : problem_.reference)(call);
        expected_of_ = owner;
    }
    return expected_.data();
}

std::string Workspace::check(const Version& version) {
    const float* expected = expected_for(version);
    if (on_device(version.kind)) device_output_.download(output_.data(), output_.size());
    return describe(compare(output_.data(), expected, output_.size(), problem_.tolerance), output_extents_);
}

void Workspace::flush_cache() {
    if (flush_.size() > 0) flush_.fill_bytes(0);
}

double Workspace::input_bytes() const {
    double bytes = 0;
    for (const auto& input : inputs_) bytes += static_cast<double>(input.size() * sizeof(float));
    return bytes;
}

double Workspace::output_bytes() const { return static_cast<double>(output_.size() * sizeof(float)); }

}  // namespace ladder
