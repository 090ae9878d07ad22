// The threads of the process that are the emulator's: whoever asks whether the program itself could still do something leaves them out.
#pragma once

#include <sys/types.h>

namespace simt::exec {

// The calling thread is the emulator's from now on, until it ends. shared: it is one of OpenMP's, which a program that uses OpenMP
// itself shares.
void note_own_thread(bool shared = false);
// The same for the threads that OpenMP keeps for the calling thread, unless this one works in a parallel region now: then they do, too.
void note_idle_threads();
// Whether it was noted, and does not work for the program now as one of its parallel region, in which the caller is.
bool is_own_thread(pid_t thread);

}  // namespace simt::exec
