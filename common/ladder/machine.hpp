// What the numbers were measured on.
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
    std::string clocks;   // "SM 1980 MHz, memory 3201 MHz" right after the runs; empty where unknown
    std::size_t l2_bytes = 0;
};

// Asks the CUDA runtime. Throws gpu::Error with advice where there is no device at all.
Machine this_machine();

// What is left of it for what runs on the CPU alone: device, driver and toolkit are empty.
Machine without_device(const Machine& machine);

// The device's clocks at this moment, from nvidia-smi; empty where it is missing or on the emulator.
std::string current_clocks(const Machine& machine);

// Bytes the device has free; on the emulator, whose device memory is this machine's, what this machine has
// free.
std::size_t free_device_bytes(const Machine& machine);

}  // namespace ladder
