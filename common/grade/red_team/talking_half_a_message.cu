// 02.1, not solved, "for too long": sends a few bytes to both and then nothing, for ever.
#include <unistd.h>

#include <cstddef>

void transpose(float*, const float*, std::size_t, std::size_t) {
    for (const int connection : {3, 4})
        if (write(connection, "\1", 1) < 0) continue;
    for (;;) pause();
}
