// Programs of CUDA 12 and CUDA 11 get the calls and the structures of their CUDA. Compiled here without a toolkit of theirs:
// against a stand-in for its library, which gives the calls their version.
#include <doctest/doctest.h>

#include <string>

#include "emulator/test/support/shell.hpp"

using namespace simt::testing;

namespace {

// What a program of that CUDA has as its declarations, and as its main.
Ended run_as(const std::string& version, const std::string& declarations, const std::string& body) {
    const TemporaryFile folder(".older");
    const std::string soname = "libcudart.so." + version, library = folder.path() + "/" + soname;
    REQUIRE(shell("mkdir -p " + folder.path() + " && printf '" + soname + " { global: *; };' >" + library +
                  ".map")
                .exit_code == 0);
    // The stand-in defines every function that the declarations name.
    const std::string stand_in = folder.path() + "/stand_in.cpp", program = folder.path() + "/program";
    REQUIRE(shell("cat >" + stand_in +
                  " <<'END'\n#define CALL(name, ...) extern \"C\" int name(__VA_ARGS__) { return 1; }\n" +
                  declarations + "END\ncat >" + program +
                  ".cpp <<'END'\n#include <cstdio>\n#include <cstring>\n"
                  "#define CALL(name, ...) extern \"C\" int name(__VA_ARGS__);\n" +
                  declarations + "int main() {\n" + body + "}\nEND\n")
                .exit_code == 0);
    const Ended built =
        shell("g++ -shared -fPIC -Wl,-soname," + soname + " -Wl,--version-script=" + library + ".map " +
              stand_in + " -o " + library + " && g++ " + program + ".cpp " + library + " -o " + program);
    CAPTURE(built.err);
    REQUIRE(built.exit_code == 0);
    const Ended ran = shell("build/simt --quiet " + program);
    shell("rm -r " + folder.path());
    return ran;
}

// Fills memory, calls, and prints how many bytes the call has written at most.
const std::string kMeasure =
    "    static unsigned char memory[4096];\n"
    "    const auto fill = [&] { std::memset(memory, 0xAB, sizeof memory); };\n"
    "    const auto written = [&] { size_t n = sizeof memory; while (n && memory[n - 1] == 0xAB) --n; return "
    "n; };\n"
    "    const auto at = [&](int offset) { int value; std::memcpy(&value, memory + offset, 4); return value; "
    "};\n"
    "    fill();\n";

}  // namespace

TEST_CASE("a program of CUDA 12 gets the properties as CUDA 12 lays them out") {
    // Multiprocessors at 388, kilohertz at 348, clusters at 772: 12.4's driver_types.h.
    const Ended ran = run_as("12", "CALL(cudaGetDeviceProperties_v2, void*, int)\n",
                             kMeasure +
                                 "int error = cudaGetDeviceProperties_v2(memory, 0);\n"
                                 "std::printf(\"%d %s %d %d %d %zu\\n\", error, (char*)memory, at(388), "
                                 "at(348), at(772), written());");
    CHECK(ran.err == "");
    CHECK(ran.out == "0 NVIDIA H200 (emulated) 132 1980000 1 1032\n");
}

TEST_CASE("a program of CUDA 11 gets the properties as CUDA 11 lays them out, and not a byte more") {
    // Multiprocessors at 388, the reserved shared memory at 720, the last of 728 bytes: 11.8's driver_types.h.
    const Ended ran =
        run_as("11.0", "CALL(cudaGetDeviceProperties, void*, int)\n",
               kMeasure +
                   "int error = cudaGetDeviceProperties(memory, 0);\n"
                   "std::printf(\"%d %s %d %d %zu\\n\", error, (char*)memory, at(388), at(720), written());");
    CHECK(ran.err == "");
    CHECK(ran.out == "0 NVIDIA H200 (emulated) 132 1024 728\n");
}

TEST_CASE("older programs get the older attributes of a pointer, and their own version") {
    for (const std::string version : {"12", "11.0"}) {
        CAPTURE(version);
        const Ended ran =
            run_as(version,
                   "CALL(cudaPointerGetAttributes, void*, const void*)\nCALL(cudaRuntimeGetVersion, int*)\n"
                   "CALL(cudaDriverGetVersion, int*)\n",
                   kMeasure +
                       "int error = cudaPointerGetAttributes(memory, memory), runtime = 0, driver = 0;\n"
                       "cudaRuntimeGetVersion(&runtime);\ncudaDriverGetVersion(&driver);\n"
                       "std::printf(\"%d %zu %d %d\\n\", error, written(), runtime, driver >= runtime);");
        CHECK(ran.err == "");
        CHECK(ran.out == (version == "12" ? "0 24 12090 1\n" : "0 24 11080 1\n"));
    }
}

TEST_CASE("hints about managed memory name a device by its number in older programs") {
    for (const std::string version : {"12", "11.0"}) {
        CAPTURE(version);
        const Ended ran = run_as(version,
                                 "CALL(cudaMallocManaged, void**, unsigned long, unsigned)\n"
                                 "CALL(cudaMemAdvise, const void*, unsigned long, int, int)\n"
                                 "CALL(cudaMemPrefetchAsync, const void*, unsigned long, int, void*)\n"
                                 "CALL(cudaThreadSynchronize)\n",
                                 "void* p = nullptr; int here = 0;\n"
                                 "std::printf(\"%d \", cudaMallocManaged(&p, 1000, 1));\n"
                                 "std::printf(\"%d %d \", cudaMemAdvise(p, 1000, 1, 0), "
                                 "cudaMemPrefetchAsync(p, 1000, -1, nullptr));\n"
                                 "std::printf(\"%d \", cudaThreadSynchronize());\n"
                                 "std::printf(\"%d\\n\", cudaMemAdvise(&here, 4, 1, 0));");
        CHECK(ran.out == "0 0 0 0 1\n");
        CHECK(ran.err.find("simt: cudaMemAdvise: ") == 0);
    }
}

TEST_CASE("older programs describe textures in fewer bytes, and get no more back") {
    // A resource is type 2 (linear), the pointer at 8, x, y, z, w and the kind of the channels at 16, the bytes at 40.
    for (const std::string version : {"12", "11.0"}) {
        CAPTURE(version);
        const Ended ran = run_as(
            version,
            "CALL(cudaMalloc, void**, unsigned long)\n"
            "CALL(cudaCreateTextureObject, unsigned long long*, const void*, const void*, const void*)\n"
            "CALL(cudaGetTextureObjectResourceDesc, void*, unsigned long long)\n"
            "CALL(cudaGetTextureObjectTextureDesc, void*, unsigned long long)\n",
            kMeasure +
                "void* p = nullptr; unsigned long long texture = 0, bytes = 4000; int kind = 2, bits = 32;\n"
                "unsigned char resource[64] = {2}, description[68 + 64] = {};\n"
                "int error = cudaMalloc(&p, 4000);\n"
                "std::memcpy(resource + 8, &p, 8); std::memcpy(resource + 16, &bits, 4);\n"
                "std::memcpy(resource + 32, &kind, 4); std::memcpy(resource + 40, &bytes, 8);\n"
                "std::memset(description + " +
                std::string(version == "12" ? "72" : "68") +
                ", 0xff, 60);\n"
                "error |= cudaCreateTextureObject(&texture, resource, description, nullptr);\n"
                "error |= cudaGetTextureObjectResourceDesc(memory, texture);\n"
                "std::printf(\"%d %zu %d \", error, written(), std::memcmp(memory, resource, 64));\n"
                "fill();\n"
                "error |= cudaGetTextureObjectTextureDesc(memory, texture);\n"
                "std::printf(\"%d %zu\\n\", error, written());");
        CHECK(ran.err == "");
        CHECK(ran.out == (version == "12" ? "0 64 0 0 72\n" : "0 64 0 0 68\n"));
    }
}

TEST_CASE("CUDA 11's way to the driver's functions has no result to write to") {
    const Ended ran =
        run_as("11.0", "CALL(cudaGetDriverEntryPoint, const char*, void**, unsigned long long, int*)\n",
               "void *found = nullptr, *newer = &found;\n"
               "int result = 77, error = cudaGetDriverEntryPoint(\"cuInit\", &found, 0, &result);\n"
               "error |= cudaGetDriverEntryPoint(\"cuTensorMapEncodeTiled\", &newer, 0, &result);\n"
               "std::printf(\"%d %d %d %d\\n\", error, found != nullptr, newer == nullptr, result);");
    CHECK(ran.out == "0 1 1 77\n");
}

TEST_CASE("what only an older CUDA has and the emulator has not is refused by name") {
    for (const auto& [version, call] : {std::pair<std::string, std::string>{"11.0", "cudaBindTexture"},
                                        {"12", "cudaSetDoubleForDevice"},
                                        {"12", "cudaLaunchCooperativeKernelMultiDevice"}}) {
        CAPTURE(call);
        const Ended ran = run_as(version, "CALL(" + call + ")\n", "std::printf(\"%d\\n\", " + call + "());");
        CHECK(ran.out == "801\n");
        CHECK(ran.err.find("simt: " + call + " is not supported by the emulator") == 0);
    }
}

TEST_CASE("graphs of programs of CUDA 11 and 12 are instantiated and updated as their headers say") {
    const std::string body =
        "void *graph, *exec = nullptr, *a, *b;\n"
        "int error = cudaGraphCreate(&graph, 0);\n"
        "error |= cudaGraphAddEmptyNode(&a, graph, nullptr, 0);\n"
        "error |= cudaGraphAddEmptyNode(&b, graph, nullptr, 0);\n"
        "error |= cudaGraphAddDependencies(graph, &a, &b, 1);\n"
        "size_t count = 0;\n"
        "error |= cudaGraphGetEdges(graph, nullptr, nullptr, &count);\n";
    const std::string calls =
        "CALL(cudaGraphCreate, void**, unsigned)\n"
        "CALL(cudaGraphAddEmptyNode, void**, void*, void**, size_t)\n"
        "CALL(cudaGraphAddDependencies, void*, void**, void**, size_t)\n"
        "CALL(cudaGraphGetEdges, void*, void**, void**, size_t*)\n";
    const Ended of_11 =
        run_as("11.0",
               "#include <cstddef>\n" + calls +
                   "CALL(cudaGraphInstantiate, void**, void*, void**, char*, size_t)\n"
                   "CALL(cudaGraphExecUpdate, void*, void*, void**, int*)\n",
               body +
                   "char text[4] = \"abc\"; int result = 9;\n"
                   "error |= cudaGraphInstantiate(&exec, graph, &a, text, 4);\n"
                   "error |= cudaGraphExecUpdate(exec, graph, &b, &result);\n"
                   "std::printf(\"%d %zu %d %s %d\\n\", error, count, a == b, text, result);");
    CHECK(of_11.out == "0 1 1  0\n");
    const Ended of_12 = run_as("12",
                               "#include <cstddef>\n" + calls +
                                   "CALL(cudaGraphInstantiate, void**, void*, unsigned long long)\n"
                                   "CALL(cudaGraphExecUpdate, void*, void*, void*)\n",
                               body +
                                   "struct { int result; void *node, *from; } result{9, &a, &a};\n"
                                   "error |= cudaGraphInstantiate(&exec, graph, 0);\n"
                                   "error |= cudaGraphExecUpdate(exec, graph, &result);\n"
                                   "std::printf(\"%d %zu %d\\n\", error, count, result.result);");
    CHECK(of_12.out == "0 1 0\n");
}
