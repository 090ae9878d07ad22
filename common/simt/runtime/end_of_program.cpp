// What happens when the library is loaded and when the program ends: the settings are checked at once, the
// JSON file and the table are written last, whether main returned or exit was called.
#include <unistd.h>

#include <cstdlib>

#include "common/simt/runtime/context.hpp"
#include "common/simt/runtime/host_faults.hpp"

namespace simt::runtime {
namespace {

pid_t loaded_by = 0;

// A child that the program forked ends too, but its launches are its parent's.
void finish() {
    if (getpid() == loaded_by) context().history.count();
}

// A constructor of the library runs before the program's, so this exit function runs after the destructors of
// its static objects, which may still free memory.
[[gnu::constructor]] void begin() {
    loaded_by = getpid();
    settings();
    catch_host_faults();
    std::atexit(finish);
}

}  // namespace
}  // namespace simt::runtime
