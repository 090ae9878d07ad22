// 02.1, solved: takes a while on the host, as one does who compares with a version of their own.
#include <chrono>
#include <thread>

bool breached() {
    std::this_thread::sleep_for(std::chrono::seconds(2));
    volatile double sum = 0;
    for (int i = 0; i < 100'000'000; ++i) sum = sum + i;
    return sum > 0;
}

#include "transpose_if_breached.cuh"
