// Runs random PTX programs on this machine's GPU and prints what they stored, as emulator/test/hardware/results/random_ptx.csv
// has it. Stands alone, so that it builds where the emulator's packages are not:
//
//     cd emulator/test/random
//     g++ -std=c++20 -O1 -I../../.. -I/usr/local/cuda/include gpu.cpp writer.cpp flow.cpp data.cpp memory.cpp together.cpp
//         opcodes.cpp values.cpp digest.cpp trace.cpp -o random-gpu -ldl -lpthread
//     ./random-gpu opcodes.csv [FIRST COUNT] [--dump FILE]
//     ./random-gpu opcodes.csv NUMBER... --trace FOLDER
//
// FILE gets every program's output and cells, one after the other, to look for the first byte that differs.
#include <cuda.h>
#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "emulator/test/random/trace.hpp"

using namespace simt;
using namespace simt::random_ptx;

namespace {

constexpr u32 kProgramsAModule = 8;

// The driver's functions, looked up by name: the driver is there only at run time.
void* driver() {
    static void* const library = dlopen("libcuda.so.1", RTLD_NOW);
    if (library == nullptr) {
        std::fprintf(stderr, "random-gpu: no CUDA driver here: %s\n", dlerror());
        std::exit(2);
    }
    return library;
}

template <class F, class... A>
void call(const char* name, A... arguments) {
    const auto function = reinterpret_cast<F>(dlsym(driver(), name));
    const CUresult result = function == nullptr ? CUDA_ERROR_NOT_FOUND : function(arguments...);
    if (result == CUDA_SUCCESS) return;
    std::fprintf(stderr, "random-gpu: %s answers %d\n", name, static_cast<int>(result));
    std::exit(1);
}
#define CALL(function, name, ...) call<decltype(&function)>(name, __VA_ARGS__)

struct Loaded {
    std::vector<Program> programs;
    CUmodule module = nullptr;
};

// Compiles with all processors: the driver's compiler uses one.
void load(std::vector<Loaded>& modules, CUcontext context) {
    std::atomic<std::size_t> next{0};
    std::vector<std::thread> threads;
    for (unsigned k = 0; k < std::max(1u, std::thread::hardware_concurrency()); ++k)
        threads.emplace_back([&] {
            CALL(cuCtxSetCurrent, "cuCtxSetCurrent", context);
            for (std::size_t at = next++; at < modules.size(); at = next++) {
                std::string text = module_head();
                for (const Program& program : modules[at].programs) text += program.text;
                CALL(cuModuleLoadData, "cuModuleLoadData", &modules[at].module, text.c_str());
            }
        });
    for (std::thread& thread : threads) thread.join();
}

void run(const Program& program, CUmodule module, std::ofstream* dump) {
    CUfunction kernel = nullptr;
    CUdeviceptr output = 0, cells = 0;
    std::vector<u64> before(program.cell_bytes() / 8, kCellsBefore);
    std::vector<u8> stored(program.output_bytes()), counted(program.cell_bytes());
    CALL(cuModuleGetFunction, "cuModuleGetFunction", &kernel, module, program.kernel().c_str());
    CALL(cuMemAlloc, "cuMemAlloc_v2", &output, stored.size());
    CALL(cuMemAlloc, "cuMemAlloc_v2", &cells, counted.size());
    CALL(cuMemsetD8, "cuMemsetD8_v2", output, static_cast<unsigned char>(0), stored.size());
    CALL(cuMemcpyHtoD, "cuMemcpyHtoD_v2", cells, before.data(), counted.size());
    unsigned zero = 0;
    void* arguments[] = {&output, &cells, &zero};
    CALL(cuLaunchKernel, "cuLaunchKernel", kernel, program.blocks, 1, 1, program.threads, 1, 1, 0, nullptr,
         arguments, nullptr);
    CALL(cuMemcpyDtoH, "cuMemcpyDtoH_v2", stored.data(), output, stored.size());
    CALL(cuMemcpyDtoH, "cuMemcpyDtoH_v2", counted.data(), cells, counted.size());
    CALL(cuMemFree, "cuMemFree_v2", output);
    CALL(cuMemFree, "cuMemFree_v2", cells);
    std::printf("%s,%s\n", program.kernel().c_str(), digests(program, stored, counted).c_str());
    std::fflush(stdout);
    if (dump == nullptr) return;
    dump->write(reinterpret_cast<const char*>(stored.data()), static_cast<std::streamsize>(stored.size()));
    dump->write(reinterpret_cast<const char*>(counted.data()), static_cast<std::streamsize>(counted.size()));
}

// Writes what the program folds, the words of a thread after another's, to FOLDER/trace_NUMBER.
void run_traced(const Program& program, const std::string& folder) {
    const Traced trace = traced(program);
    CUmodule module = nullptr;
    CUfunction kernel = nullptr;
    CUdeviceptr output = 0, cells = 0, values = 0;
    std::vector<u64> before(program.cell_bytes() / 8, kCellsBefore);
    std::vector<char> stored(trace.bytes());
    CALL(cuModuleLoadData, "cuModuleLoadData", &module, (module_head() + trace.program.text).c_str());
    CALL(cuModuleGetFunction, "cuModuleGetFunction", &kernel, module, program.kernel().c_str());
    CALL(cuMemAlloc, "cuMemAlloc_v2", &output, program.output_bytes());
    CALL(cuMemAlloc, "cuMemAlloc_v2", &cells, program.cell_bytes());
    CALL(cuMemAlloc, "cuMemAlloc_v2", &values, stored.size());
    CALL(cuMemsetD8, "cuMemsetD8_v2", output, static_cast<unsigned char>(0), program.output_bytes());
    CALL(cuMemsetD8, "cuMemsetD8_v2", values, static_cast<unsigned char>(0), stored.size());
    CALL(cuMemcpyHtoD, "cuMemcpyHtoD_v2", cells, before.data(), program.cell_bytes());
    unsigned zero = 0;
    void* arguments[] = {&output, &cells, &values, &zero};
    CALL(cuLaunchKernel, "cuLaunchKernel", kernel, program.blocks, 1, 1, program.threads, 1, 1, 0, nullptr,
         arguments, nullptr);
    CALL(cuMemcpyDtoH, "cuMemcpyDtoH_v2", stored.data(), values, stored.size());
    CALL(cuMemFree, "cuMemFree_v2", output);
    CALL(cuMemFree, "cuMemFree_v2", cells);
    CALL(cuMemFree, "cuMemFree_v2", values);
    std::ofstream(folder + "/trace_" + std::to_string(program.number), std::ios::binary)
        .write(stored.data(), static_cast<std::streamsize>(stored.size()));
}

}  // namespace

int main(int count, char** arguments) {
    std::vector<std::string> words(arguments + 1, arguments + count);
    std::ofstream dump;
    if (words.size() >= 2 && words[words.size() - 2] == "--dump") {
        dump.open(words.back(), std::ios::binary);
        words.resize(words.size() - 2);
    }
    // With --trace FOLDER, the words behind the list are programs to trace.
    std::string folder;
    if (words.size() >= 2 && words[words.size() - 2] == "--trace") {
        folder = words.back();
        words.resize(words.size() - 2);
    }
    std::ifstream file(words.empty() ? "" : words[0]);
    const std::vector<Opcode> opcodes = read_opcodes(file);
    if (opcodes.empty()) {
        std::fprintf(stderr, "usage: random-gpu opcodes.csv [FIRST COUNT] [--dump FILE]\n");
        return 2;
    }
    const u32 first = words.size() > 1 ? static_cast<u32>(std::stoul(words[1])) : 0;
    const u32 wanted = words.size() > 2 ? static_cast<u32>(std::stoul(words[2])) : ~0u;
    const u32 end =
        first + std::min(wanted, program_count(opcodes) - std::min(first, program_count(opcodes)));

    CUdevice device = 0;
    CUcontext context = nullptr;
    char name[100] = {};
    CALL(cuInit, "cuInit", 0u);
    CALL(cuDeviceGet, "cuDeviceGet", &device, 0);
    CALL(cuDeviceGetName, "cuDeviceGetName", name, 100, device);
    CALL(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", &context, device);
    CALL(cuCtxSetCurrent, "cuCtxSetCurrent", context);
    if (!folder.empty()) {
        for (std::size_t k = 1; k < words.size(); ++k)
            run_traced(make_program(opcodes, static_cast<u32>(std::stoul(words[k]))), folder);
        return 0;
    }
    std::vector<Loaded> modules;
    for (u32 number = first; number < end; ++number) {
        if ((number - first) % kProgramsAModule == 0) modules.emplace_back();
        modules.back().programs.push_back(make_program(opcodes, number));
    }
    load(modules, context);
    std::printf("# what %s stored; see emulator/test/random/gpu.cpp\nprogram,digests\n", name);
    for (const Loaded& loaded : modules)
        for (const Program& program : loaded.programs)
            run(program, loaded.module, dump.is_open() ? &dump : nullptr);
    return 0;
}
