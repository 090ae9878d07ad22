// Registers and shared memory out of cubins: against what ptxas -v prints for the same kernels, and damaged files.
#include "emulator/loader/cubin.hpp"

#include <doctest/doctest.h>

#include <random>
#include <sstream>

#include "emulator/error.hpp"
#include "emulator/test/support/run_nvcc.hpp"

using namespace simt;
using namespace simt::loader;

namespace {

const char* const kKernels = R"(
extern "C" {
__global__ void none(float* p) { p[threadIdx.x] = 1; }
__global__ void one(float* p) { __shared__ float s; s = p[0]; __syncthreads(); p[threadIdx.x] = s; }
__global__ void odd(char* p) { __shared__ char s[13]; s[threadIdx.x] = p[0]; __syncthreads(); p[1] = s[p[2]]; }
__global__ void big(float* p) { __shared__ float s[8192]; s[threadIdx.x] = p[0]; __syncthreads(); p[1] = s[(int)p[2]]; }
__global__ void dynamic(float* p) { extern __shared__ float s[]; s[threadIdx.x] = p[0]; __syncthreads(); p[1] = s[1]; }
__global__ void frame(float* p, int n) { float a[100]; for (int i = 0; i < 100; ++i) a[i] = p[i * n]; p[0] = a[n]; }
__device__ __noinline__ float called(float* p) {
    __shared__ float t[64]; t[threadIdx.x] = p[0]; __syncthreads(); return t[threadIdx.x ^ 1];
}
__global__ void caller(float* p) { __shared__ double u[5]; u[threadIdx.x % 5] = p[4]; p[1] = called(p) + u[2]; }
}
)";

Compiled compile(const std::string& options) { return run_nvcc("-cubin -Xptxas -v " + options, kKernels); }

ResourcesByKernel resources(const std::vector<char>& cubin) {
    return read_cubin(std::as_bytes(std::span(cubin)));
}

// What ptxas -v says, by kernel:
//     ptxas info    : Compiling entry function 'one' for 'sm_90'
//     ptxas info    : Function properties for one
//         0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
//     ptxas info    : Used 12 registers, used 1 barriers, 128 bytes smem
ResourcesByKernel printed(const std::string& messages) {
    ResourcesByKernel result;
    std::istringstream lines(messages);
    std::string entry, subject;
    // The number in front of `unit`; 0 if the line does not have it.
    const auto number_before = [](const std::string& line, const std::string& unit) {
        const std::size_t end = line.find(unit);
        if (end == std::string::npos) return u32{0};
        const std::size_t begin = line.find_last_not_of("0123456789", end - 1) + 1;
        return static_cast<u32>(std::stoul(line.substr(begin, end - begin)));
    };
    for (std::string line; std::getline(lines, line);) {
        const std::size_t quote = line.find("Compiling entry function '");
        const std::string properties = "Function properties for ";
        if (quote != std::string::npos) {
            const std::size_t begin = line.find('\'') + 1;
            entry = line.substr(begin, line.find('\'', begin) - begin);
        } else if (line.find(properties) != std::string::npos) {
            subject = line.substr(line.find(properties) + properties.size());
        } else if (line.find(" bytes stack frame") != std::string::npos && subject == entry) {
            result[entry].local = number_before(line, " bytes stack frame");
        } else if (line.find("Used ") != std::string::npos) {
            result[entry].registers = number_before(line, " registers");
            result[entry].static_shared = number_before(line, " bytes smem");
        }
    }
    return result;
}

std::string failure(const std::vector<char>& cubin) {
    try {
        resources(cubin);
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("registers, static shared memory and stack frames are those that ptxas -v prints") {
    for (const char* options : {"-arch=sm_90", "-arch=sm_90 -G", "-arch=sm_90 -lineinfo", "-arch=sm_80"}) {
        CAPTURE(options);
        const Compiled compiled = compile(options);
        const auto found = resources(compiled.bytes), expected = printed(compiled.messages);
        CHECK(expected.size() == 7);
        CHECK(found.size() == 7);
        CHECK(expected.at("big").static_shared == 32768);
        CHECK(expected.at("none").static_shared == 0);
        CHECK(expected.at("frame").registers > 0);
        for (const auto& [name, kernel] : expected) {
            CAPTURE(name);
            REQUIRE(found.contains(name));
            CHECK(found.at(name).registers == kernel.registers);
            CHECK(found.at(name).static_shared == kernel.static_shared);
            CHECK(found.at(name).local == kernel.local);
        }
    }
}

TEST_CASE("accesses to shared memory have the widths that ptxas gave them, at lines of the PTX") {
    const std::string kernels = R"(
extern "C" __global__ void joins(float* p) {
    __shared__ float s[32][4];
    s[threadIdx.x][0] = p[threadIdx.x];
    s[threadIdx.x][1] = p[threadIdx.x + 32];
    s[threadIdx.x][2] = p[threadIdx.x + 64];
    s[threadIdx.x][3] = p[threadIdx.x + 96];
    __syncthreads();
    const float* const row = s[threadIdx.x ^ 1];
    p[threadIdx.x] = row[0] + row[1] * row[2] - row[3];
}
extern "C" __global__ void columns(float* p) {
    __shared__ float s[4][33];
    for (int k = 0; k < 4; ++k) s[k][threadIdx.x] = p[threadIdx.x + 32 * k];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 4; ++k) sum = sum * s[k][threadIdx.x ^ 1] + 1;
    p[threadIdx.x] = sum;
})";
    const std::string ptx = [&] {
        const Compiled compiled = run_nvcc("-ptx -lineinfo -arch=sm_90", kernels);
        return std::string(compiled.bytes.begin(), compiled.bytes.end());
    }();
    const auto line_of = [&](u32 number) {
        std::istringstream lines(ptx);
        std::string text;
        for (u32 k = 0; k < number; ++k) std::getline(lines, text);
        return text;
    };
    ResourcesByKernel found = resources(run_nvcc("-cubin -lineinfo -arch=sm_90", kernels).bytes);
    const MachineAccesses joins = found.at("joins").shared_accesses,
                          columns = found.at("columns").shared_accesses;
    CHECK(joins.known);
    REQUIRE(joins.loads.size() == 1);
    CHECK(joins.loads.begin()->second == 16);
    CHECK(line_of(joins.loads.begin()->first).find("ld.shared.f32") != std::string::npos);
    REQUIRE(joins.stores.size() == 1);
    CHECK(joins.stores.begin()->second == 16);
    CHECK(line_of(joins.stores.begin()->first).find("st.shared.f32") != std::string::npos);
    CHECK(columns.loads.size() == 4);
    CHECK(columns.stores.size() == 4);
    for (const auto& [line, bytes] : columns.loads) {
        CHECK(bytes == 4);
        CHECK(line_of(line).find("ld.shared.f32") != std::string::npos);
    }
    for (const char* without : {"-cubin -arch=sm_90", "-cubin -lineinfo -arch=sm_80"})
        CHECK_FALSE(resources(run_nvcc(without, kernels).bytes).at("joins").shared_accesses.known);
}

TEST_CASE("a damaged cubin is read or refused in a sentence, nothing else") {
    for (const char* options : {"-arch=sm_90", "-arch=sm_90 -lineinfo"}) {
        const std::vector<char> cubin = compile(options).bytes;
        CHECK(failure(cubin) == "");
        CHECK(failure({}) ==
              "damaged cubin: its ELF header needs 64 bytes, but the data ends at offset 0 (at offset 0)");
        CHECK(failure(std::vector<char>(100, 'x')) == "damaged cubin: it is not an ELF file (at offset 0)");
        for (std::size_t length = 0; length < cubin.size(); length += length < 100 ? 1 : 37) {
            const std::string message =
                failure({cubin.begin(), cubin.begin() + static_cast<std::ptrdiff_t>(length)});
            REQUIRE(message.starts_with("damaged cubin: "));
        }
        std::mt19937 random(13);
        const std::size_t headers = cubin.size() / 2;  // the section and program headers stand at the end
        for (int round = 0; round < 20000; ++round) {
            std::vector<char> changed = cubin;
            for (int change = static_cast<int>(random() % 4); change >= 0; --change) {
                const std::size_t at =
                    random() % 2 ? random() % 64 : headers + random() % (cubin.size() - headers);
                changed[random() % 8 ? at : random() % cubin.size()] = static_cast<char>(random());
            }
            const std::string message = failure(changed);
            REQUIRE((message.empty() || message.starts_with("damaged cubin: ")));
        }
    }
}
