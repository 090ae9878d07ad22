// What the emulator does not have, one case each: the argument names it, and the program prints the error that it sees.
// Comments mark the lines that the messages have to name. Texture references and graphs fail at the call on the host.
#include <cuda_runtime.h>
#include <mma.h>

#include <cstdio>
#include <cstring>

namespace {

__global__ void wmma_product(const half* a, float* c) {
    using namespace nvcuda::wmma;
    fragment<matrix_a, 16, 16, 16, half, row_major> left;
    fragment<matrix_b, 16, 16, 16, half, col_major> right;
    fragment<accumulator, 16, 16, 16, float> sum;
    fill_fragment(sum, 0.0f);
    load_matrix_sync(left, a, 16);  // wmma
    load_matrix_sync(right, a, 16);
    mma_sync(sum, left, right, sum);
    store_matrix_sync(c, sum, 16, mem_row_major);
}

__global__ void mma_product(float* c) {
    float a = c[0], b = c[1];
#define TENSOR_PRODUCT                                                                                       \
    "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %0, %1}, {%2, %2, %2, %2}, {%2, %2}, {%0, " \
    "%1, %0, %1};"
    asm volatile(TENSOR_PRODUCT : "+f"(a), "+f"(b) : "r"(0));  // mma
    c[0] = a + b;
}

__global__ void __cluster_dims__(2, 1, 1) cluster_kernel(float* c) { c[0] = 1; }

__global__ void texture(cudaTextureObject_t texture, float* c) {
    c[0] = tex1Dfetch<float>(texture, 0);  // texture
}
__global__ void surface(cudaSurfaceObject_t surface, float* c) {
    surf1Dwrite(c[0], surface, 0);  // surface
}

__global__ void device_malloc(float** place) {
    *place = static_cast<float*>(malloc(64));  // malloc
}
__global__ void device_new(float** place) {
    *place = new float[64];  // new
}
__global__ void device_delete(float** place) {
    delete[] * place;  // delete
}

__global__ void plain(float* c) { c[0] = 1; }

cudaError_t launch_with(cudaLaunchAttribute attribute, float* data) {
    cudaLaunchConfig_t config{};
    config.gridDim = config.blockDim = dim3(4);
    config.attrs = &attribute;
    config.numAttrs = 1;
    return cudaLaunchKernelEx(&config, plain, data);
}

cudaError_t run(const char* name, float* data) {
    const auto is = [name](const char* other) { return std::strcmp(name, other) == 0; };
    float** place = reinterpret_cast<float**>(data);
    if (is("wmma")) wmma_product<<<1, 32>>>(reinterpret_cast<half*>(data), data);
    if (is("mma")) mma_product<<<1, 32>>>(data);
    if (is("cluster_kernel")) cluster_kernel<<<2, 32>>>(data);
    if (is("texture")) texture<<<1, 32>>>(0, data);
    if (is("surface")) surface<<<1, 32>>>(0, data);
    if (is("malloc")) device_malloc<<<1, 32>>>(place);
    if (is("new")) device_new<<<1, 32>>>(place);
    if (is("delete")) device_delete<<<1, 32>>>(place);
    if (is("cluster_launch")) {
        cudaLaunchAttribute attribute{};
        attribute.id = cudaLaunchAttributeClusterDimension;
        attribute.val.clusterDim = {2, 1, 1};
        return launch_with(attribute, data);
    }
    if (is("graph")) {
        cudaGraph_t graph;
        return cudaGraphCreate(&graph, 0);
    }
    if (is("capture")) {
        cudaStream_t stream;
        cudaStreamCreate(&stream);
        return cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    }
    if (is("texture_object")) {
        cudaTextureObject_t object;
        const cudaResourceDesc resource{};
        const cudaTextureDesc description{};
        return cudaCreateTextureObject(&object, &resource, &description, nullptr);
    }
    if (is("surface_object")) {
        cudaSurfaceObject_t object;
        const cudaResourceDesc resource{};
        return cudaCreateSurfaceObject(&object, &resource);
    }
    if (is("array")) {
        cudaArray_t array;
        const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
        return cudaMallocArray(&array, &channels, 16, 16);
    }
    const cudaError_t launched = cudaGetLastError();
    return launched != cudaSuccess ? launched : cudaDeviceSynchronize();
}

}  // namespace

int main(int argc, char** argv) {
    float* data = nullptr;
    cudaMalloc(&data, 4096);
    cudaMemset(data, 0, 4096);
    std::printf("%s\n", cudaGetErrorName(run(argc > 1 ? argv[1] : "", data)));
    return 0;
}
