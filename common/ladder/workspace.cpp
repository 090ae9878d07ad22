// See workspace.hpp.
#include "common/ladder/workspace.hpp"

#include <cmath>
#include <stdexcept>
#include <type_traits>

#include "common/cuda/annotate.hpp"
#include "common/cuda/check.hpp"
#include "common/ladder/comparison.hpp"
#include "common/ladder/random_input.hpp"
#include "common/ladder/size.hpp"

namespace ladder {
namespace {

// The array's bytes as a double, since 64 bits may overflow; the result is then larger than any machine's memory.
double bytes_of(const Array& array) {
    auto bytes = static_cast<double>(bytes_of_element(array.type));
    for (const std::size_t extent : array.extents) bytes *= static_cast<double>(extent);
    return bytes;
}

// Twice the size of the L2 cache, so that nothing survives under any replacement policy.
std::size_t flush_bytes(const Machine& machine) { return machine.emulated ? 0 : 2 * machine.l2_bytes; }

void require_memory(const Problem& problem, const Size& size, const Machine& machine) {
    double arrays = bytes_of(problem.output(size));
    for (const Array& input : problem.inputs(size)) arrays += bytes_of(input);
    // On the emulator the device's arrays share the host's memory, and a shadow tracks which bytes were written.
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

template <class Element>
void round_all(Element* values, std::size_t count) {
    if constexpr (std::is_floating_point_v<Element>) {
#pragma omp parallel for
        for (std::size_t i = 0; i < count; ++i) values[i] = std::nearbyint(values[i]);
    }
}

// Tells the emulator what the array is: its rows are as long as its last extent.
void annotate(const Array& array, void* data, const std::string& name) {
    const std::size_t columns = array.extents.back();
    const std::size_t rows = columns == 0 ? 0 : *element_count(array.extents) / columns;
    with_element(array.type, [&](auto zero) {
        simt::annotate(static_cast<decltype(zero)*>(data), rows, columns,
                       *array.name ? array.name : name.c_str());
    });
}

}  // namespace

Workspace::Workspace(const Problem& problem, const Size& size, const Machine& machine, bool on_device)
    : problem_(problem),
      size_(size),
      input_arrays_(problem.inputs(size)),
      output_array_(problem.output(size)) {
    if (on_device) require_memory(problem, size, machine);
    for (const Array& input : input_arrays_) {
        inputs_.emplace_back(*element_count(input.extents), input.type);
        if (on_device) device_inputs_.emplace_back(inputs_.back().size_in_bytes());
    }
    const std::size_t elements = *element_count(output_array_.extents);
    output_ = HostArray(elements, output_array_.type);
    expected_ = HostArray(elements, problem.rounding ? ElementType::Double : output_array_.type);
    if (problem.rounding) magnitude_ = HostArray(elements, ElementType::Double);
    if (!on_device) return;
    device_output_ = gpu::Buffer<std::byte>(output_.size_in_bytes());
    for (std::size_t k = 0; k < input_arrays_.size(); ++k)
        annotate(input_arrays_[k], device_inputs_[k].data(),
                 input_arrays_.size() == 1 ? "in" : "in " + std::to_string(k));
    annotate(output_array_, device_output_.data(), "out");
    flush_ = gpu::Buffer<char>(flush_bytes(machine));
    int device = 0;
    int kept_at_most = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&kept_at_most, cudaDevAttrMaxPersistingL2CacheSize, device));
    keeps_lines_ = kept_at_most > 0;
}

void Workspace::fill_inputs(std::uint64_t seed) {
    if (problem_.fill) problem_.fill(call(Kind::Baseline));
    for (std::size_t k = 0; k < inputs_.size() && !problem_.fill; ++k) {
        const Array& array = input_arrays_[k];
        with_element(array.type, [&](auto zero) {
            using Element = decltype(zero);
            fill_random(inputs_[k].data<Element>(), inputs_[k].size(), seed + k,
                        static_cast<Element>(array.lowest), static_cast<Element>(array.highest));
            if (array.whole) round_all(inputs_[k].data<Element>(), inputs_[k].size());
        });
    }
    for (std::size_t k = 0; k < device_inputs_.size(); ++k) {
        device_inputs_[k].upload(inputs_[k].bytes(), inputs_[k].size_in_bytes());
    }
    expected_of_.clear();
}

Call Workspace::call(Kind kind) {
    Call call;
    call.size = size_;
    for (std::size_t k = 0; k < inputs_.size(); ++k) {
        std::byte* const data = on_device(kind) ? device_inputs_[k].data() : inputs_[k].bytes();
        call.inputs.push_back({data, inputs_[k].type()});
    }
    call.output = {on_device(kind) ? device_output_.data() : output_.bytes(), output_.type()};
    return call;
}

void Workspace::poison(const Version& version) {
    make_expected_for(version);
    with_element(output_.type(), [&](auto zero) {
        using Element = decltype(zero);
        Element* const output = output_.data<Element>();
        if constexpr (std::is_floating_point_v<Element>) {
#pragma omp parallel for
            for (std::size_t i = 0; i < output_.size(); ++i) output[i] = ladder::poison(Element{});
        } else {
            const Element* const expected = expected_.data<Element>();
#pragma omp parallel for
            for (std::size_t i = 0; i < output_.size(); ++i) output[i] = ladder::poison(expected[i]);
        }
    });
    if (on_device(version.kind)) device_output_.upload(output_.bytes(), output_.size_in_bytes());
}

void Workspace::make_expected_for(const Version& version) {
    const std::string owner = version.extras.reference ? version.name : problem_.chapter;
    if (owner == expected_of_) return;
    Call call = this->call(Kind::Baseline);
    if (rounds(version)) {
        problem_.rounding->reference(call, expected_.data<double>(), magnitude_.data<double>());
    } else {
        call.output = {expected_.bytes(), output_.type()};
        (version.extras.reference ? version.extras.reference : problem_.reference)(call);
    }
    expected_of_ = owner;
}

std::string Workspace::check(const Version& version, std::optional<Errors>& errors) {
    make_expected_for(version);
    if (on_device(version.kind)) device_output_.download(output_.bytes(), output_.size_in_bytes());
    if (rounds(version)) {
        const Rounding& rounding = *problem_.rounding;
        const double tolerance =
            (version.extras.tolerance ? version.extras.tolerance : rounding.tolerance)(size_);
        const Comparison comparison =
            compare_rounded(output_.data<float>(), expected_.data<double>(), magnitude_.data<double>(),
                            output_.size(), tolerance, errors.emplace());
        return describe(comparison, output_array_.extents);
    }
    return with_element(output_.type(), [&](auto zero) {
        using Element = decltype(zero);
        const Comparison comparison =
            compare(output_.data<Element>(), expected_.data<Element>(), output_.size(), problem_.tolerance);
        return describe(comparison, output_array_.extents);
    });
}

void Workspace::flush_cache() {
    if (flush_.size() == 0) return;
    if (keeps_lines_) CUDA_CHECK(cudaCtxResetPersistingL2Cache());
    flush_.fill_bytes(0);
}

double Workspace::input_bytes() const {
    double bytes = 0;
    for (const HostArray& input : inputs_) bytes += static_cast<double>(input.size_in_bytes());
    return bytes;
}

double Workspace::output_bytes() const { return static_cast<double>(output_.size_in_bytes()); }

}  // namespace ladder
