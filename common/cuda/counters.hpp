// The emulator's counts of the kernels that a program has just launched. A GPU does not count, and gives nothing.
//
//     gpu::LaunchCounters since_here;
//     transpose<<<grid, block>>>(out, in, rows, cols);
//     std::optional<double> sectors = since_here.sum("global_load_sectors");
//
// The emulator's libcudart.so.13 exports the functions of emulator/api.h, and NVIDIA's does not. They are looked up
// by name while the program runs, so that it links and runs with either.
#pragma once

#include <dlfcn.h>

#include <cstdint>
#include <optional>

namespace gpu {

namespace emulator {

// The function of that name if the program's CUDA runtime is the emulator, else nullptr.
template <class Function>
Function* find(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

inline std::uint64_t call_or_zero(const char* name) {
    auto* const function = find<std::uint64_t()>(name);
    return function ? function() : 0;
}

// Whether kernels run on the emulator.
inline bool present() { return find<std::uint64_t()>("simt_launch_count") != nullptr; }

// The number of kernels launched, and of findings of the checks, since the program began. 0 on a GPU.
inline std::uint64_t launches() { return call_or_zero("simt_launch_count"); }
inline std::uint64_t findings() { return call_or_zero("simt_finding_count"); }

// The number of calls of the CUDA runtime so far; waits for the end of one that runs. 0 on a GPU.
inline std::uint64_t calls() { return call_or_zero("simt_call_count"); }

// Calls so far of the runtime functions whose names begin so ("cudaMemcpy"; launches are called "kernel launch"), and the name
// of the newest one; 0 and "" on a GPU.
inline std::uint64_t calls_of(const char* beginning) {
    auto* const function = find<std::uint64_t(const char*)>("simt_calls_of");
    return function ? function(beginning) : 0;
}
inline const char* latest_call_of(const char* beginning) {
    auto* const function = find<const char*(const char*)>("simt_latest_call_of");
    return function ? function(beginning) : "";
}

// Counter `key` (the keys of simt --json: "global_load_sectors" …) of launch number `launch`; the first launch is 1.
// Nothing on a GPU, and for a launch or key that does not exist.
inline std::optional<double> counter(std::uint64_t launch, const char* key) {
    static auto* const read = find<int(std::uint64_t, const char*, double*)>("simt_launch_counter");
    double value = 0;
    if (!read || read(launch, key, &value) != 0) return std::nullopt;
    return value;
}

// The names of the counters that add up: index 0, 1, …; nullptr beyond the last, and on a GPU.
inline const char* counter_name(unsigned index) {
    static auto* const name = find<const char*(unsigned)>("simt_counter_name");
    return name ? name(index) : nullptr;
}

// From now on, also counts launches by access models of other GPU generations: "cc1.3,cc2.0". Their counters are
// "cc1.3.transactions_32" and so on. False on a GPU and for an unknown name.
inline bool count_models(const char* names) {
    auto* const count = find<int(const char*)>("simt_count_models");
    return count && count(names) == 0;
}

}  // namespace emulator

// Marks a moment, and later gives the sums over the launches since then.
class LaunchCounters {
  public:
    LaunchCounters() { restart(); }

    void restart() {
        first_ = emulator::launches() + 1;
        findings_before_ = emulator::findings();
    }

    std::uint64_t launches() const { return emulator::launches() + 1 - first_; }

    // The sum of a counter over the launches since the mark. Nothing on a GPU, for an unknown key, and without any
    // launch.
    std::optional<double> sum(const char* key) const {
        std::optional<double> total;
        const std::uint64_t last = emulator::launches();
        for (std::uint64_t launch = first_; launch <= last; ++launch) {
            const std::optional<double> value = emulator::counter(launch, key);
            if (!value) return std::nullopt;
            total = total.value_or(0) + *value;
        }
        return total;
    }

    // The number of findings of the checks since the mark; 0 on a GPU.
    std::uint64_t findings() const { return emulator::findings() - findings_before_; }

  private:
    std::uint64_t first_ = 1;
    std::uint64_t findings_before_ = 0;
};

}  // namespace gpu
