// See team.hpp.
//
// A call's work has a number. Each thread's cursor says how many of its parts are taken, and in which work. To take one is to
// move the cursor by a compare-and-swap, which succeeds only in the same work. So a helper that comes late, when the call has
// returned and maybe the next has begun, finds nothing to take; and while it has a part, the call does not return.
#include "common/baseline/team.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <system_error>
#include <thread>

namespace baseline::team {
namespace {

using Number = std::uint32_t;

constexpr std::size_t kLine = 128;  // bytes that a CPU may fetch together
constexpr std::size_t kMostThreads = 512;

// Waits a little before another look at what some thread is to change. After some microseconds it offers the core to other
// threads: maybe that one needs it.
void pause(int looks) {
    constexpr int kBeforeYield = 100;
    if (looks >= kBeforeYield) return std::this_thread::yield();
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

// What a helper needs to know of the work. `number` is odd while the rest is written; a helper that reads the rest then sees that.
struct alignas(kLine) Job {
    std::atomic<Number> number{0};
    std::atomic<Work> work{nullptr};
    std::atomic<const void*> context{nullptr};
    std::atomic<std::size_t> threads{0}, parts{0};
};

// The work's number in the upper half, a count of parts in the lower one.
class alignas(kLine) Count {
  public:
    // Adds one if it is below `most` in this work, and returns what it was; `most` if not.
    std::size_t take(Number number, std::size_t most) {
        std::uint64_t seen = value_.load(std::memory_order_relaxed);
        for (;;) {
            const auto of = static_cast<Number>(seen >> 32);
            const std::size_t count = of == number ? static_cast<std::uint32_t>(seen) : 0;
            // The difference, since numbers begin again after 2^32.
            if (static_cast<std::int32_t>(of - number) > 0 || count >= most) return most;
            if (value_.compare_exchange_weak(seen, joined(number, count + 1), std::memory_order_relaxed))
                return count;
        }
    }
    void set(Number number, std::size_t count) {
        value_.store(joined(number, count), std::memory_order_release);
    }
    std::size_t of(Number number) const {
        const std::uint64_t seen = value_.load(std::memory_order_acquire);
        return static_cast<Number>(seen >> 32) == number ? static_cast<std::uint32_t>(seen) : 0;
    }

  private:
    static std::uint64_t joined(Number number, std::size_t count) {
        return std::uint64_t{number} << 32 | static_cast<std::uint32_t>(count);
    }
    std::atomic<std::uint64_t> value_{0};
};

struct Counts {
    Count taken, done;
};

class Team {
  public:
    void run(std::size_t threads, std::size_t parts, Work work, const void* context) {
        threads = std::min({threads, parts, kMostThreads});
        if (threads <= 1 || busy_.test_and_set(std::memory_order_acquire)) {
            for (std::size_t part = 0; part < parts; ++part) work(context, part);
            return;
        }
        add_members(threads);
        const Number number = job_.number.load(std::memory_order_relaxed) + 2;
        job_.number.store(number - 1, std::memory_order_relaxed);
        job_.work.store(work, std::memory_order_release);
        job_.context.store(context, std::memory_order_release);
        job_.threads.store(threads, std::memory_order_release);
        job_.parts.store(parts, std::memory_order_release);
        job_.number.store(number, std::memory_order_release);
        job_.number.notify_all();
        const std::size_t done = help(number, 0, threads, parts, work, context);
        for (int looks = 0; done + done_by_helpers(number, threads) < parts; ++looks) pause(looks);
        busy_.clear(std::memory_order_release);
    }

  private:
    // As many as the system allows.
    void add_members(std::size_t threads) try {
        for (; members_ < threads; ++members_)
            std::thread([this, thread = members_] { stand_by(thread); }).detach();
    } catch (const std::system_error&) {
    }

    std::size_t done_by_helpers(Number number, std::size_t threads) const {
        std::size_t done = 0;
        for (std::size_t thread = 1; thread < threads; ++thread) done += counts_[thread].done.of(number);
        return done;
    }

    // Takes parts, its own ones first, until there are none left. Returns how many.
    std::size_t help(Number number, std::size_t thread, std::size_t threads, std::size_t parts, Work work,
                     const void* context) {
        std::size_t done = 0;
        for (std::size_t k = 0; k < threads; ++k) {
            const std::size_t of = (thread + k) % threads;
            const std::size_t most = of < parts ? (parts - of - 1) / threads + 1 : 0;
            for (std::size_t taken; most > 0 && (taken = counts_[of].taken.take(number, most)) < most; ++done)
                work(context, of + taken * threads);
        }
        return done;
    }

    // A helper's life.
    [[noreturn]] void stand_by(std::size_t thread) {
        Number before = 0;
        for (;;) {
            const Number number = next_after(before);
            before = number;
            const Work work = job_.work.load(std::memory_order_acquire);
            const void* const context = job_.context.load(std::memory_order_acquire);
            const std::size_t threads = job_.threads.load(std::memory_order_acquire);
            const std::size_t parts = job_.parts.load(std::memory_order_acquire);
            const bool whole = job_.number.load(std::memory_order_relaxed) == number;
            if (!whole || thread >= threads) continue;
            const std::size_t done = help(number, thread, threads, parts, work, context);
            if (done > 0) counts_[thread].done.set(number, done);
        }
    }

    // Waits for the next work, and returns its number.
    Number next_after(Number before) {
        using Clock = std::chrono::steady_clock;
        const Clock::time_point sleep_at = Clock::now() + std::chrono::milliseconds(1);
        for (int looks = 0;; ++looks) {
            const Number number = job_.number.load(std::memory_order_acquire);
            if (number != before && number % 2 == 0) return number;
            if (Clock::now() < sleep_at)
                pause(looks);
            else
                job_.number.wait(number, std::memory_order_relaxed);
        }
    }

    Job job_;
    std::array<Counts, kMostThreads> counts_;
    std::size_t members_ = 1;  // the caller, and helpers that were started
    std::atomic_flag busy_;
};

}  // namespace

void run(std::size_t threads, std::size_t parts, Work work, const void* context) {
    static auto* const team = new Team;  // for ever, as its helpers
    team->run(threads, parts, work, context);
}

}  // namespace baseline::team
