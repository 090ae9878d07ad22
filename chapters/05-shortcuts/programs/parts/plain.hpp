// The whole call as a program makes it that has its matrices on the host: allocate, copy there, pad, compute, copy back, free; one
// after the other, each part timed. What rung 7's time leaves out. Compare with overlapped.hpp.
#pragma once

#include <cstddef>

namespace whole {

// In milliseconds, by the host's clock, which waits for the device after each part.
struct Parts {
    double allocate = 0;
    double copy_in = 0;
    double compute = 0;  // padding and looking at the data included
    double copy_out = 0;
    double release = 0;

    double sum() const { return allocate + copy_in + compute + copy_out + release; }
};

// r and d: n × n on the host.
Parts plain(float* r, const float* d, std::size_t n);

}  // namespace whole
