// Programs that use the driver's API run on the emulator, alone and beside the runtime's.
#include <doctest/doctest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "common/testing/temporary_folder.hpp"
#include "common/testing/words.hpp"
#include "emulator/test/support/run_nvcc.hpp"
#include "emulator/test/support/shell.hpp"

using namespace simt::testing;
using ::testing::contains;

namespace {

constexpr const char* kKernel = R"(
extern "C" __global__ void square(int* data, int n) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n) data[k] *= data[k];
}
)";

void compile(const std::string& path, const std::string& options) {
    const std::vector<char> bytes = simt::loader::run_nvcc(options, kKernel).bytes;
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

// Runs a program of doctest tests, which must pass.
std::string run_tests(const std::string& variables, const std::string& program) {
    const Ended ran = shell(variables + " build/simt build/test/programs/" + program);
    CHECK(ran.exit_code == 0);
    CHECK_MESSAGE(contains(ran.out, "Status: SUCCESS!"), ran.out);
    return ran.err;
}

}  // namespace

TEST_CASE("a program of the driver alone runs, with a report: contexts, modules, launches") {
    const ::testing::TemporaryFolder folder;
    compile(folder / "k.ptx", "-ptx -arch=compute_90 -lineinfo");
    compile(folder / "k.fatbin", "-fatbin -gencode arch=compute_90,code=[sm_90,compute_90]");
    compile(folder / "k.cubin", "-cubin -arch=sm_90");
    const std::string report =
        run_tests("DRIVER_PTX=" + (folder / "k.ptx") + " DRIVER_FATBIN=" + (folder / "k.fatbin") +
                      " DRIVER_CUBIN=" + (folder / "k.cubin"),
                  "driver_calls");
    // Both kernels are in the table, and a refusal has the name of the driver's call.
    CHECK(contains(report, "scale"));
    CHECK(contains(report, "square"));
    CHECK(contains(
        report, "simt: cuModuleGetFunction: the module has no kernel no_such; it has scale, count, bounded"));
}

TEST_CASE("a program of the driver alone runs: memory, copies, streams, functions by name") {
    const std::string said = run_tests("", "driver_memory");
    CHECK(contains(said, "by cuMemAlloc (1st call)"));
    CHECK(contains(said, "simt: cuMemCreate is not supported by the emulator"));
    CHECK(contains(said,
                   "simt: cuGetExportTable is not supported by the emulator: NVIDIA's libraries ask for it"));
}

TEST_CASE("a program of the driver alone runs: linked PTX, arrays, textures and surfaces") {
    CHECK(contains(run_tests("", "driver_images"), "the variable offset is declared extern"));
}

TEST_CASE("memory that the driver allocated is a leak until it is freed") {
    CHECK(contains(shell("build/simt --leak-check=full build/test/programs/driver_calls").err,
                   "before cuCtxDestroy"));
}

TEST_CASE("a program of the driver alone is reported on however it ends") {
    const ::testing::TemporaryFolder folder;
    REQUIRE(shell("cd " + folder.path() +
                  " && echo 'extern \"C\" int cuInit(unsigned) { return 1; }' >stub.cpp && "
                  "g++ -shared -fPIC -Wl,-soname,libcuda.so.1 -o libcuda.so stub.cpp && "
                  "echo 'extern \"C\" int cuInit(unsigned), _exit(int); int main() { _exit(3 + cuInit(0)); "
                  "}' >p.cpp && "
                  "g++ -o p p.cpp libcuda.so")
                .exit_code == 0);
    const Ended ran = shell("build/simt " + (folder / "p"));
    CHECK(ran.exit_code == 3);
    CHECK(contains(ran.err, "the program called _exit(3)"));
}

TEST_CASE("NVRTC's machine code is its PTX here; without machine code there are 0 bytes, and errors stay") {
    const ::testing::TemporaryFolder folder;
    // Takes the place of NVIDIA's library. A program of its is a text: its machine code, or the reason why there is none.
    std::ofstream(folder / "nvrtc.cpp") << R"(#include <cstring>
        extern "C" int nvrtcGetCUBINSize(const char* program, size_t* bytes) {
            *bytes = std::strcmp(program, "virtual") ? std::strlen(program) + 1 : 0;
            return std::strcmp(program, "wrong") ? 0 : 5;
        }
        extern "C" int nvrtcGetCUBIN(const char* program, char* image) { std::strcpy(image, program); return 0; }
        extern "C" int nvrtcGetPTXSize(const char*, size_t* bytes) { *bytes = 20; return 0; }
        extern "C" int nvrtcGetPTX(const char*, char* image) { std::strcpy(image, "PTX of some length."); return 0; })";
    std::ofstream(folder / "p.cpp") << R"(#include <cstdio>
        extern "C" int cudaGetLastError(), nvrtcGetCUBINSize(const char*, size_t*), nvrtcGetCUBIN(const char*, char*);
        int main(int, char** arguments) {
            size_t bytes = 99;
            char image[64] = "untouched";
            const int first = nvrtcGetCUBINSize(arguments[1], &bytes), second = nvrtcGetCUBIN(arguments[1], image);
            std::printf("%d %zu %d %s %d", first, bytes, second, image, cudaGetLastError());
        })";
    REQUIRE(shell("top=$PWD && cd " + folder.path() +
                  " && g++ -shared -fPIC -Wl,-soname,libnvrtc.so.13 -o libnvrtc.so.13 nvrtc.cpp && "
                  "g++ -o p p.cpp libnvrtc.so.13 $top/build/lib/libcudart.so.13 '-Wl,-rpath,$ORIGIN'")
                .exit_code == 0);
    CHECK(shell("build/simt " + (folder / "p cubin")).out == "0 20 0 PTX of some length. 0");
    CHECK(shell("build/simt " + (folder / "p virtual")).out == "0 0 0 untouched 0");
    CHECK(shell("build/simt " + (folder / "p wrong")).out == "5 6 5 untouched 0");
}

TEST_CASE("the driver and the runtime agree in one program") {
    const Ended ran = shell("build/simt build/test/programs/driver_mixed");
    CHECK(ran.exit_code == 0);
    std::istringstream lines(ran.out);
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        CAPTURE(line);
        CHECK(line.ends_with(": right"));
    }
    CHECK(count == 21);
    CHECK(contains(ran.err, "past_the_end"));
}

TEST_CASE("contexts of the driver belong to devices, and so do modules and streams in them") {
    const Ended ran = shell("build/simt --devices 2 --quiet build/test/programs/driver_devices");
    CAPTURE(ran.err);
    CHECK(ran.out == "ok\n");
    CHECK(contains(ran.err, "the module was loaded on device 0, and device 1 is current"));
    CHECK(contains(ran.err, "the stream belongs to device 0, and device 1 is current"));
    const Ended wrong = shell("build/simt --devices 2 build/test/programs/driver_devices no_access");
    CHECK(wrong.out == "ok\n");
    CHECK(contains(wrong.err, "no peer access: a kernel on device 1 reads 4 bytes of device 0's memory"));
}
