// The program textures: what fetches return, what goes wrong in kernels and in calls.
#include <cuda_runtime_api.h>

#include "emulator/test/support/results.hpp"

using namespace simt::testing;

namespace {

const std::string kProgram = "build/test/programs/textures", kSource = "emulator/test/programs/textures.cu";

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

// A case of a wrong kernel: its error, and the sentence with the marked line. Of code that
// comes from a header, CUDA 11 names the header's line.
void check_wrong(const std::string& name, const std::string& error, const std::string& sentence,
                 const std::string& marked) {
    CAPTURE(name);
    const Ended ran = shell(kProgram + " " + name);
    CAPTURE(ran.err);
    CHECK(ran.out == error + "\n");
    CHECK(contains(ran.err, sentence));
    CHECK(
        contains(ran.err, CUDART_VERSION >= 12000 ? marked_line(kSource, marked) : "_indirect_functions.h"));
}

}  // namespace

TEST_CASE("textures, surfaces and arrays return what the formulas give, in an H200's bits") {
    check_results("textures", 19);
}

TEST_CASE("what goes wrong with an object in a kernel is reported with its line and thread") {
    check_wrong("write_outside", "cudaErrorLaunchFailure",
                "a surface write of 4 bytes at byte 32, row 0 outside the surface of 32 bytes, 3 rows",
                "write_outside");
    check_wrong("write_outside", "cudaErrorLaunchFailure", "thread (8,0,0) of block (0,0,0)",
                "write_outside");
    check_wrong("not_for_surfaces", "cudaErrorIllegalInstruction",
                "create the array with cudaArraySurfaceLoadStore", "write_outside");
    check_wrong("destroyed", "cudaErrorIllegalInstruction", "this texture object has been destroyed",
                "fetch");
    check_wrong("surface_as_texture", "cudaErrorIllegalInstruction",
                "a surface object is used as a texture object", "fetch");
    check_wrong("no_object", "cudaErrorIllegalInstruction", "0x0 is no texture object", "fetch");
    check_wrong("stale", "cudaSuccess", "simt: stale: a texture or surface read", "stale");
}

TEST_CASE("wrong calls about arrays and objects fail with a sentence") {
    const Ended ran = shell(kProgram + " calls");
    CHECK(ran.out ==
          "cudaErrorInvalidValue\ncudaErrorInvalidChannelDescriptor\ncudaErrorInvalidValue\ncudaErrorInvalidV"
          "alue\n"
          "cudaSuccess\ncudaErrorInvalidValue\ncudaErrorInvalidValue\ncudaErrorInvalidFilterSetting\n"
          "cudaErrorInvalidFilterSetting\n"
          "cudaErrorInvalidNormSetting\ncudaSuccess\ncudaSuccess\ncudaErrorInvalidResourceHandle\n"
          "cudaErrorInvalidResourceHandle\ncudaErrorInvalidValue\ncudaSuccess\ncudaSuccess\ncudaSuccess\n");
    for (const char* const sentence :
         {"an array of 0 x 4 x 0 elements", "channels of 32, 32, 32 and 0 bits", "at most 131072 x 65536 x 1",
          "faces are square", "do not lie in an array of 16 bytes x 4 rows", "integers are not filtered",
          "integers of 32 bits are not read as normalized floats", "has been freed",
          "0x3039 is no texture object"}) {
        CAPTURE(std::string(sentence));
        CHECK(contains(ran.err, sentence));
    }
}

TEST_CASE("an array that is never freed is a leak with its call") {
    const std::string checked = "build/simt --leak-check=full " + kProgram;
    const Ended leaking = shell(checked + " leak");
    CHECK(contains(leaking.err, "allocated by cudaMallocArray (1st call)"));
    CHECK(contains(leaking.err, "Call cudaFreeArray on what"));
    CHECK(!contains(shell(checked + " calls").err, "simt: leak"));
}
