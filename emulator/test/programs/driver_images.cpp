// Programs of the driver's API alone: PTX that the driver links (cuLink), and arrays with their texture and surface objects.
#include <cuda.h>
#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr const char* kHeader = ".version 8.0\n.target sm_90\n.address_size 64\n";

// fetch: out[y * width + x] = the texel at (x, y), as bits; keep: in a surface, the value 3 y + x, as a byte.
constexpr const char* kImages = R"(
.visible .entry fetch(.param .u64 texture, .param .u64 out)
{
    .reg .u32 %x, %y, %w, %v<4>;
    .reg .f32 %fx, %fy;
    .reg .u64 %t, %p, %o;
    ld.param.u64 %t, [texture];
    ld.param.u64 %p, [out];
    cvta.to.global.u64 %p, %p;
    mov.u32 %x, %tid.x;
    mov.u32 %y, %tid.y;
    mov.u32 %w, %ntid.x;
    cvt.rn.f32.u32 %fx, %x;
    cvt.rn.f32.u32 %fy, %y;
    add.f32 %fx, %fx, 0f3F000000;
    add.f32 %fy, %fy, 0f3F000000;
    tex.2d.v4.u32.f32 {%v0, %v1, %v2, %v3}, [%t, {%fx, %fy}];
    mad.lo.u32 %x, %y, %w, %x;
    mul.wide.u32 %o, %x, 4;
    add.u64 %o, %o, %p;
    st.global.u32 [%o], %v0;
    ret;
}
.visible .entry keep(.param .u64 surface)
{
    .reg .u32 %x, %y, %v;
    .reg .u16 %b;
    .reg .u64 %s;
    ld.param.u64 %s, [surface];
    mov.u32 %x, %tid.x;
    mov.u32 %y, %tid.y;
    mad.lo.u32 %v, %y, 3, %x;
    cvt.u16.u32 %b, %v;
    sust.b.2d.b8.trap [%s, {%x, %y}], {%b};
    ret;
}
)";

// Two files: the kernel of one calls the function of the other, and reads its variable.
constexpr const char* kCaller = R"(
.extern .func (.param .b32 out) twice(.param .b32 in);
.extern .global .align 4 .u32 offset;
.visible .entry call(.param .u64 data)
{
    .reg .u32 %v, %o;
    .reg .u64 %p;
    ld.param.u64 %p, [data];
    cvta.to.global.u64 %p, %p;
    ld.global.u32 %v, [%p];
    {
        .param .b32 in;
        .param .b32 out;
        st.param.b32 [in], %v;
        call.uni (out), twice, (in);
        ld.param.b32 %v, [out];
    }
    ld.global.u32 %o, [offset];
    add.u32 %v, %v, %o;
    st.global.u32 [%p], %v;
    ret;
}
)";
constexpr const char* kCallee = R"(
.visible .global .align 4 .u32 offset = 5;
.visible .func (.param .b32 out) twice(.param .b32 in)
{
    .reg .u32 %v;
    ld.param.b32 %v, [in];
    add.u32 %v, %v, %v;
    st.param.b32 [out], %v;
    ret;
}
)";

void make_current() {
    CUcontext context = nullptr;
    REQUIRE(cuInit(0) == CUDA_SUCCESS);
    REQUIRE(cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS);
    REQUIRE(cuCtxSetCurrent(context) == CUDA_SUCCESS);
}

CUresult add(CUlinkState link, const std::string& text) {
    std::string whole = kHeader + text;
    return cuLinkAddData(link, CU_JIT_INPUT_PTX, whole.data(), whole.size() + 1, "a name", 0, nullptr,
                         nullptr);
}

CUfunction kernel(CUmodule module, const char* name) {
    CUfunction found = nullptr;
    REQUIRE(cuModuleGetFunction(&found, module, name) == CUDA_SUCCESS);
    return found;
}

// An array of bytes, 5 to a row, in 3 rows, that surfaces may change.
CUarray bytes_5x3() {
    const CUDA_ARRAY3D_DESCRIPTOR description = {
        5, 3, 0, CU_AD_FORMAT_UNSIGNED_INT8, 1, CUDA_ARRAY3D_SURFACE_LDST};
    CUarray array = nullptr;
    REQUIRE(cuArray3DCreate(&array, &description) == CUDA_SUCCESS);
    return array;
}

CUDA_RESOURCE_DESC resource_of(CUarray array) {
    CUDA_RESOURCE_DESC resource = {};
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = array;
    return resource;
}

// What `fetch` reads of the resource.
std::vector<uint32_t> fetched(const CUDA_RESOURCE_DESC& resource, unsigned flags, unsigned width,
                              unsigned height) {
    CUmodule module = nullptr;
    REQUIRE(cuModuleLoadData(&module, (std::string(kHeader) + kImages).c_str()) == CUDA_SUCCESS);
    CUDA_TEXTURE_DESC how = {};
    how.flags = flags;
    CUtexObject texture = 0;
    REQUIRE(cuTexObjectCreate(&texture, &resource, &how, nullptr) == CUDA_SUCCESS);
    std::vector<uint32_t> texels(width * height, 99);
    CUdeviceptr out = 0;
    REQUIRE(cuMemAlloc(&out, texels.size() * 4) == CUDA_SUCCESS);
    void* arguments[] = {&texture, &out};
    CHECK(cuLaunchKernel(kernel(module, "fetch"), 1, 1, 1, width, height, 1, 0, nullptr, arguments,
                         nullptr) == CUDA_SUCCESS);
    CHECK(cuMemcpyDtoH(texels.data(), out, texels.size() * 4) == CUDA_SUCCESS);
    CHECK(cuMemFree(out) == CUDA_SUCCESS);
    CHECK(cuTexObjectDestroy(texture) == CUDA_SUCCESS);
    CHECK(cuTexObjectDestroy(texture) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuModuleUnload(module) == CUDA_SUCCESS);
    return texels;
}

}  // namespace

TEST_CASE("two files of PTX are linked, and the image outlives the link if it was copied") {
    make_current();
    CUlinkState link = nullptr;
    REQUIRE(cuLinkCreate(0, nullptr, nullptr, &link) == CUDA_SUCCESS);
    CHECK(add(link, kCaller) == CUDA_SUCCESS);
    void* image = nullptr;
    size_t bytes = 0;
    CHECK(cuLinkComplete(link, &image, &bytes) == CUDA_ERROR_NOT_FOUND);  // of offset
    CHECK(add(link, kCallee) == CUDA_SUCCESS);
    REQUIRE(cuLinkComplete(link, &image, &bytes) == CUDA_SUCCESS);
    const std::vector<char> copy(static_cast<char*>(image), static_cast<char*>(image) + bytes);
    CHECK(cuLinkDestroy(link) == CUDA_SUCCESS);
    CHECK(cuLinkDestroy(link) == CUDA_ERROR_INVALID_HANDLE);

    CUmodule module = nullptr;
    REQUIRE(cuModuleLoadData(&module, copy.data()) == CUDA_SUCCESS);
    CUdeviceptr data = 0;
    REQUIRE(cuMemAlloc(&data, 4) == CUDA_SUCCESS);
    CHECK(cuMemsetD32(data, 20, 1) == CUDA_SUCCESS);
    void* arguments[] = {&data};
    CHECK(cuLaunchKernel(kernel(module, "call"), 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) ==
          CUDA_SUCCESS);
    uint32_t result = 0;
    CHECK(cuMemcpyDtoH(&result, data, 4) == CUDA_SUCCESS);
    CHECK(result == 2 * 20 + 5);
    CHECK(cuMemFree(data) == CUDA_SUCCESS);
    CHECK(cuModuleUnload(module) == CUDA_SUCCESS);
}

TEST_CASE("the linker's errors are in the program's buffer") {
    make_current();
    char errors[200] = "untouched", notes[100] = "untouched";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                              CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {errors, reinterpret_cast<void*>(sizeof errors), notes,
                      reinterpret_cast<void*>(sizeof notes)};
    CUlinkState link = nullptr;
    REQUIRE(cuLinkCreate(4, options, values, &link) == CUDA_SUCCESS);
    CHECK(add(link, ".visible .entry broken( {") == CUDA_ERROR_INVALID_PTX);
    CHECK(std::strlen(errors) > 10);
    CHECK(std::strcmp(notes, "") == 0);
    void* image = nullptr;
    size_t bytes = 0;
    CHECK(cuLinkComplete(link, &image, &bytes) == CUDA_ERROR_INVALID_VALUE);  // nothing was added
    CHECK(cuLinkAddData(link, CU_JIT_INPUT_OBJECT, errors, 10, "", 0, nullptr, nullptr) ==
          CUDA_ERROR_NOT_SUPPORTED);
    CHECK(cuLinkAddFile(link, CU_JIT_INPUT_PTX, "/no/such/file", 0, nullptr, nullptr) ==
          CUDA_ERROR_FILE_NOT_FOUND);
    CHECK(cuLinkDestroy(link) == CUDA_SUCCESS);
}

TEST_CASE("an array has the shape and the format that it was made with") {
    make_current();
    for (const CUarray_format format :
         {CU_AD_FORMAT_UNSIGNED_INT8, CU_AD_FORMAT_UNSIGNED_INT16, CU_AD_FORMAT_UNSIGNED_INT32,
          CU_AD_FORMAT_SIGNED_INT8, CU_AD_FORMAT_SIGNED_INT16, CU_AD_FORMAT_SIGNED_INT32, CU_AD_FORMAT_HALF,
          CU_AD_FORMAT_FLOAT})
        for (const unsigned channels : {1u, 2u, 4u}) {
            CAPTURE(static_cast<int>(format));
            const CUDA_ARRAY_DESCRIPTOR given = {33, 7, format, channels};
            CUDA_ARRAY_DESCRIPTOR found = {};
            CUarray array = nullptr;
            REQUIRE(cuArrayCreate(&array, &given) == CUDA_SUCCESS);
            CHECK(cuArrayGetDescriptor(&found, array) == CUDA_SUCCESS);
            CHECK(found.Width == 33);
            CHECK(found.Height == 7);
            CHECK(found.Format == format);
            CHECK(found.NumChannels == channels);
            CHECK(cuArrayDestroy(array) == CUDA_SUCCESS);
            CHECK(cuArrayDestroy(array) == CUDA_ERROR_INVALID_HANDLE);
        }
    CUarray array = nullptr;
    const CUDA_ARRAY_DESCRIPTOR three = {4, 4, CU_AD_FORMAT_FLOAT, 3}, none = {0, 4, CU_AD_FORMAT_FLOAT, 1};
    CHECK(cuArrayCreate(&array, &three) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuArrayCreate(&array, &none) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuArrayCreate(&array, nullptr) == CUDA_ERROR_INVALID_VALUE);
}

TEST_CASE("rows are copied into an array and out of it, from the byte that the program names") {
    make_current();
    const CUDA_ARRAY_DESCRIPTOR shape = {6, 4, CU_AD_FORMAT_UNSIGNED_INT16, 2};  // 4 bytes an element
    CUarray array = nullptr;
    REQUIRE(cuArrayCreate(&array, &shape) == CUDA_SUCCESS);
    std::vector<uint32_t> in(6 * 4), out(3 * 2 + 1, 99);
    for (uint32_t k = 0; k < in.size(); ++k) in[k] = 1000 + k;
    CUDA_MEMCPY2D copy = {};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = in.data();
    copy.srcPitch = 24;
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.dstArray = array;
    copy.WidthInBytes = 24;
    copy.Height = 4;
    CHECK(cuMemcpy2D(&copy) == CUDA_SUCCESS);
    // Two rows of three elements, from element 2 of row 1 on.
    copy = {};
    copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.srcArray = array;
    copy.srcXInBytes = 8;
    copy.srcY = 1;
    copy.dstMemoryType = CU_MEMORYTYPE_HOST;
    copy.dstHost = out.data();
    copy.dstPitch = 12;
    copy.WidthInBytes = 12;
    copy.Height = 2;
    CHECK(cuMemcpy2D(&copy) == CUDA_SUCCESS);
    CHECK(out == std::vector<uint32_t>{1008, 1009, 1010, 1014, 1015, 1016, 99});
    copy.srcXInBytes = 7;
    CHECK(cuMemcpy2D(&copy) == CUDA_ERROR_INVALID_VALUE);
    copy.srcXInBytes = 16;
    CHECK(cuMemcpy2D(&copy) == CUDA_ERROR_INVALID_VALUE);  // past the end of the row
    CHECK(cuArrayDestroy(array) == CUDA_SUCCESS);
}

TEST_CASE("a surface writes an array, and a texture reads it, as integers or as numbers from 0 to 1") {
    make_current();
    const CUarray array = bytes_5x3();
    const CUDA_RESOURCE_DESC resource = resource_of(array);
    CUmodule module = nullptr;
    REQUIRE(cuModuleLoadData(&module, (std::string(kHeader) + kImages).c_str()) == CUDA_SUCCESS);
    CUsurfObject surface = 0;
    REQUIRE(cuSurfObjectCreate(&surface, &resource) == CUDA_SUCCESS);
    void* arguments[] = {&surface};
    CHECK(cuLaunchKernel(kernel(module, "keep"), 1, 1, 1, 5, 3, 1, 0, nullptr, arguments, nullptr) ==
          CUDA_SUCCESS);
    CHECK(cuSurfObjectDestroy(surface) == CUDA_SUCCESS);
    CHECK(cuModuleUnload(module) == CUDA_SUCCESS);

    const std::vector<uint32_t> integers = fetched(resource, CU_TRSF_READ_AS_INTEGER, 5, 3);
    const std::vector<uint32_t> floats = fetched(resource, 0, 5, 3);
    for (uint32_t k = 0; k < 15; ++k) {
        const uint32_t value = k / 5 * 3 + k % 5;
        CHECK(integers[k] == value);
        float number = 0;
        std::memcpy(&number, &floats[k], 4);
        CHECK(number == doctest::Approx(value / 255.0));
    }
    CHECK(cuArrayDestroy(array) == CUDA_SUCCESS);
}

TEST_CASE("a texture of pitched memory; integers of 32 bits are never read as floats") {
    make_current();
    CUdeviceptr memory = 0;
    REQUIRE(cuMemAlloc(&memory, 512 * 2) == CUDA_SUCCESS);
    std::vector<uint32_t> values(256);
    for (uint32_t k = 0; k < 256; ++k) values[k] = 7 * k;
    CHECK(cuMemcpyHtoD(memory, values.data(), 1024) == CUDA_SUCCESS);
    CUDA_RESOURCE_DESC resource = {};
    resource.resType = CU_RESOURCE_TYPE_PITCH2D;
    resource.res.pitch2D = {memory, CU_AD_FORMAT_UNSIGNED_INT32, 1, 3, 2, 512};
    CHECK(fetched(resource, 0, 3, 2) == std::vector<uint32_t>{0, 7, 14, 7 * 128, 7 * 129, 7 * 130});
    CHECK(cuMemFree(memory) == CUDA_SUCCESS);
}
