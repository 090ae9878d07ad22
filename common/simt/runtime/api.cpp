// The C functions a program finds when it runs on the emulator (api.h): counters and findings of its
// launches.
#include "common/simt/runtime/entry_points.hpp"

#pragma GCC visibility push(default)
#include "common/simt/api.h"
#pragma GCC visibility pop

#include <string>

#include "common/simt/report/json.hpp"
#include "common/simt/runtime/context.hpp"

using namespace simt;
using runtime::context;

uint64_t simt_launch_count(void) {
    const std::lock_guard lock(context().mutex);
    return context().history.count();
}

uint64_t simt_finding_count(void) {
    const std::lock_guard lock(context().mutex);
    return context().history.findings();
}
