// See run_version.hpp.
#include "common/ladder/run_version.hpp"

#include "common/cuda/check.hpp"
#include "common/cuda/counters.hpp"
#include "common/ladder/counters.hpp"

namespace ladder {

void guarded(Row& row, const std::function<void()>& body) {
    if (!row.ok()) return;
    try {
        body();
    } catch (const gpu::Error& error) {
        row.failure = error.what();
        // Reading the last error clears it, unless the device is lost; then all later versions report the error too.
        static_cast<void>(cudaGetLastError());
    }
}

void run_checked(const Version& version, const std::function<void()>& body, Workspace& workspace, Row& row) {
    guarded(row, [&] {
        workspace.poison(version);
        const std::uint64_t launches = gpu::emulator::launches();
        const std::uint64_t findings = gpu::emulator::findings();
        body();
        if (!on_device(version.kind)) return;
        CUDA_CHECK(cudaDeviceSynchronize());
        row.counters = counters_since(launches);
        const std::uint64_t found = gpu::emulator::findings() - findings;
        if (found > 0)
            row.failure =
                "the emulator's checks found something, " + std::to_string(found) + " in all (see above)";
    });
    guarded(row, [&] { row.failure = workspace.check(version, row.errors); });
}

}  // namespace ladder
