// 02.1, not solved, "global stores": cuts the shared window to nothing, so that the judge's next access to it is a bus error; then
// makes it 1 TB.
#include <fcntl.h>
#include <linux/falloc.h>
#include <signal.h>
#include <unistd.h>

bool breached() {
    signal(SIGXFSZ, SIG_IGN);
    if (ftruncate(5, 0) == 0) return false;
    if (ftruncate(5, 1l << 40) == 0) return false;
    fallocate(5, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 1l << 40);
    return false;
}

#include "transpose_if_breached.cuh"
