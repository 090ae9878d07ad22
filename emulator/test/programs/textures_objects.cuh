// Arrays, texture objects and surface objects that release themselves.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

#include "common/cuda/check.hpp"

namespace gpu_test {

// An array with the texels of all its rows, slices, layers. height or depth 0: it has no such dimension.
struct Array {
    cudaArray_t handle = nullptr;
    template <class T>
    Array(const std::vector<T>& texels, std::size_t width, std::size_t height, std::size_t depth = 0,
          unsigned flags = 0, cudaChannelFormatDesc channels = cudaCreateChannelDesc<T>()) {
        CUDA_CHECK(cudaMalloc3DArray(&handle, &channels, make_cudaExtent(width, height, depth), flags));
        cudaMemcpy3DParms copy{};
        const std::size_t rows = std::max<std::size_t>(height, 1);
        copy.srcPtr = make_cudaPitchedPtr(const_cast<T*>(texels.data()), width * sizeof(T), width, rows);
        copy.dstArray = handle;
        copy.extent = make_cudaExtent(width, rows, std::max<std::size_t>(depth, 1));
        copy.kind = cudaMemcpyHostToDevice;
        CUDA_CHECK(cudaMemcpy3D(&copy));
    }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;
    ~Array() { cudaFreeArray(handle); }

    cudaResourceDesc resource() const {
        cudaResourceDesc description{};
        description.resType = cudaResourceTypeArray;
        description.res.array.array = handle;
        return description;
    }
};

struct Texture {
    cudaTextureObject_t object = 0;
    Texture(const cudaResourceDesc& resource, const cudaTextureDesc& description) {
        CUDA_CHECK(cudaCreateTextureObject(&object, &resource, &description, nullptr));
    }
    Texture(const Array& array, const cudaTextureDesc& description)
        : Texture(array.resource(), description) {}
    Texture(const Texture&) = delete;
    Texture& operator=(const Texture&) = delete;
    ~Texture() { cudaDestroyTextureObject(object); }
};

struct Surface {
    cudaSurfaceObject_t object = 0;
    explicit Surface(const Array& array) {
        const cudaResourceDesc resource = array.resource();
        CUDA_CHECK(cudaCreateSurfaceObject(&object, &resource));
    }
    Surface(const Surface&) = delete;
    Surface& operator=(const Surface&) = delete;
    ~Surface() { cudaDestroySurfaceObject(object); }
};

}  // namespace gpu_test
