// 02.1, not solved, "ended itself" or "for too long" or "was still running": asks the emulator without end and reads no reply, on 64 threads.
#include <unistd.h>

#include <cstddef>
#include <thread>
#include <vector>

void transpose(float*, const float*, std::size_t, std::size_t) {
    const std::vector<char> zeros(1 << 20);
    for (int i = 0; i < 64; ++i)
        std::thread([&] {
            for (;;)
                if (write(3, zeros.data(), zeros.size()) < 0) sleep(1);
        }).detach();
    for (;;) pause();
}
