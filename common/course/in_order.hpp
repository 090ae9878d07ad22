// Runs tasks in parallel and reports them in order.
#pragma once

#include <cstddef>
#include <functional>

namespace course {

// Calls work(0), work(1), … work(count - 1) on `jobs` threads, and report(i) on the calling thread once work(i) and
// all before it have returned. work must not throw. An exception from report is passed on after the running work has
// ended; no other work starts.
void in_order(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& work,
              const std::function<void(std::size_t)>& report);

}  // namespace course
