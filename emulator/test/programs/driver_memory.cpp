// The driver's API alone, as in driver_calls.cpp: memory, copies, streams and events, functions by name.
#include <cuda.h>
#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace {

// The primary context, current for one test.
struct Context {
    Context() {
        CUcontext context = nullptr;
        REQUIRE(cuInit(0) == CUDA_SUCCESS);
        REQUIRE(cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS);
        REQUIRE(cuCtxSetCurrent(context) == CUDA_SUCCESS);
    }
    ~Context() { CHECK(cuDevicePrimaryCtxRelease(0) == CUDA_SUCCESS); }
};

template <class Value>
std::vector<Value> on_host(CUdeviceptr address, size_t count) {
    std::vector<Value> values(count, static_cast<Value>(0x5A5A5A5A));
    CHECK(cuMemcpyDtoH(values.data(), address, count * sizeof(Value)) == CUDA_SUCCESS);
    return values;
}

std::vector<uint8_t> bytes_from(unsigned first, size_t count) {
    std::vector<uint8_t> bytes(count);
    for (size_t k = 0; k < count; ++k) bytes[k] = static_cast<uint8_t>(first + k);
    return bytes;
}

}  // namespace

TEST_CASE("memory of every kind is allocated, described and freed") {
    const Context context;
    CUdeviceptr device = 0, pitched = 0, managed = 0, mapped = 0, base = 0;
    size_t pitch = 0, bytes = 0;
    void *pinned = nullptr, *portable = nullptr;
    CHECK(cuMemAlloc(&device, 0) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemAlloc(&device, 1000) == CUDA_SUCCESS);
    CHECK(cuMemAllocPitch(&pitched, &pitch, 100, 7, 3) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemAllocPitch(&pitched, &pitch, 100, 7, 4) == CUDA_SUCCESS);
    CHECK(pitch == 512);
    CHECK(cuMemAllocManaged(&managed, 64, CU_MEM_ATTACH_GLOBAL) == CUDA_SUCCESS);
    CHECK(cuMemAllocHost(&pinned, 64) == CUDA_SUCCESS);
    CHECK(cuMemHostAlloc(&portable, 64, CU_MEMHOSTALLOC_DEVICEMAP) == CUDA_SUCCESS);
    CHECK(cuMemHostGetDevicePointer(&mapped, portable, 0) == CUDA_SUCCESS);
    CHECK(cuMemGetAddressRange(&base, &bytes, device + 999) == CUDA_SUCCESS);
    CHECK(base == device);
    CHECK(bytes == 1000);
    CHECK(cuMemGetAddressRange(&base, &bytes, device + 1000) == CUDA_ERROR_NOT_FOUND);

    unsigned type = 0, is_managed = 7;
    int ordinal = 7;
    CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, device) == CUDA_SUCCESS);
    CHECK(type == CU_MEMORYTYPE_DEVICE);
    CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                reinterpret_cast<CUdeviceptr>(pinned)) == CUDA_SUCCESS);
    CHECK(type == CU_MEMORYTYPE_HOST);
    CHECK(cuPointerGetAttribute(&is_managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, managed) == CUDA_SUCCESS);
    CHECK(is_managed == 1);
    CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                reinterpret_cast<CUdeviceptr>(&type)) == CUDA_ERROR_INVALID_VALUE);
    CUpointer_attribute attributes[] = {CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
                                        CU_POINTER_ATTRIBUTE_RANGE_SIZE, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
    void* results[] = {&base, &bytes, &ordinal};
    CHECK(cuPointerGetAttributes(3, attributes, results, device + 10) == CUDA_SUCCESS);
    CHECK(base == device);
    CHECK(bytes == 1000);
    CHECK(ordinal == 0);
    CHECK(cuPointerGetAttributes(3, attributes, results, reinterpret_cast<CUdeviceptr>(&type)) ==
          CUDA_SUCCESS);
    CHECK(ordinal == CU_DEVICE_INVALID);

    alignas(64) static char own[256];
    CHECK(cuMemHostRegister(own, sizeof own, 0) == CUDA_SUCCESS);
    CHECK(cuMemHostRegister(own, sizeof own, 0) == CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
    CHECK(cuMemHostUnregister(own) == CUDA_SUCCESS);
    CHECK(cuMemFreeHost(pinned) == CUDA_SUCCESS);
    CHECK(cuMemFreeHost(portable) == CUDA_SUCCESS);
    CHECK(cuMemFree(managed) == CUDA_SUCCESS);
    CHECK(cuMemFree(pitched) == CUDA_SUCCESS);
    CHECK(cuMemFree(device + 1) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemFree(device) == CUDA_SUCCESS);
    CHECK(cuMemFree(device) == CUDA_ERROR_INVALID_VALUE);
}

TEST_CASE("fills of 1, 2 and 4 bytes, in rows, too") {
    const Context context;
    CUdeviceptr data = 0;
    REQUIRE(cuMemAlloc(&data, 64) == CUDA_SUCCESS);
    CHECK(cuMemsetD8(data, 0xAB, 64) == CUDA_SUCCESS);
    CHECK(cuMemsetD16(data, 0x1234, 3) == CUDA_SUCCESS);
    CHECK(cuMemsetD32(data + 8, 0xDEADBEEF, 2) == CUDA_SUCCESS);
    CHECK(on_host<uint16_t>(data, 4) == std::vector<uint16_t>{0x1234, 0x1234, 0x1234, 0xABAB});
    CHECK(on_host<uint32_t>(data + 8, 3) == std::vector<uint32_t>{0xDEADBEEF, 0xDEADBEEF, 0xABABABAB});
    CHECK(cuMemsetD2D32(data, 16, 7, 2, 3) == CUDA_SUCCESS);
    CHECK(on_host<uint32_t>(data + 16, 4) == std::vector<uint32_t>{7, 7, 0xABABABAB, 0xABABABAB});
    CHECK(cuMemsetD2D16Async(data, 16, 9, 1, 2, nullptr) == CUDA_SUCCESS);
    CHECK(on_host<uint32_t>(data + 16, 1) == std::vector<uint32_t>{9});
    CHECK(cuMemsetD32(data + 2, 0, 1) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemsetD16(data + 1, 0, 1) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemsetD32(data, 0, 17) == CUDA_ERROR_INVALID_VALUE);  // past the end
    CHECK(cuMemFree(data) == CUDA_SUCCESS);
}

TEST_CASE("copies in every direction, in rows and in boxes") {
    const Context context;
    const std::vector<uint8_t> source = bytes_from(1, 60);
    CUdeviceptr first = 0, second = 0;
    REQUIRE(cuMemAlloc(&first, 60) == CUDA_SUCCESS);
    REQUIRE(cuMemAlloc(&second, 60) == CUDA_SUCCESS);
    CHECK(cuMemcpyHtoD(first, source.data(), 60) == CUDA_SUCCESS);
    CHECK(cuMemcpyDtoD(second, first, 60) == CUDA_SUCCESS);
    CHECK(on_host<uint8_t>(second, 60) == source);
    CHECK(cuMemsetD8(second, 0, 60) == CUDA_SUCCESS);
    CHECK(cuMemcpy(second, reinterpret_cast<CUdeviceptr>(source.data()), 60) == CUDA_SUCCESS);
    CHECK(on_host<uint8_t>(second, 60) == source);
    CHECK(cuMemcpyHtoD(first, source.data(), 61) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemcpyDtoH(const_cast<uint8_t*>(source.data()), reinterpret_cast<CUdeviceptr>(&first), 8) ==
          CUDA_ERROR_INVALID_VALUE);

    // 3 bytes of 2 rows, from column 2 of row 1 to column 1 of row 2, of rows of 10 and 12 bytes.
    CHECK(cuMemsetD8(second, 0, 60) == CUDA_SUCCESS);
    CUDA_MEMCPY2D rows = {};
    rows.srcMemoryType = CU_MEMORYTYPE_HOST;
    rows.srcHost = source.data();
    rows.srcXInBytes = 2;
    rows.srcY = 1;
    rows.srcPitch = 10;
    rows.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    rows.dstDevice = second;
    rows.dstXInBytes = 1;
    rows.dstY = 2;
    rows.dstPitch = 12;
    rows.WidthInBytes = 3;
    rows.Height = 2;
    CHECK(cuMemcpy2D(&rows) == CUDA_SUCCESS);
    std::vector<uint8_t> expected(60, 0);
    for (size_t y = 0; y < 2; ++y)
        for (size_t x = 0; x < 3; ++x) expected[(2 + y) * 12 + 1 + x] = source[(1 + y) * 10 + 2 + x];
    CHECK(on_host<uint8_t>(second, 60) == expected);
    rows.WidthInBytes = 12;  // reaches past the end of a row
    CHECK(cuMemcpy2D(&rows) == CUDA_ERROR_INVALID_VALUE);
    rows.WidthInBytes = 3;
    rows.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    CHECK(cuMemcpy2D(&rows) == CUDA_ERROR_INVALID_HANDLE);
    CHECK(cuMemcpy2D(nullptr) == CUDA_ERROR_INVALID_VALUE);

    // A box of 2 x 2 x 2 bytes in slices of 3 rows of 5 bytes, by unified addresses.
    CUDA_MEMCPY3D box = {};
    box.srcMemoryType = box.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
    box.srcDevice = first;
    box.dstDevice = second;
    box.srcPitch = box.dstPitch = 5;
    box.srcHeight = box.dstHeight = 3;
    box.srcXInBytes = 1;
    box.srcY = 1;
    box.dstZ = 1;
    box.WidthInBytes = box.Height = box.Depth = 2;
    CHECK(cuMemsetD8(second, 0, 60) == CUDA_SUCCESS);
    CHECK(cuMemcpy3D(&box) == CUDA_SUCCESS);
    expected.assign(60, 0);
    for (size_t z = 0; z < 2; ++z)
        for (size_t y = 0; y < 2; ++y)
            for (size_t x = 0; x < 2; ++x)
                expected[((1 + z) * 3 + y) * 5 + x] = source[(z * 3 + 1 + y) * 5 + 1 + x];
    CHECK(on_host<uint8_t>(second, 60) == expected);
    CHECK(cuMemFree(first) == CUDA_SUCCESS);
    CHECK(cuMemFree(second) == CUDA_SUCCESS);
}

TEST_CASE("streams and events") {
    const Context context;
    CUstream stream = nullptr;
    CUevent begin = nullptr, end = nullptr;
    CUdeviceptr data = 0;
    float milliseconds = -1;
    REQUIRE(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS);
    REQUIRE(cuEventCreate(&begin, CU_EVENT_DEFAULT) == CUDA_SUCCESS);
    REQUIRE(cuEventCreate(&end, CU_EVENT_DEFAULT) == CUDA_SUCCESS);
    REQUIRE(cuMemAllocAsync(&data, 40, stream) == CUDA_SUCCESS);
    CHECK(cuEventRecord(begin, stream) == CUDA_SUCCESS);
    CHECK(cuMemsetD32Async(data, 3, 10, stream) == CUDA_SUCCESS);
    int called = 0;
    CUresult inside = CUDA_SUCCESS;
    CHECK(cuLaunchHostFunc(
              stream, [](void* result) { *static_cast<CUresult*>(result) = cuCtxSynchronize(); }, &inside) ==
          CUDA_SUCCESS);
    CHECK(cuLaunchHostFunc(
              stream, [](void* count) { ++*static_cast<int*>(count); }, &called) == CUDA_SUCCESS);
    CHECK(cuStreamAddCallback(
              stream,
              [](CUstream, CUresult status, void* count) {
                  *static_cast<int*>(count) += status == CUDA_SUCCESS;
              },
              &called, 0) == CUDA_SUCCESS);
    CHECK(cuEventRecord(end, stream) == CUDA_SUCCESS);
    CHECK(cuStreamWaitEvent(nullptr, end, 0) == CUDA_SUCCESS);
    CHECK(cuEventSynchronize(end) == CUDA_SUCCESS);
    CHECK(called == 2);
    CHECK(inside == CUDA_ERROR_NOT_PERMITTED);
    CHECK(cuEventElapsedTime(&milliseconds, begin, end) == CUDA_SUCCESS);
    CHECK(milliseconds >= 0);
    CHECK(cuStreamQuery(stream) == CUDA_SUCCESS);
    uint32_t last = 0;
    CHECK(cuMemcpyDtoHAsync(&last, data + 36, 4, stream) == CUDA_SUCCESS);
    CHECK(cuStreamSynchronize(stream) == CUDA_SUCCESS);
    CHECK(last == 3);
    unsigned flags = 0;
    CHECK(cuStreamGetFlags(stream, &flags) == CUDA_SUCCESS);
    CHECK(flags == CU_STREAM_NON_BLOCKING);
    CHECK(cuMemFreeAsync(data, stream) == CUDA_SUCCESS);
    CHECK(cuStreamDestroy(stream) == CUDA_SUCCESS);
    CHECK(cuStreamSynchronize(stream) == CUDA_ERROR_INVALID_HANDLE);
    CHECK(cuEventDestroy(begin) == CUDA_SUCCESS);
    CHECK(cuEventDestroy(end) == CUDA_SUCCESS);
}

TEST_CASE("functions by name and version") {
    void* found = nullptr;
    CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
    CHECK(cuGetProcAddress("cuMemAlloc", &found, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &status) ==
          CUDA_SUCCESS);
    CHECK(status == CU_GET_PROC_ADDRESS_SUCCESS);
    CHECK(found == reinterpret_cast<void*>(cuMemAlloc));  // cuMemAlloc_v2
    CHECK(cuGetProcAddress("cuCtxCreate", &found, 13000, 0, &status) == CUDA_SUCCESS);
    CHECK(found == reinterpret_cast<void*>(cuCtxCreate));  // cuCtxCreate_v4
    void* older = nullptr;
    CHECK(cuGetProcAddress("cuCtxCreate", &older, 12000, 0, &status) == CUDA_SUCCESS);
    CHECK(older != nullptr);
    CHECK(older != found);
    CHECK(cuGetProcAddress("cuLibraryLoadData", &found, 11080, 0, &status) == CUDA_SUCCESS);
    CHECK(found == nullptr);
    CHECK(status == CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
    for (const char* name : {"cuNoSuchFunction", "cudaMalloc", "malloc"}) {
        CHECK(cuGetProcAddress(name, &found, 13000, 0, &status) == CUDA_SUCCESS);
        CHECK(found == nullptr);
        CHECK(status == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    }
    CHECK(cuGetProcAddress("cuNoSuchFunction", &found, 13000, 0, nullptr) == CUDA_ERROR_NOT_FOUND);
}

TEST_CASE("what the emulator lacks is there and refuses by name") {
    const Context context;
    CUmemGenericAllocationHandle handle = 0;
    CHECK(cuMemCreate(&handle, 4096, nullptr, 0) == CUDA_ERROR_NOT_SUPPORTED);
    const void* table = nullptr;
    const CUuuid id = {};
    CHECK(cuGetExportTable(&table, &id) == CUDA_ERROR_NOT_SUPPORTED);
}
