// Memory for packed panels (blocked.hpp).
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

#include "common/baseline/multiply/blocked.hpp"

namespace baseline::multiply {

// In pages of 2 MiB if the system has them: a CPU's TLB holds the addresses of some
// thousand pages, and panels in pages of 4 KiB would need more. The memory is kept from call to call, since fresh
// pages cost more than packing.
class Buffer {
  public:
    // At a multiple of 2 MiB. What was there before may be lost.
    float* at_least(std::size_t floats) {
        constexpr std::size_t kPage = 2 << 20;
        if (floats > size_) {
            memory_.reset();
            const std::size_t bytes = divide_up(floats * sizeof(float), kPage) * kPage;
            memory_.reset(static_cast<float*>(std::aligned_alloc(kPage, bytes)));
            size_ = memory_ ? floats : 0;
            if (!memory_) throw std::bad_alloc();
            static_cast<void>(
                madvise(memory_.get(), bytes, MADV_HUGEPAGE));  // if it fails, small pages will do
        }
        return memory_.get();
    }

  private:
    struct Free {
        void operator()(float* memory) const { std::free(memory); }
    };
    std::unique_ptr<float, Free> memory_;
    std::size_t size_ = 0;
};

}  // namespace baseline::multiply
