// Rows against hardware: what an H200 computed is recorded in h200_rows.csv, a digest a row, and the table has to agree
// on every machine. Where there is a GPU of that generation, it is asked again, through the driver.
//
// To record again after a change of the operands or the rows, on a machine with an H200:
// SIMT_RECORD_ROWS=emulator/test/hardware/h200_rows.csv build/test/emulator-exec-ops
// A row that no H200 has run yet says "not measured" in the place of its digest: it counts as unknown, not as right.
#include <cuda.h>
#include <dlfcn.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "common/testing/skip.hpp"
#include "emulator/test/support/reference.hpp"
#include "emulator/test/support/row_ptx.hpp"

namespace simt::exec::row_test {
namespace {

// FNV-1a over the results.
std::string digest(const std::vector<Result>& results) {
    u64 hash = 0xcbf29ce484222325u;
    for (const Result& result : results) {
        for (int byte = 0; byte < 8; ++byte)
            hash = (hash ^ (result.value >> (8 * byte) & 0xff)) * 0x100000001b3u;
        hash = (hash ^ (result.carry ? 1 : 0)) * 0x100000001b3u;
    }
    std::string text(16, '0');
    for (int digit = 0; digit < 16; ++digit)
        text[15 - static_cast<std::size_t>(digit)] = "0123456789abcdef"[hash >> (4 * digit) & 15];
    return text;
}

constexpr const char* kNotMeasured = "not measured";

// Approximations are not compared by their bits.
bool is_exact(const Row& row) { return !approximate_reference(Opcode(row.opcode)); }

std::map<std::string, std::string> recorded_digests() {
    std::ifstream file("emulator/test/hardware/h200_rows.csv");
    std::map<std::string, std::string> digests;
    std::string line;
    std::getline(file, line);  // the names of the columns
    while (std::getline(file, line)) {
        const std::size_t comma = line.find(',');
        if (comma != std::string::npos) digests[line.substr(0, comma)] = line.substr(comma + 1);
    }
    return digests;
}

// The driver's functions, looked up when the test runs: most machines have none.
class Gpu {
  public:
    Gpu() {
        library_ = dlopen("libcuda.so.1", RTLD_NOW);
        if (library_ == nullptr) return;
        CUdevice device = 0;
        int major = 0;
        usable_ = call<decltype(&cuInit)>("cuInit", 0) &&
                  call<decltype(&cuDeviceGet)>("cuDeviceGet", &device, 0) &&
                  call<decltype(&cuDeviceGetAttribute)>(
                      "cuDeviceGetAttribute", &major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device) &&
                  major == 9 &&
                  call<decltype(&cuDevicePrimaryCtxRetain)>("cuDevicePrimaryCtxRetain", &context_, device) &&
                  call<decltype(&cuCtxSetCurrent)>("cuCtxSetCurrent", context_) &&
                  call<decltype(&cuMemAlloc)>("cuMemAlloc_v2", &input_, 5 * kBytes) &&
                  call<decltype(&cuMemAlloc)>("cuMemAlloc_v2", &output_, 2 * kBytes);
    }
    bool usable() const { return usable_; }

    // Compiles all rows, in several threads since the driver's compiler uses one.
    bool load(std::span<const Row* const> rows) {
        modules_.resize(std::max(1u, std::min(16u, std::thread::hardware_concurrency())));
        std::vector<char> loaded(modules_.size());
        std::vector<std::thread> threads;
        for (std::size_t part = 0; part < modules_.size(); ++part)
            threads.emplace_back([&, part] {
                const std::string text = module_text(rows, part, modules_.size());
                loaded[part] =
                    call<decltype(&cuCtxSetCurrent)>("cuCtxSetCurrent", context_) &&
                    call<decltype(&cuModuleLoadData)>("cuModuleLoadData", &modules_[part], text.c_str());
            });
        for (std::thread& thread : threads) thread.join();
        return std::find(loaded.begin(), loaded.end(), 0) == loaded.end();
    }

    // Row number k's results, none if the driver refuses.
    std::vector<Result> run(const Row& row, std::size_t k, const std::vector<Operands>& sets) {
        std::vector<u64> input(5 * kTuples), output(2 * kTuples);
        for (std::size_t i = 0; i < kTuples; ++i) {
            for (std::size_t source = 0; source < 4; ++source)
                input[source * kTuples + i] = sets[i].source[source];
            input[4 * kTuples + i] = sets[i].carry;
        }
        CUfunction kernel = nullptr;
        void* arguments[] = {&input_, &output_};
        const std::string name = "row_" + std::to_string(k);
        const bool done =
            call<decltype(&cuModuleGetFunction)>("cuModuleGetFunction", &kernel,
                                                 modules_[k % modules_.size()], name.c_str()) &&
            call<decltype(&cuMemcpyHtoD)>("cuMemcpyHtoD_v2", input_, input.data(), 5 * kBytes) &&
            call<decltype(&cuLaunchKernel)>("cuLaunchKernel", kernel, kTuples / 128, 1, 1, 128, 1, 1, 0,
                                            nullptr, arguments, nullptr) &&
            call<decltype(&cuMemcpyDtoH)>("cuMemcpyDtoH_v2", output.data(), output_, 2 * kBytes);
        std::vector<Result> results;
        for (std::size_t i = 0; done && i < kTuples; ++i)
            results.push_back({output[i], row.uses_carry && output[kTuples + i] != 0});
        return results;
    }

  private:
    static constexpr std::size_t kBytes = 8 * kTuples;

    template <class F, class... A>
    bool call(const char* name, A... arguments) {
        const auto function = reinterpret_cast<F>(dlsym(library_, name));
        return function != nullptr && function(arguments...) == CUDA_SUCCESS;
    }

    void* library_ = nullptr;
    bool usable_ = false;
    CUcontext context_ = nullptr;
    CUdeviceptr input_ = 0, output_ = 0;
    std::vector<CUmodule> modules_;
};

}  // namespace

TEST_CASE("every exact row computes the bits that an H200 computed, in every variant") {
    const std::map<std::string, std::string> recorded = recorded_digests();
    const auto unknown = std::count_if(recorded.begin(), recorded.end(),
                                       [](const auto& entry) { return entry.second == kNotMeasured; });
    if (unknown > 0) MESSAGE(unknown, " rows have not been measured on an H200 yet");
    for (const HandlerSet& set : handler_sets())
        for (const Row* row : rows_of(set)) {
            if (!is_exact(*row)) continue;
            const std::string opcode = row->opcode;
            const auto found = recorded.find(opcode);
            CHECK_MESSAGE(found != recorded.end(), opcode, " was not recorded");
            if (found == recorded.end() || found->second == kNotMeasured) continue;
            const bool agrees = digest(run_row(*row, operands_of(*row))) == found->second;
            CHECK_MESSAGE(agrees, std::string(set.name), ": ", opcode, " differs from the H200's results");
        }
}

TEST_CASE("every exact row computes the bits that this machine's GPU computes") {
    Gpu gpu;
    if (!gpu.usable()) return testing::skip("there is no GPU of compute capability 9 here");
    const std::span<const Row* const> rows = all_rows();
    REQUIRE(gpu.load(rows));
    const char* const record = std::getenv("SIMT_RECORD_ROWS");
    std::string table = "opcode,digest\n";
    for (std::size_t k = 0; k < rows.size(); ++k) {
        if (!is_exact(*rows[k])) continue;
        const std::vector<Operands> sets = operands_of(*rows[k]);
        const std::vector<Result> hardware = gpu.run(*rows[k], k, sets), ours = run_row(*rows[k], sets);
        REQUIRE(hardware.size() == sets.size());
        table += std::string(rows[k]->opcode) + "," + digest(hardware) + "\n";
        const std::size_t first = static_cast<std::size_t>(
            std::mismatch(ours.begin(), ours.end(), hardware.begin()).first - ours.begin());
        if (first == sets.size()) continue;
        const Operands& set = sets[first];
        FAIL_CHECK(std::string(rows[k]->opcode), " of ", set.source[0], ", ", set.source[1], ", ",
                   set.source[2], ", ", set.source[3], " with carry ", set.carry, ": the GPU computes ",
                   hardware[first].value, " and carry ", hardware[first].carry, ", the table ",
                   ours[first].value, " and carry ", ours[first].carry);
    }
    if (record != nullptr) std::ofstream(record) << table;
}

}  // namespace simt::exec::row_test
