// Many answers judged at once, and told one after the other.
#pragma once

#include <cstddef>
#include <functional>

namespace exercises {

// Calls work(0), work(1), … work(count - 1) from `jobs` threads, and here report(i) when work(i) and all before it have returned.
// work must not throw. What report throws comes out, when the work that has begun has ended; the rest is not begun.
void in_order(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& work,
              const std::function<void(std::size_t)>& report);

}  // namespace exercises
