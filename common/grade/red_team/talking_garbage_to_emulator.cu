// 02.1, not solved, "no kernel was launched": writes random bytes to the emulator, in the middle of a call.
#include <unistd.h>

#include <cstddef>

void transpose(float*, const float*, std::size_t, std::size_t) {
    unsigned state = 1;
    for (int i = 0; i < 1'000'000; ++i) {
        state = state * 1664525 + 1013904223;
        if (write(3, &state, sizeof state) < 0) break;
    }
}
