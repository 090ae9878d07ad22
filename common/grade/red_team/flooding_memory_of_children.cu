// 02.1, not solved, "of memory" or "for too long": 40 children, each of which takes 1 GB: none of them much, all of them too much.
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <new>

void transpose(float*, const float*, std::size_t, std::size_t) {
    constexpr std::size_t kPiece = std::size_t{1} << 20;
    for (int child = 0; child < 40; ++child) {
        if (fork() != 0) continue;
        for (int piece = 0; piece < 1024; ++piece)
            if (char* const memory = new (std::nothrow) char[kPiece]) std::memset(memory, 1, kPiece);
        for (;;) pause();
    }
    for (;;) pause();
}
