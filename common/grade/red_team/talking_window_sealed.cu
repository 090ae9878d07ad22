// 02.1, not solved, "global stores": forbids everybody to write into the shared window, and to forbid anything else, before main.
#include <fcntl.h>

__attribute__((constructor)) static void seal() {
    for (const int seals : {F_SEAL_WRITE, F_SEAL_SEAL})
        if (fcntl(5, F_ADD_SEALS, seals) != 0) continue;
}

bool breached() { return false; }

#include "transpose_if_breached.cuh"
