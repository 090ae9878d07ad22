// How a program ends when main does not return: by a signal, or by a call that skips the exit functions. The report is written all
// the same, and then the program ends as it would have without the emulator.
//
// A signal may come while a thread holds any lock, so nothing is written in its handler. A thread that does nothing else writes the
// report. A program that catches the signal itself keeps it: only signals that would end it are caught.
#pragma once

#include <atomic>
#include <string>

namespace simt::runtime {

// write_report: writes everything; called once, with how the program ended ("was ended by SIGTERM"; empty: by itself).
void report_with(void (*write_report)(const std::string& how));

// Starts the thread, and catches the signals that would end the program.
void report_at_any_end();

// Whether the program is ending: a running launch ends soon after this becomes true.
const std::atomic<bool>& program_is_ending();

// From its first call on, exit() interrupts a launch of another thread before it does anything else: destructors may need the context.
void interrupt_at_exit();

// For a thread whose launch was interrupted: gives up the context's lock and stays here until the program has ended.
[[noreturn]] void stay_until_the_end();

// Holds the context's lock while the report is written. If the thread that has it runs a launch, that launch is interrupted. After some
// seconds without the lock the report is written all the same: one that may lack something is better than none.
class Hold {
  public:
    Hold();
    ~Hold();
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;
    bool is_held() const { return locked_; }

  private:
    bool locked_ = false;
};

// Writes the report on this thread, after the program's buffered output; for exit functions. A forked child writes none. If another
// thread has begun to end the program, this one stays.
void write_at_exit(const std::string& how);

// The same, then ends the program with this exit code and without exit functions, as _exit does.
[[noreturn]] void end_program(const std::string& how, int code);

// Called while a report is written, so that a long one is not taken for one that hangs.
void still_writing();

}  // namespace simt::runtime
