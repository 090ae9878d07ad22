// One line on a terminal that says how far long work is and what remains. It is rewritten in place and removed at the end; a file or
// a pipe gets nothing.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <mutex>
#include <string>
#include <utility>

namespace terminal {

// Where the line stands. A program that knows that the cursor's line is empty takes that one. Code that works for others (the emulator
// in somebody's program) takes the line below the cursor, and puts the cursor back: text that the program has begun,
// and its own progress, are left alone. Ctrl-C then removes the line, which would stay behind the shell's prompt.
enum class Place { CursorsLine, BelowCursor };

class Progress {
  public:
    // Writes to a file descriptor, usually standard error, if it is a terminal that understands escape sequences.
    explicit Progress(int file, Place place = Place::CursorsLine);
    ~Progress() { clear(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // Whether there is a terminal to write to: if not, callers need not make a text.
    bool shown() const { return shown_; }

    // A text that is too long for the terminal ends with "…" or "...".
    void show(const std::string& text);

    // Removes the line, before other text is written.
    void clear();

  private:
    int file_;
    Place place_;
    bool shown_;
    bool visible_ = false;
};

// The time that the rest takes if it goes on as it began: ", about 12 s left", ", about 3 min left". Empty while too little is
// known: before the first second, and if nothing or everything is done.
std::string remaining(double seconds_so_far, double done, double of);

// "3 of 13".
std::string of_all(std::size_t done, std::size_t of);

// Seconds since its construction.
class Stopwatch {
  public:
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

  private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Progress of work that several threads share: "34 of 87 answers, about 20 s left".
class CountedWork {
  public:
    // `what` is counted, in the plural: "answers".
    CountedWork(int file, std::string what, std::size_t of) : line_(file), what_(std::move(what)), of_(of) {
        line_.show(text());
    }

    void one_is_done() {
        const std::lock_guard lock(mutex_);
        ++done_;
        line_.show(text());
    }

    // Calls body(), which writes whole lines, while the line of progress is away.
    template <class Body>
    void write(Body&& body) {
        const std::lock_guard lock(mutex_);
        line_.clear();
        body();
        std::fflush(stdout);
        if (done_ < of_) line_.show(text());
    }

  private:
    std::string text() const {
        return of_all(done_, of_) + " " + what_ +
               remaining(since_.seconds(), static_cast<double>(done_), static_cast<double>(of_));
    }

    Progress line_;
    std::string what_;
    std::size_t of_, done_ = 0;
    Stopwatch since_;
    std::mutex mutex_;
};

}  // namespace terminal
