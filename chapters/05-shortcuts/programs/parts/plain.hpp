// The whole call of a program with its matrices on the host: allocate, copy in, pad, compute, copy out, free; one
// after the other, each part timed. Rung 7's time is only a part of it. Compare with overlapped.hpp.
#pragma once

#include <cstddef>

namespace whole {

// In milliseconds on the host's clock; the host waits for the device after each part.
struct Parts {
    double allocate = 0;
    double copy_in = 0;
    double compute = 0;  // including padding and the check of the data
    double copy_out = 0;
    double release = 0;

    double sum() const { return allocate + copy_in + compute + copy_out + release; }
};

// r and d: n × n on the host.
Parts plain(float* r, const float* d, std::size_t n);

}  // namespace whole
