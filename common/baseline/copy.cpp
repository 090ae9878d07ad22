// See copy.hpp.
#include "common/baseline/copy.hpp"

#include <algorithm>
#include <cstring>

namespace baseline {

void copy_bytes(void* out, const void* in, std::size_t bytes) {
    constexpr std::size_t kPiece = 4 << 20;  // large enough for memcpy's fastest way
    const std::size_t pieces = (bytes + kPiece - 1) / kPiece;
#pragma omp parallel for
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        const std::size_t first = piece * kPiece;
        std::memcpy(static_cast<char*>(out) + first, static_cast<const char*>(in) + first,
                    std::min(kPiece, bytes - first));
    }
}

}  // namespace baseline
