// 02.1, not solved, "for too long" or "does not end": an endless loop on the host.
#include <cstddef>

void transpose(float*, const float*, std::size_t, std::size_t) {
    for (volatile unsigned turns = 0;; turns = turns + 1) continue;
}
