// See leaks.hpp. As in compute-sanitizer, leaks are reported only on request: many programs leave freeing to the end
// of the process.
#include "emulator/runtime/leaks.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <string>

#include "emulator/runtime/findings.hpp"
#include "emulator/runtime/settings.hpp"

namespace simt::runtime {
namespace {

// The call that frees such memory; nullptr if no call of the program allocated it.
const char* freed_by(const memory::Allocation& allocation) {
    if (!allocation.label.starts_with("cuda")) return nullptr;
    if (allocation.kind == memory::Kind::Device || allocation.kind == memory::Kind::Managed)
        return allocation.label.starts_with("cudaMallocAsync") ||
                       allocation.label.starts_with("cudaMallocFromPool")
                   ? "cudaFreeAsync"
                   : "cudaFree";
    return allocation.kind == memory::Kind::Pinned ? "cudaFreeHost" : nullptr;
}

std::string described(const memory::Allocation& allocation, const char* when) {
    return fmt::format(
        "simt: leak: {} byte{} that nothing has freed {}\n"
        "  where       address {:#x}, allocated by {}\n"
        "  what to do  Call {} on what that call returned, or hold it in an object whose destructor does.\n",
        allocation.size, allocation.size == 1 ? "" : "s", when, allocation.address, allocation.label,
        freed_by(allocation));
}

}  // namespace

void announce_leaks(const Context& context, const char* when) {
    if (!settings().leak_check) return;
    u64 leaks = 0, bytes = 0;
    for (const memory::Allocation* allocation : context.space.live()) {
        if (freed_by(*allocation) == nullptr) continue;
        count_misuse();
        ++leaks;
        bytes += allocation->size;
        if (settings().quiet || (settings().print_limit != 0 && leaks > settings().print_limit)) continue;
        const std::string text = described(*allocation, when);
        std::fwrite(text.data(), 1, text.size(), stderr);
    }
    if (leaks == 0 || settings().quiet) return;
    std::fprintf(stderr, "simt: leaks %s: %llu allocation%s, %llu bytes\n", when,
                 static_cast<unsigned long long>(leaks), leaks == 1 ? "" : "s",
                 static_cast<unsigned long long>(bytes));
}

}  // namespace simt::runtime
