// What a program needs of the machine to use its GPUs, beside the CUDA runtime.
#pragma once

#include <string>
#include <vector>

namespace grade {

// The GPUs' files in /dev, or in another folder.
std::vector<std::string> gpu_device_files(const std::string& folder = "/dev");

// The folder of the driver's library, libcuda.so.1: in containers it may be none of the system's. Empty if it is not found.
std::string gpu_driver_folder();

// NAME=value: where the driver is, and which GPUs a program may see, as a cluster says.
std::vector<std::string> gpu_environment();

}  // namespace grade
