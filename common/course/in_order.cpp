// See in_order.hpp.
#include "common/course/in_order.hpp"

#include <atomic>
#include <thread>
#include <vector>

namespace course {

void in_order(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& work,
              const std::function<void(std::size_t)>& report) {
    std::vector<std::atomic<bool>> done(count);
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> workers;
    for (unsigned job = 0; job < jobs; ++job) {
        workers.emplace_back([&] {
            for (std::size_t i; (i = next++) < count;) {
                work(i);
                done[i] = true;
                done[i].notify_one();
            }
        });
    }
    try {
        for (std::size_t i = 0; i < count; ++i) {
            done[i].wait(false);
            report(i);
        }
    } catch (...) {
        next = count;
        throw;
    }
}

}  // namespace course
