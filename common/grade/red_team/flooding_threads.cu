// 02.1, not solved, "more than 1024 threads" or "global stores": as many threads as there may be.
#include <pthread.h>
#include <unistd.h>

bool breached() {
    int threads = 0;
    for (pthread_t thread; threads < 20'000; ++threads)
        if (pthread_create(
                &thread, nullptr, [](void*) -> void* { return pause(), nullptr; }, nullptr) != 0)
            break;
    return threads >= 20'000;
}

#include "transpose_if_breached.cuh"
