// See machine.hpp.
#include "common/ladder/machine.hpp"

#include <array>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <memory>
#include <thread>

#include "common/cuda/check.hpp"
#include "common/cuda/counters.hpp"

namespace ladder {
namespace {

std::string cuda_version(int version) {
    return version == 0 ? "none" : std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

// The value of the first line "key : value" of a file in /proc; empty if there is none.
std::string proc_value(const char* file, const std::string& key) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind(key, 0) != 0) continue;
        const std::size_t value = line.find_first_not_of(" \t:", key.size());
        return value == std::string::npos ? "" : line.substr(value);
    }
    return "";
}

std::string cpu_name() {
    std::string name = proc_value("/proc/cpuinfo", "model name");
    if (name.empty()) name = "CPU";
    return name + ", " + std::to_string(std::thread::hardware_concurrency()) + " threads";
}

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&now, &utc);
    std::array<char, 16> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%d", &utc);
    return text.data();
}

int attribute(cudaDeviceAttr which, int device) {
    int value = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&value, which, device));
    return value;
}

}  // namespace

Machine this_machine() {
    int device = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    cudaDeviceProp properties{};
    CUDA_CHECK(cudaGetDeviceProperties(&properties, device));
    int driver = 0;
    int runtime = 0;
    CUDA_CHECK(cudaDriverGetVersion(&driver));
    CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
    Machine machine;
    machine.emulated = gpu::emulator::present();
    machine.device = properties.name;
    machine.cpu = cpu_name();
    machine.driver = cuda_version(driver);
    machine.toolkit = cuda_version(runtime);
    machine.date = today();
    machine.l2_bytes = static_cast<std::size_t>(attribute(cudaDevAttrL2CacheSize, device));
    return machine;
}

Machine without_device(const Machine& machine) {
    Machine host;
    host.cpu = machine.cpu;
    host.date = machine.date;
    return host;
}

std::string current_clocks(const Machine& machine) {
    if (machine.emulated) return "";
    int device = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    std::array<char, 32> bus{};
    CUDA_CHECK(cudaDeviceGetPCIBusId(bus.data(), static_cast<int>(bus.size()), device));
    const std::string command =
        "nvidia-smi --query-gpu=clocks.sm,clocks.mem --format=csv,noheader,nounits -i " +
        std::string(bus.data()) + " 2>/dev/null";
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    int sm = 0;
    int memory = 0;
    if (!pipe || std::fscanf(pipe.get(), "%d, %d", &sm, &memory) != 2) return "";
    return "SM " + std::to_string(sm) + " MHz / memory " + std::to_string(memory) + " MHz";
}

std::size_t free_device_bytes(const Machine& machine) {
    if (machine.emulated) {
        const std::string available = proc_value("/proc/meminfo", "MemAvailable");
        constexpr std::size_t kKibibyte = 1024;
        if (!available.empty()) return std::stoull(available) * kKibibyte;
    }
    std::size_t free = 0;
    std::size_t total = 0;
    CUDA_CHECK(cudaMemGetInfo(&free, &total));
    return free;
}

}  // namespace ladder
