// 02.1, not solved, "nobody asked for" or "is no reply" or "use after free" or "elements are wrong" or "global stores": a child
// returns from the call as well, so that two processes answer the judge.
#include <unistd.h>

bool breached() {
    fork();
    return false;
}

#include "transpose_if_breached.cuh"
