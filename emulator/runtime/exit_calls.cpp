// The calls that end a process without its exit functions. The library stands before libc, so programs find these; what they do for the
// report is in endings.cpp. This file is part of the libcudart libraries alone: a program that links the emulator keeps libc's.
#include <sys/syscall.h>
#include <unistd.h>

extern "C" {

[[gnu::visibility("default")]] void simt_end_of_program(int code);

[[gnu::visibility("default"), noreturn]] void _exit(int code) {
    simt_end_of_program(code);
    syscall(SYS_exit_group, code);
    __builtin_unreachable();
}

[[gnu::visibility("default"), noreturn]] void _Exit(int code) { _exit(code); }
}
