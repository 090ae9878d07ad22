// What an answer on a GPU finds of the machine.
#include "common/grade/gpu.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "common/testing/temporary_folder.hpp"

TEST_CASE("the files of all GPUs are found, and no others") {
    const testing::TemporaryFolder folder;
    for (const char* const name : {"nvidia7", "nvidiactl", "nvidia-uvm", "null", "kvm"})
        std::ofstream(folder / name) << "";
    const std::vector<std::string> expected = {folder / "nvidia-uvm", folder / "nvidia7",
                                               folder / "nvidiactl"};
    CHECK(grade::gpu_device_files(folder.path()) == expected);
}

TEST_CASE("an answer sees the GPUs that the cluster gave to the grader") {
    setenv("CUDA_VISIBLE_DEVICES", "3", 1);
    const std::vector<std::string> variables = grade::gpu_environment();
    CHECK(std::ranges::count(variables, "CUDA_VISIBLE_DEVICES=3") == 1);
    unsetenv("CUDA_VISIBLE_DEVICES");
}
