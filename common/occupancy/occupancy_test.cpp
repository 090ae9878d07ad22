// The calculator against NVIDIA's own, cuda_occupancy.h, for every compute capability from 7.5 to 12.1; valid and
// invalid questions; the answers as text and JSON.
#include "common/occupancy/occupancy.hpp"

#include <cuda_occupancy.h>
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "common/occupancy/arguments.hpp"
#include "common/occupancy/report.hpp"
#include "common/testing/words.hpp"

using namespace occupancy;
using ::testing::contains;

namespace {

cudaOccDeviceProp properties_of(const Device& device) {
    cudaOccDeviceProp properties;
    properties.computeMajor = static_cast<int>(device.major);
    properties.computeMinor = static_cast<int>(device.minor);
    properties.maxThreadsPerBlock = static_cast<int>(device.max_threads_per_block);
    properties.maxThreadsPerMultiprocessor = static_cast<int>(device.max_warps * kWarpSize);
    properties.regsPerBlock = properties.regsPerMultiprocessor = static_cast<int>(device.registers);
    properties.warpSize = static_cast<int>(kWarpSize);
    properties.sharedMemPerBlock = 48 * 1024;
    properties.sharedMemPerMultiprocessor = device.shared;
    properties.numSms = 1;
    properties.sharedMemPerBlockOptin = device.shared_per_block;
    properties.reservedSharedMemPerBlock = device.shared_reserved;
    return properties;
}

struct Theirs {
    Occupancy found;
    unsigned limits = 0;
    bool answered = false;
};

// As after cudaFuncSetAttribute has allowed the most dynamic shared memory possible.
Theirs theirs(const Device& device, const Kernel& kernel) {
    const cudaOccDeviceProp properties = properties_of(device);
    cudaOccFuncAttributes attributes;
    attributes.maxThreadsPerBlock = 1024;
    attributes.numRegs = static_cast<int>(kernel.registers);
    attributes.sharedSizeBytes = 0;
    attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    attributes.maxDynamicSharedSizeBytes = device.shared_per_block;
    cudaOccDeviceState state;
    state.carveoutConfig = kernel.carveout;
    cudaOccResult result;
    Theirs answer;
    answer.answered = cudaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &attributes, &state,
                                                              static_cast<int>(kernel.threads),
                                                              kernel.shared) == CUDA_OCC_SUCCESS;
    answer.found.blocks = static_cast<u32>(result.activeBlocksPerMultiprocessor);
    answer.found.by_warps = static_cast<u32>(result.blockLimitWarps);
    answer.found.by_registers = static_cast<u32>(result.blockLimitRegs);
    answer.found.by_shared = static_cast<u32>(result.blockLimitSharedMem);
    answer.found.registers_per_block = static_cast<u32>(result.allocatedRegistersPerBlock);
    answer.found.shared_per_block = result.allocatedSharedMemPerBlock;
    answer.limits = result.limitingFactors;
    return answer;
}

unsigned bits(const std::vector<Limit>& limits) {
    unsigned sum = 0;
    for (const Limit limit : limits)
        sum |= limit == Limit::Warps          ? OCC_LIMIT_WARPS
               : limit == Limit::Registers    ? OCC_LIMIT_REGISTERS
               : limit == Limit::SharedMemory ? OCC_LIMIT_SHARED_MEMORY
                                              : OCC_LIMIT_BLOCKS;
    return sum;
}

bool equal(const Device& device, const Kernel& kernel) {
    const Theirs header = theirs(device, kernel);
    const Occupancy ours = calculate(device, kernel);
    if (!header.answered || ours.blocks != header.found.blocks) return false;
    if (ours.blocks == 0) return true;
    constexpr u32 kAny = 2147483647;
    return ours.by_warps == header.found.by_warps &&
           ours.by_registers.value_or(kAny) == header.found.by_registers &&
           ours.by_shared.value_or(kAny) == header.found.by_shared &&
           ours.registers_per_block == header.found.registers_per_block &&
           ours.shared_per_block == header.found.shared_per_block && bits(ours.limits()) == header.limits;
}

std::string wrong(const Arguments& arguments) {
    const auto answer = read(arguments);
    const auto* sentence = std::get_if<std::string>(&answer);
    return sentence ? *sentence : "accepted";
}

}  // namespace

TEST_CASE("blocks, what allows how many, and the limits equal cuda_occupancy.h's from 7.5 to 12.1") {
    for (const Device& device : devices()) {
        if (device.major < 7) continue;
        const std::string name = name_of(device);
        CAPTURE(name);
        int different = 0, compared = 0;
        Kernel first;
        for (u32 registers = 0; registers <= 255; registers += registers < 40 ? 1 : 5)
            for (const u32 threads :
                 {1u, 31u, 32u, 33u, 64u, 96u, 128u, 160u, 256u, 384u, 512u, 640u, 768u, 1000u, 1024u})
                for (const u64 shared : {0, 1, 127, 128, 1024, 4096, 7000, 12288, 20000, 33000, 49152, 65536,
                                         101376, 150000, 166912, 232448, 232449, 300000})
                    for (const int carveout : {-1, 0, 10, 50, 100}) {
                        const Kernel kernel{threads, registers, shared, carveout};
                        ++compared;
                        if (equal(device, kernel)) continue;
                        if (different++ == 0) first = kernel;
                    }
        CAPTURE(first.registers);
        CAPTURE(first.threads);
        CAPTURE(first.shared);
        CAPTURE(first.carveout);
        CHECK(compared > 100'000);
        CHECK(different == 0);
    }
}

TEST_CASE("the number of blocks and the division of memory are the header's own for every capability") {
    for (const Device& device : devices()) {
        if (device.major < 7) continue;
        const std::string name = name_of(device);
        CAPTURE(name);
        const cudaOccDeviceProp properties = properties_of(device);
        int blocks = 0;
        CHECK(cudaOccMaxBlocksPerMultiprocessor(&blocks, &properties) == CUDA_OCC_SUCCESS);
        CHECK(static_cast<u32>(blocks) == device.max_blocks);
        for (size_t bytes = 1; bytes <= device.shared; bytes += 500) {
            size_t divided = bytes;
            REQUIRE(cudaOccAlignUpShmemSizeVoltaPlus(&divided, &properties) == CUDA_OCC_SUCCESS);
            Kernel kernel;
            kernel.carveout = 0;
            REQUIRE(shared_capacity(device, kernel, bytes) == divided);
        }
    }
}

TEST_CASE("the dynamic shared memory that blocks could have equals the header's") {
    const Device& device = *find_device("8.6");
    const cudaOccDeviceProp properties = properties_of(device);
    for (const u32 registers : {16u, 64u, 128u})
        for (const u64 shared : {u64{0}, u64{1000}, u64{5000}})
            for (u32 blocks = 1; blocks <= 17; ++blocks) {
                cudaOccFuncAttributes attributes;
                attributes.maxThreadsPerBlock = 1024;
                attributes.numRegs = static_cast<int>(registers);
                attributes.sharedSizeBytes = shared;
                attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
                attributes.maxDynamicSharedSizeBytes = device.shared_per_block - shared;
                const cudaOccDeviceState state;
                size_t bytes = 0;
                const bool possible =
                    cudaOccAvailableDynamicSMemPerBlock(&bytes, &properties, &attributes, &state,
                                                        static_cast<int>(blocks), 128) == CUDA_OCC_SUCCESS;
                const auto ours = available_shared(device, {128, registers, shared, -1}, blocks);
                CAPTURE(registers);
                CAPTURE(shared);
                CAPTURE(blocks);
                CHECK(ours.has_value() == possible);
                if (ours && possible) CHECK(*ours == bytes);
            }
}

TEST_CASE("bad input is told what it must be") {
    const auto with = [](const char* registers, const char* shared, const char* block,
                         const char* capability) {
        return wrong({registers, shared, block, capability, "-1"});
    };
    CHECK(with("32", "0", "256", "9.0") == "accepted");
    CHECK(with("32", "0", "16x16", "1.3") == "accepted");
    CHECK(contains(with("32", "0", "256", "5.2"), "must be one of 1.3, 2.0, 7.5"));
    CHECK(contains(with("32", "0", "256", "9"), "must be one of"));
    CHECK(contains(with("-1", "0", "256", "9.0"), "--regs is '-1'"));
    CHECK(contains(with("2.5", "0", "256", "9.0"), "--regs is '2.5'"));
    CHECK(contains(with("256", "0", "32", "9.0"), "256 registers a thread are too many"));
    CHECK(contains(with("64", "0", "32", "2.0"), "at most 63"));
    CHECK(contains(with("32", "1k", "256", "9.0"), "--shared is '1k'"));
    CHECK(contains(with("32", "232449", "256", "9.0"), "at most 232448"));
    CHECK(contains(with("32", "16385", "256", "1.3"), "at most 16384"));
    CHECK(contains(with("32", "0", "0", "9.0"), "at least one thread"));
    CHECK(contains(with("32", "0", "16x", "9.0"), "--block is '16x'"));
    CHECK(contains(with("32", "0", "1x2x3x4", "9.0"), "--block is '1x2x3x4'"));
    CHECK(contains(with("32", "0", "99999x99999", "9.0"), "--block is"));
    CHECK(contains(with("32", "0", "1025", "9.0"), "at most 1024"));
    CHECK(contains(with("32", "0", "1024", "1.3"), "at most 512"));
    CHECK(contains(with("255", "0", "1024", "9.0"), "needs more registers"));
    CHECK(contains(wrong({"32", "0", "256", "9.0", "101"}), "--carveout is '101'"));
    CHECK(contains(wrong({"32", "0", "256", "1.3", "50"}), "not divided"));
}

TEST_CASE("the text names the limit and the next step, the JSON has the same figures") {
    const Device& device = *find_device("1.3");
    const Kernel kernel{128, 20, 3000, -1};
    const std::string text = as_text(device, kernel);
    CHECK(contains(text, "holds 5 blocks: 20 of 32 warps, occupancy 62.5 %. What limits it: shared memory."));
    CHECK(contains(text, "With at most 2560 bytes of shared memory a block it would hold 6 blocks."));
    CHECK(calculate(device, {128, 20, 2560, -1}).blocks == 6);
    CHECK(calculate(device, {128, 20, 2561, -1}).blocks == 5);
    const auto json = nlohmann::json::parse(as_json(device, kernel));
    CHECK(json["blocks"] == 5);
    CHECK(json["occupancy"] == 0.625);
    CHECK(json["limits"] == nlohmann::json::array({"shared memory"}));
    CHECK(json["blocks_by"]["registers"] == 6);
    const auto without = nlohmann::json::parse(as_json(*find_device("7.5"), {256, 0, 0, -1}));
    CHECK(without["blocks_by"]["registers"].is_null());
}
