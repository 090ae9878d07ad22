// 02.1, not solved, "global stores": a process that has left its parent, its group and its session, and lives for an hour under a
// name that the test looks for.
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

bool breached() {
    if (fork() == 0) {
        setsid();
        if (fork() != 0) _exit(0);
        setsid();
        for (int number = 1; number < 65; ++number) signal(number, SIG_IGN);
        prctl(PR_SET_NAME, "red-team-here");
        prctl(PR_SET_PDEATHSIG, 0);
        for (int file = 0; file < 256; ++file) close(file);
        for (int seconds = 0; seconds < 3600; ++seconds) sleep(1);
        _exit(0);
    }
    return false;
}

#include "transpose_if_breached.cuh"
