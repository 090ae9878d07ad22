// Programs of the driver's API alone: no runtime is linked. The emulator's libcuda.so.1 answers, as documented for cu*. Kernels
// come from PTX text, and from files that the test that runs this program names (test/driver/programs_test.cpp).
#define CUDA_ENABLE_DEPRECATED  // old calls are tried, too
#include <cuda.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

// scale: data[i] = factor * data[i] + offset for i < n; total adds the numbers of threads to a counter.
constexpr const char* kPtx = R"(
.version 8.0
.target sm_90
.address_size 64

.visible .global .align 4 .u32 counter = 5;
.visible .const .align 4 .f32 offset = 0f3F800000;

.visible .entry scale(.param .u64 data, .param .f32 factor, .param .u32 n)
{
    .reg .pred %p;
    .reg .u32 %r<6>;
    .reg .u64 %rd<4>;
    .reg .f32 %f<4>;
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    mad.lo.u32 %r4, %r1, %r2, %r3;
    ld.param.u32 %r5, [n];
    setp.ge.u32 %p, %r4, %r5;
    @%p ret;
    ld.param.u64 %rd1, [data];
    cvta.to.global.u64 %rd1, %rd1;
    mul.wide.u32 %rd2, %r4, 4;
    add.u64 %rd3, %rd1, %rd2;
    ld.global.f32 %f1, [%rd3];
    ld.param.f32 %f2, [factor];
    ld.const.f32 %f3, [offset];
    fma.rn.f32 %f1, %f1, %f2, %f3;
    st.global.f32 [%rd3], %f1;
    ret;
}

.visible .entry count()
{
    .reg .u32 %r<2>;
    .reg .u64 %rd<2>;
    mov.u64 %rd1, counter;
    atom.global.add.u32 %r1, [%rd1], 1;
    ret;
}

.visible .entry bounded(.param .u64 unused) .maxntid 96, 1, 1
{
    ret;
}
)";

CUcontext made_current() {
    CUcontext context = nullptr;
    REQUIRE(cuInit(0) == CUDA_SUCCESS);
    REQUIRE(cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS);
    REQUIRE(cuCtxSetCurrent(context) == CUDA_SUCCESS);
    return context;
}

struct Module {
    explicit Module(const void* image = kPtx) { REQUIRE(cuModuleLoadData(&handle, image) == CUDA_SUCCESS); }
    ~Module() { CHECK(cuModuleUnload(handle) == CUDA_SUCCESS); }
    CUfunction function(const char* name) const {
        CUfunction found = nullptr;
        REQUIRE(cuModuleGetFunction(&found, handle, name) == CUDA_SUCCESS);
        return found;
    }
    CUmodule handle = nullptr;
};

struct Memory {
    explicit Memory(size_t bytes) { REQUIRE(cuMemAlloc(&address, bytes) == CUDA_SUCCESS); }
    ~Memory() { CHECK(cuMemFree(address) == CUDA_SUCCESS); }
    CUdeviceptr address = 0;
};

std::vector<float> numbers(unsigned n) {
    std::vector<float> values(n);
    for (unsigned k = 0; k < n; ++k) values[k] = static_cast<float>(k) - 7.5f;
    return values;
}

// How many elements are not 3 * x + 1.
unsigned wrong_after_scale(const std::vector<float>& before, const std::vector<float>& after) {
    unsigned wrong = 0;
    for (size_t k = 0; k < before.size(); ++k) wrong += after[k] != std::fma(before[k], 3.0f, 1.0f);
    return wrong;
}

std::string file_named_by(const char* variable) {
    const char* const path = std::getenv(variable);
    REQUIRE(path != nullptr);
    return path;
}

std::vector<char> bytes_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::vector<char> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    REQUIRE_FALSE(bytes.empty());
    bytes.push_back('\0');
    return bytes;
}

}  // namespace

TEST_CASE("before cuInit, and before there is a context, calls fail") {
    CUdevice device = -1;
    CUdeviceptr pointer = 0;
    int version = 0;
    CHECK(cuDriverGetVersion(&version) == CUDA_SUCCESS);
    CHECK(version >= 13000);
    CHECK(cuDeviceGet(&device, 0) == CUDA_ERROR_NOT_INITIALIZED);
    CHECK(cuInit(1) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuInit(0) == CUDA_SUCCESS);
    CHECK(cuDeviceGet(&device, 0) == CUDA_SUCCESS);
    CHECK(device == 0);
    CHECK(cuDeviceGet(&device, 1) == CUDA_ERROR_INVALID_DEVICE);
    CHECK(cuMemAlloc(&pointer, 4) == CUDA_ERROR_INVALID_CONTEXT);
    CUcontext context = nullptr;
    CHECK(cuCtxGetCurrent(&context) == CUDA_SUCCESS);
    CHECK(context == nullptr);
}

TEST_CASE("contexts: a stack for each thread, and the primary one") {
    CUcontext first = nullptr, second = nullptr, current = nullptr, primary = nullptr;
    REQUIRE(cuInit(0) == CUDA_SUCCESS);
    REQUIRE(cuCtxCreate(&first, nullptr, CU_CTX_SCHED_SPIN, 0) == CUDA_SUCCESS);
    REQUIRE(cuCtxCreate(&second, nullptr, 0, 0) == CUDA_SUCCESS);
    cuCtxGetCurrent(&current);
    CHECK(current == second);
    CHECK(cuCtxPopCurrent(&current) == CUDA_SUCCESS);
    CHECK(current == second);
    cuCtxGetCurrent(&current);
    CHECK(current == first);
    unsigned flags = 77;
    CHECK(cuCtxGetFlags(&flags) == CUDA_SUCCESS);
    CHECK(flags == CU_CTX_SCHED_SPIN);
    CUdeviceptr kept = 0;
    CHECK(cuMemAlloc(&kept, 4) == CUDA_SUCCESS);
    CHECK(cuCtxDestroy(second) == CUDA_SUCCESS);
    CHECK(cuMemsetD32(kept, 9, 1) == CUDA_SUCCESS);  // the first context is still there
    CHECK(cuCtxPushCurrent(second) == CUDA_ERROR_CONTEXT_IS_DESTROYED);
    CHECK(cuCtxDestroy(second) == CUDA_ERROR_CONTEXT_IS_DESTROYED);
    unsigned primary_flags = 0;
    int active = 7;
    CHECK(cuDevicePrimaryCtxGetState(0, &primary_flags, &active) == CUDA_SUCCESS);
    CHECK(active == 0);
    CHECK(cuDevicePrimaryCtxRelease(0) == CUDA_ERROR_INVALID_CONTEXT);
    CHECK(cuDevicePrimaryCtxRetain(&primary, 0) == CUDA_SUCCESS);
    CHECK(primary != first);
    cuDevicePrimaryCtxGetState(0, &primary_flags, &active);
    CHECK(active == 1);
    CHECK(cuCtxPushCurrent(primary) == CUDA_SUCCESS);
    CHECK(cuDevicePrimaryCtxRelease(0) == CUDA_SUCCESS);
    CHECK(cuMemsetD32(kept, 9, 1) == CUDA_ERROR_CONTEXT_IS_DESTROYED);
    CHECK(cuCtxPopCurrent(nullptr) == CUDA_SUCCESS);
    CHECK(cuCtxDestroy(first) == CUDA_SUCCESS);
    CHECK(cuMemsetD32(kept, 9, 1) == CUDA_ERROR_INVALID_CONTEXT);
    CHECK(cuCtxPopCurrent(nullptr) == CUDA_ERROR_INVALID_CONTEXT);
    made_current();
    CHECK(cuMemsetD32(kept, 9, 1) == CUDA_ERROR_INVALID_VALUE);  // its memory went with the last context
    CHECK(cuCtxSetCurrent(nullptr) == CUDA_SUCCESS);
}

TEST_CASE("what the device is") {
    made_current();
    char name[64] = "", cut[5] = "";
    int major = 0, minor = -1, multiprocessors = 0;
    size_t bytes = 0, available = 0, total = 0;
    CUuuid uuid = {};
    CHECK(cuDeviceGetName(name, sizeof name, 0) == CUDA_SUCCESS);
    CHECK(std::string(name) == "NVIDIA H200 (emulated)");
    CHECK(cuDeviceGetName(cut, sizeof cut, 0) == CUDA_SUCCESS);
    CHECK(std::string(cut) == "NVID");
    CHECK(cuDeviceComputeCapability(&major, &minor, 0) == CUDA_SUCCESS);
    CHECK(major == 9);
    CHECK(minor == 0);
    CHECK(cuDeviceGetAttribute(&multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0) ==
          CUDA_SUCCESS);
    CHECK(multiprocessors == 132);
    int virtual_memory = 7;
    CHECK(cuDeviceGetAttribute(&virtual_memory, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 0) ==
          CUDA_SUCCESS);
    CHECK(virtual_memory == 0);
    CHECK(cuDeviceGetAttribute(&virtual_memory, static_cast<CUdevice_attribute>(1000), 0) ==
          CUDA_ERROR_INVALID_VALUE);
    CHECK(cuDeviceTotalMem(&bytes, 0) == CUDA_SUCCESS);
    CHECK(cuMemGetInfo(&available, &total) == CUDA_SUCCESS);
    CHECK(total == bytes);
    CHECK(available <= total);
    CHECK(cuDeviceGetUuid(&uuid, 0) == CUDA_SUCCESS);
    CHECK(uuid.bytes[0] != 0);
    size_t limit = 0;
    CHECK(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 4096) == CUDA_SUCCESS);
    CHECK(cuCtxGetLimit(&limit, CU_LIMIT_STACK_SIZE) == CUDA_SUCCESS);
    CHECK(limit == 4096);
}

TEST_CASE("errors have names and descriptions") {
    const char* text = "";
    CHECK(cuGetErrorName(CUDA_ERROR_NOT_FOUND, &text) == CUDA_SUCCESS);
    CHECK(std::string(text) == "CUDA_ERROR_NOT_FOUND");
    CHECK(cuGetErrorString(CUDA_ERROR_INVALID_VALUE, &text) == CUDA_SUCCESS);
    CHECK(std::string(text) == "invalid argument");
    CHECK(cuGetErrorName(static_cast<CUresult>(9), &text) ==
          CUDA_ERROR_INVALID_VALUE);  // the runtime's alone
    CHECK(text == nullptr);
}

TEST_CASE("a kernel of PTX text, its arguments in kernelParams, in extra, and by cuLaunchKernelEx") {
    made_current();
    const Module module;
    const CUfunction scale = module.function("scale");
    for (unsigned n : {1u, 31u, 33u, 1000u}) {
        const std::vector<float> before = numbers(n);
        const Memory data(n * sizeof(float));
        struct {
            CUdeviceptr data;
            float factor;
            unsigned n;
        } packed = {data.address, 3.0f, n};
        void* arguments[] = {&packed.data, &packed.factor, &packed.n};
        size_t size = sizeof packed;
        void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                         CU_LAUNCH_PARAM_END};
        CUlaunchConfig config = {};
        config.gridDimX = (n + 63) / 64;
        config.blockDimX = 64;
        config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
        for (int way = 0; way < 4; ++way) {
            std::vector<float> after(n, std::nanf(""));
            CHECK(cuMemcpyHtoD(data.address, before.data(), n * sizeof(float)) == CUDA_SUCCESS);
            const CUresult launched =
                way == 0
                    ? cuLaunchKernel(scale, config.gridDimX, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr)
                : way == 1
                    ? cuLaunchKernel(scale, config.gridDimX, 1, 1, 64, 1, 1, 0, nullptr, nullptr, extra)
                : way == 2 ? cuLaunchKernelEx(&config, scale, arguments, nullptr)
                           : cuLaunchCooperativeKernel(scale, config.gridDimX, 1, 1, 64, 1, 1, 0, nullptr,
                                                       arguments);
            CHECK(launched == CUDA_SUCCESS);
            CHECK(cuCtxSynchronize() == CUDA_SUCCESS);
            CHECK(cuMemcpyDtoH(after.data(), data.address, n * sizeof(float)) == CUDA_SUCCESS);
            CHECK(wrong_after_scale(before, after) == 0);
        }
        CHECK(cuLaunchKernel(scale, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, extra) ==
              CUDA_ERROR_INVALID_VALUE);
        size = sizeof packed - 1;
        CHECK(cuLaunchKernel(scale, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, extra) ==
              CUDA_ERROR_INVALID_VALUE);
        CHECK(cuLaunchKernel(scale, 1, 1, 1, 1025, 1, 1, 0, nullptr, arguments, nullptr) ==
              CUDA_ERROR_INVALID_VALUE);
        CHECK(cuLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) ==
              CUDA_ERROR_INVALID_HANDLE);
    }
}

TEST_CASE("variables of a module, and what its functions are") {
    made_current();
    const Module module;
    CUdeviceptr counter = 0, offset = 0;
    size_t bytes = 0;
    CHECK(cuModuleGetGlobal(&counter, &bytes, module.handle, "counter") == CUDA_SUCCESS);
    CHECK(bytes == 4);
    CHECK(cuModuleGetGlobal(&offset, nullptr, module.handle, "offset") == CUDA_SUCCESS);
    unsigned count = 0;
    CHECK(cuLaunchKernel(module.function("count"), 3, 1, 1, 33, 1, 1, 0, nullptr, nullptr, nullptr) ==
          CUDA_SUCCESS);
    CHECK(cuMemcpyDtoH(&count, counter, 4) == CUDA_SUCCESS);
    CHECK(count == 5 + 99);
    CHECK(cuModuleGetGlobal(&counter, &bytes, module.handle, "no_such") == CUDA_ERROR_NOT_FOUND);
    CUfunction none = nullptr;
    CHECK(cuModuleGetFunction(&none, module.handle, "no_such") == CUDA_ERROR_NOT_FOUND);
    CHECK(cuModuleGetFunction(&none, module.handle, nullptr) == CUDA_ERROR_INVALID_VALUE);

    int threads = 0, blocks = 0, grid = 0, block = 0;
    const CUfunction bounded = module.function("bounded");
    CHECK(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, bounded) == CUDA_SUCCESS);
    CHECK(threads == 96);
    CHECK(cuFuncSetAttribute(bounded, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 100 << 10) ==
          CUDA_SUCCESS);
    CHECK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 96, 100 << 10) == CUDA_SUCCESS);
    CHECK(blocks == 2);  // of 228 KiB
    CHECK(cuOccupancyMaxPotentialBlockSize(&grid, &block, bounded, nullptr, 0, 0) == CUDA_SUCCESS);
    CHECK(block == 64);  // 32 of them fill a multiprocessor; 21 of 96 threads do not
    CHECK(grid == 132 * 32);
    const char* name = "";
    CHECK(cuFuncGetName(&name, bounded) == CUDA_SUCCESS);
    CHECK(std::string(name) == "bounded");
    CUmodule owner = nullptr;
    CHECK(cuFuncGetModule(&owner, bounded) == CUDA_SUCCESS);
    CHECK(owner == module.handle);
    unsigned functions = 0;
    CHECK(cuModuleGetFunctionCount(&functions, module.handle) == CUDA_SUCCESS);
    CHECK(functions == 3);
}

TEST_CASE("images that are damaged, missing or for another device are refused") {
    made_current();
    CUmodule module = nullptr;
    CHECK(cuModuleLoadData(&module, nullptr) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuModuleLoadData(&module, "this is no image") == CUDA_ERROR_INVALID_IMAGE);
    CHECK(cuModuleLoadData(&module, "") == CUDA_ERROR_INVALID_IMAGE);
    CHECK(cuModuleLoad(&module, "no/such/file.ptx") == CUDA_ERROR_FILE_NOT_FOUND);
    std::string wrong = kPtx;
    wrong.replace(wrong.find("mad.lo.u32"), 10, "mad(lo)u32");
    CHECK(cuModuleLoadData(&module, wrong.c_str()) == CUDA_ERROR_INVALID_PTX);
    std::string newer = kPtx;
    newer.replace(newer.find("sm_90"), 5, "sm_120");
    CHECK(cuModuleLoadData(&module, newer.c_str()) == CUDA_ERROR_NO_BINARY_FOR_GPU);
    CHECK(module == nullptr);

    char log[200] = "untouched", information[20] = "untouched";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                              CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {log, reinterpret_cast<void*>(sizeof log), information,
                      reinterpret_cast<void*>(sizeof information)};
    CHECK(cuModuleLoadDataEx(&module, wrong.c_str(), 4, options, values) == CUDA_ERROR_INVALID_PTX);
    CHECK(std::strstr(log, "PTX line") != nullptr);
    CHECK(reinterpret_cast<size_t>(values[1]) == std::strlen(log));
    CHECK(information[0] == '\0');
    values[1] = reinterpret_cast<void*>(sizeof log);
    CHECK(cuModuleLoadDataEx(&module, kPtx, 4, options, values) == CUDA_SUCCESS);
    CHECK(log[0] == '\0');
    CHECK(cuModuleUnload(module) == CUDA_SUCCESS);
    CHECK(cuModuleUnload(module) == CUDA_ERROR_INVALID_HANDLE);
}

TEST_CASE(
    "what nvcc writes: PTX and a fat binary load, from a file and from memory; machine code alone does not") {
    made_current();
    const std::string ptx = file_named_by("DRIVER_PTX"), fat_binary = file_named_by("DRIVER_FATBIN");
    for (const std::string& path : {ptx, fat_binary}) {
        CUmodule from_file = nullptr;
        REQUIRE(cuModuleLoad(&from_file, path.c_str()) == CUDA_SUCCESS);
        const std::vector<char> bytes = bytes_of(path);
        const Module from_memory(bytes.data());
        for (const CUmodule module : {from_file, from_memory.handle}) {
            CUfunction square = nullptr;
            REQUIRE(cuModuleGetFunction(&square, module, "square") == CUDA_SUCCESS);
            const Memory data(100 * sizeof(int));
            std::vector<int> values(100);
            for (int k = 0; k < 100; ++k) values[static_cast<size_t>(k)] = k - 50;
            cuMemcpyHtoD(data.address, values.data(), 400);
            int n = 99;
            CUdeviceptr address = data.address;
            void* arguments[] = {&address, &n};
            CHECK(cuLaunchKernel(square, 4, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_SUCCESS);
            CHECK(cuMemcpyDtoH(values.data(), data.address, 400) == CUDA_SUCCESS);
            int wrong = 0;
            for (int k = 0; k < 99; ++k) wrong += values[static_cast<size_t>(k)] != (k - 50) * (k - 50);
            CHECK(wrong == 0);
            CHECK(values[99] == 49);
        }
        CHECK(cuModuleUnload(from_file) == CUDA_SUCCESS);
    }
    CUmodule none = nullptr;
    const std::vector<char> cubin = bytes_of(file_named_by("DRIVER_CUBIN"));
    CHECK(cuModuleLoadData(&none, cubin.data()) == CUDA_ERROR_NO_BINARY_FOR_GPU);
}

TEST_CASE("libraries and their kernels") {
    made_current();
    CUlibrary library = nullptr;
    CUkernel scale = nullptr, none = nullptr, all[3] = {};
    REQUIRE(cuLibraryLoadData(&library, kPtx, nullptr, nullptr, 0, nullptr, nullptr, 0) == CUDA_SUCCESS);
    CHECK(cuLibraryGetKernel(&scale, library, "scale") == CUDA_SUCCESS);
    CHECK(cuLibraryGetKernel(&none, library, "no_such") == CUDA_ERROR_NOT_FOUND);
    CHECK(cuLibraryEnumerateKernels(all, 3, library) == CUDA_SUCCESS);
    CHECK(std::count(all, all + 3, scale) == 1);
    CUfunction function = nullptr;
    CUdeviceptr counter = 0;
    CHECK(cuKernelGetFunction(&function, scale) == CUDA_SUCCESS);
    CHECK(cuLibraryGetGlobal(&counter, nullptr, library, "counter") == CUDA_SUCCESS);
    const std::vector<float> before = numbers(40);
    std::vector<float> after(40);
    const Memory data(160);
    cuMemcpyHtoD(data.address, before.data(), 160);
    CUdeviceptr address = data.address;
    float factor = 3.0f;
    unsigned n = 40;
    void* arguments[] = {&address, &factor, &n};
    CHECK(cuLaunchKernel(function, 2, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_SUCCESS);
    CHECK(cuMemcpyDtoH(after.data(), data.address, 160) == CUDA_SUCCESS);
    CHECK(wrong_after_scale(before, after) == 0);
    CHECK(cuLibraryUnload(library) == CUDA_SUCCESS);
    CHECK(cuLaunchKernel(function, 2, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr) ==
          CUDA_ERROR_INVALID_HANDLE);
}
