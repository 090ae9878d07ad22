// See copy.hpp.
#include "common/baseline/copy.hpp"

#include <omp.h>

#include <algorithm>
#include <cstring>

namespace baseline {

void copy_bytes(void* out, const void* in, std::size_t bytes) {
    constexpr std::size_t kAlone = 256 << 10;  // below this a team of threads costs more than it saves
    constexpr std::size_t kPage = 4096;        // no two threads write to the same page
    if (bytes <= kAlone) {
        if (bytes != 0) std::memcpy(out, in, bytes);
        return;
    }
#pragma omp parallel
    {
        const auto threads = static_cast<std::size_t>(omp_get_num_threads());
        const std::size_t pages = (bytes + kPage - 1) / kPage;
        const std::size_t part = (pages + threads - 1) / threads * kPage;
        const std::size_t first = std::min(bytes, part * static_cast<std::size_t>(omp_get_thread_num()));
        std::memcpy(static_cast<char*>(out) + first, static_cast<const char*>(in) + first,
                    std::min(part, bytes - first));
    }
}

}  // namespace baseline
