// The machine and the software that a result was measured with.
#pragma once

#include <cstddef>
#include <string>

namespace ladder {

struct Machine {
    bool emulated = false;
    std::string device;   // "NVIDIA H200"
    std::string cpu;      // "…, 16 threads"
    std::string driver;   // CUDA version the driver supports: "13.0"
    std::string toolkit;  // CUDA version of the runtime in use: "13.0"
    std::string date;     // UTC, "2026-11-20"
    std::string clocks;   // "SM 1980 MHz, memory 3201 MHz" right after the runs; empty if unknown
    std::size_t l2_bytes = 0;
};

// Asks the CUDA runtime. Throws gpu::Error with advice if there is no device at all.
Machine this_machine();

// The same for results of the CPU alone: device, driver and toolkit are empty.
Machine without_device(const Machine& machine);

// The device's current clocks, from nvidia-smi; empty without it and on the emulator.
std::string current_clocks(const Machine& machine);

// Free bytes of device memory. The emulator's device memory is the machine's own, so there it is the machine's free
// memory.
std::size_t free_device_bytes(const Machine& machine);

}  // namespace ladder
