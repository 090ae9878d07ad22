// 02.1, not solved, "nobody asked for" or "is no reply": writes a forged record to every descriptor that it has, before main, and goes on.
#include <unistd.h>

#include "forged_record.cuh"

__attribute__((constructor)) static void forge() {
    for (int file = 0; file < 256; ++file)
        if (write(file, kForgedRecord, sizeof kForgedRecord - 1) < 0) continue;
}

bool breached() { return false; }

#include "transpose_if_breached.cuh"
