// Work that only takes time, for programs that measure.
#pragma once

// Launches one thread that runs for this many cycles of its multiprocessor's clock.
void keep_busy(long long cycles);
