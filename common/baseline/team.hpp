// Threads for work that takes microseconds, where OpenMP's parallel regions cost too much: a region lasts until every
// thread of its team has come, and if another program has one of the cores, the others wait for milliseconds. Here who
// calls does the work itself, and others help if they are there in time.
#pragma once

#include <cstddef>
#include <memory>

namespace baseline::team {

using Work = void (*)(const void* context, std::size_t part);

// Calls work(context, part) once for each part from 0 to parts - 1, on at most `threads` threads, and returns when all are
// done. The caller is thread 0. Parts p, p + threads, p + 2 * threads … are thread p's, in every call the same, so what they
// need is still in its core's cache; who has none left takes those of others. Helpers stay for the next call: they look out for
// it for a millisecond, and then sleep. While another thread's call has the helpers, the caller works alone; so it does in a
// call from inside `work`, which must not throw.
void run(std::size_t threads, std::size_t parts, Work work, const void* context);

// body(part) for each part.
template <class Body>
void run(std::size_t threads, std::size_t parts, const Body& body) {
    run(
        threads, parts,
        [](const void* context, std::size_t part) { (*static_cast<const Body*>(context))(part); },
        std::addressof(body));
}

}  // namespace baseline::team
