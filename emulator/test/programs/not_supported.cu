// What the emulator does not have, one case each: the argument names it, and the program prints the error that it sees.
// Comments mark the lines that the messages have to name. Textures fail at the call on the host.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

namespace {

__global__ void formatted(cudaSurfaceObject_t surface, int* c) {
    asm volatile("sust.p.1d.b32.trap [%0, {%1}], {%2};" ::"l"(surface), "r"(0), "r"(c[0]));  // formatted
}

cudaError_t run(const char* name, float* data) {
    const auto is = [name](const char* other) { return std::strcmp(name, other) == 0; };
    if (is("formatted")) formatted<<<1, 32>>>(0, reinterpret_cast<int*>(data));
    if (is("anisotropic")) {
        cudaResourceDesc resource{};
        resource.resType = cudaResourceTypeLinear;
        resource.res.linear = {data, cudaCreateChannelDesc<float>(), 4096};
        cudaTextureDesc description{};
        description.maxAnisotropy = 4;
        cudaTextureObject_t object;
        return cudaCreateTextureObject(&object, &resource, &description, nullptr);
    }
    if (is("sparse_array")) {
        cudaArray_t array;
        const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
        return cudaMallocArray(&array, &channels, 16, 16, cudaArraySparse);
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
