// An array of elements in device memory, freed when the Buffer is destroyed.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "common/cuda/check.hpp"

namespace gpu {

template <class Element>
class Buffer {
  public:
    Buffer() = default;

    // `count` elements, not initialised. Throws gpu::Error if the device has too little memory.
    explicit Buffer(std::size_t count) : count_(count) {
        if (count > 0) CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(&data_), bytes()));
    }

    // A copy of the host's data.
    explicit Buffer(const std::vector<Element>& host) : Buffer(host.size()) {
        upload(host.data(), host.size());
    }

    Buffer(Buffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
    Buffer& operator=(Buffer&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(count_, other.count_);
        return *this;
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    // cudaFree fails only after an error that an earlier call has reported, and a destructor cannot report it
    // again.
    ~Buffer() { static_cast<void>(cudaFree(data_)); }

    Element* data() { return data_; }
    const Element* data() const { return data_; }
    std::size_t size() const { return count_; }
    std::size_t bytes() const { return count_ * sizeof(Element); }

    // Copies `count` elements from host to this buffer's elements first … first + count - 1.
    void upload(const Element* host, std::size_t count, std::size_t first = 0) {
        CUDA_CHECK(cudaMemcpy(data_ + first, host, count * sizeof(Element), cudaMemcpyHostToDevice));
    }

    // Copies this buffer's elements first … first + count - 1 to host. Waits for the kernels launched before.
    void download(Element* host, std::size_t count, std::size_t first = 0) const {
        CUDA_CHECK(cudaMemcpy(host, data_ + first, count * sizeof(Element), cudaMemcpyDeviceToHost));
    }

    // The whole buffer on the host.
    std::vector<Element> to_host() const {
        std::vector<Element> host(count_);
        download(host.data(), count_);
        return host;
    }

    // Sets every byte. 0xff makes every float a NaN: a poison that fails every comparison.
    void fill_bytes(int value) { CUDA_CHECK(cudaMemset(data_, value, bytes())); }

  private:
    Element* data_ = nullptr;
    std::size_t count_ = 0;
};

}  // namespace gpu
