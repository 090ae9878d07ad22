// What the judge alone may ask for: the functions of emulator/api.h, and the answer's kernels.
#include "emulator/api.h"

#include <algorithm>

#include "emulator/remote/server/calls.hpp"
#include "emulator/report/counter_keys.hpp"
#include "emulator/runtime/context.hpp"

namespace simt::remote {
namespace {

// A text, or its absence.
void put_text(Writer& out, const char* text) {
    out.put<u8>(text != nullptr);
    if (text) out.put_text(text);
}

// All counters and figures of a launch, with those of the models that counted it.
void put_counters(u64 launch, Writer& out) {
    const exec::Launch& found = runtime::context().history.summary(launch);
    const auto put = [&](const std::string& key) {
        const std::optional<double> value = report::counter(found, key);
        if (!value) return;
        out.put_text(key);
        out.put(*value);
    };
    for (const auto& counter : cost::kCounters) put(counter.name);
    for (const report::FigureKey& figure : report::figure_keys()) put(figure.name);
}

int launch_counters(u64 launch, Writer& out) {
    const std::lock_guard lock(runtime::context().mutex);
    if (launch < 1 || launch > runtime::context().history.count()) return cudaErrorInvalidValue;
    put_counters(launch, out);
    return cudaSuccess;
}

void put_shape(u64 launch, Writer& out) {
    unsigned grid[3] = {}, block[3] = {};
    out.put<u8>(simt_launch_shape(launch, grid, block) == 0);
    out.put(grid);
    out.put(block);
}

void put_counter(u64 launch, const std::string& key, Writer& out) {
    double value = 0;
    out.put<u8>(simt_launch_counter(launch, key.c_str(), &value) == 0);
    out.put(value);
}

}  // namespace

// The judge is trusted: its messages are read without a second look.
int answer_judge(Call call, Session& session, Session& other, Reader& in, Writer& out) {
    switch (call) {
        case Call::KernelOfAnswer: {
            const void* const kernel = other.kernel_named(in.get_text());
            out.put<u64>(kernel ? session.adopt_kernel(kernel) : 0);
            return cudaSuccess;
        }
        case Call::LaunchCount:
            return out.put<u64>(simt_launch_count()), cudaSuccess;
        case Call::FindingCount:
            return out.put<u64>(simt_finding_count()), cudaSuccess;
        case Call::CallsOf:
            return out.put<u64>(simt_calls_of(in.get_text().c_str())), cudaSuccess;
        case Call::LatestCallOf:
            return put_text(out, simt_latest_call_of(in.get_text().c_str())), cudaSuccess;
        case Call::AllocatedBytes:
            return out.put<u64>(simt_allocated_bytes()), cudaSuccess;
        case Call::LimitMemory:
            return simt_limit_memory(in.get<u64>()), cudaSuccess;
        case Call::AddDecoy: {
            const u64 row_bytes = in.get<u64>();
            const std::span<const u8> decoy = in.get_bytes(in.get<u64>()), real = in.rest();
            simt_add_decoy(decoy.data(), real.data(), std::min(decoy.size(), real.size()), row_bytes);
            return cudaSuccess;
        }
        case Call::RemoveDecoys:
            return simt_remove_decoys(), cudaSuccess;
        case Call::ReachedHost: {
            const u64 row_bytes = in.get<u64>();
            const std::span<const u8> array = in.rest();
            return out.put<int>(simt_reached_host(array.data(), array.size(), row_bytes)), cudaSuccess;
        }
        case Call::BytesToHost:
            return out.put<u64>(simt_bytes_to_host()), cudaSuccess;
        case Call::CallReport:
            return put_text(out, simt_call_report()), cudaSuccess;
        case Call::CountModels:
            return out.put<int>(simt_count_models(in.get_text().c_str())), cudaSuccess;
        case Call::Annotate: {
            const auto* const first = reinterpret_cast<const void*>(in.get<u64>());
            const u64 rows = in.get<u64>(), columns = in.get<u64>(), pitch = in.get<u64>();
            const auto bytes = in.get<unsigned>();
            out.put<int>(simt_annotate(first, rows, columns, pitch, bytes, in.get_text().c_str()));
            return cudaSuccess;
        }
        default:
            break;
    }
    const u64 launch = in.get<u64>();
    switch (call) {
        case Call::LaunchCounters:
            return launch_counters(launch, out);
        case Call::LaunchCounter:
            return put_counter(launch, in.get_text(), out), cudaSuccess;
        case Call::LaunchShape:
            return put_shape(launch, out), cudaSuccess;
        case Call::LaunchLines:
            return put_text(out, simt_launch_lines(launch, in.get_text().c_str())), cudaSuccess;
        case Call::LaunchMessage:
            return put_text(out, simt_launch_message(launch)), cudaSuccess;
        case Call::LaunchReport:
            return put_text(out, simt_launch_report(launch)), cudaSuccess;
        default:
            throw Malformed();
    }
}

}  // namespace simt::remote
