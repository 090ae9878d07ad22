// 02.1, not solved, "it sent something that is no reply": writes random bytes to the judge in the middle of a call.
#include <unistd.h>

#include <cstddef>

void transpose(float*, const float*, std::size_t, std::size_t) {
    unsigned state = 1;
    for (int i = 0; i < 1'000'000; ++i) {
        state = state * 1664525 + 1013904223;
        if (write(4, &state, sizeof state) < 0) break;
    }
}
