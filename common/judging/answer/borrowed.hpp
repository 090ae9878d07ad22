// Arrays that the judge lends for a call (judging::Lent), on this process's device.
#pragma once

#include <cuda_runtime_api.h>

#include <vector>

#include "common/judging/messages.hpp"

namespace judging {

class Borrowed {
  public:
    // Copies the arrays to the device; arguments of the request that point into one point into its copy then.
    explicit Borrowed(Request& request);
    ~Borrowed();
    Borrowed(const Borrowed&) = delete;
    Borrowed& operator=(const Borrowed&) = delete;

    // Waits for the device and copies them back. The first error since the call began.
    cudaError_t give_back();

  private:
    struct Array {
        void* lent;
        void* on_device;
        std::size_t bytes;
    };
    void note(cudaError_t error) {
        if (error_ == cudaSuccess) error_ = error;
    }
    void redirect(std::uint64_t& argument) const;

    std::vector<Array> arrays_;
    cudaError_t error_ = cudaSuccess;
};

}  // namespace judging
