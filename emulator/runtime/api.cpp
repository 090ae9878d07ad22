// The C functions of api.h, which a program finds when it runs on the emulator: counters and findings of its
// launches.
#pragma GCC visibility push(default)
#include "emulator/api.h"
#include "emulator/exec/launch_record.hpp"
#pragma GCC visibility pop

#include <optional>
#include <string>
#include <string_view>

#include "emulator/report/counter_keys.hpp"
#include "emulator/report/json.hpp"
#include "emulator/report/text.hpp"
#include "emulator/runtime/context.hpp"
#include "emulator/runtime/findings.hpp"
#include "emulator/runtime/models.hpp"

using namespace simt;
using runtime::context;

namespace {

bool exists(uint64_t launch) { return launch >= 1 && launch <= context().history.count(); }

}  // namespace

uint64_t simt_launch_count(void) {
    const std::lock_guard lock(context().mutex);
    return context().history.count();
}

int simt_launch_counter(uint64_t launch, const char* key, double* value) {
    const std::lock_guard lock(context().mutex);
    if (!exists(launch) || !key || !value) return -1;
    const std::optional<double> found = report::counter(context().history.summary(launch), key);
    if (!found) return -1;
    *value = *found;
    return 0;
}

int simt_launch_shape(uint64_t launch, unsigned grid[3], unsigned block[3]) {
    const std::lock_guard lock(context().mutex);
    if (!exists(launch) || !grid || !block) return -1;
    const exec::Launch& summary = context().history.summary(launch);
    const auto copy = [](const Dim3& from, unsigned* to) {
        to[0] = from.x;
        to[1] = from.y;
        to[2] = from.z;
    };
    copy(summary.grid, grid);
    copy(summary.block, block);
    return 0;
}

const char* simt_launch_lines(uint64_t launch, const char* key) {
    thread_local std::string text;
    const std::lock_guard lock(context().mutex);
    if (!exists(launch) || !key) return nullptr;
    for (const report::LineKey& known : report::line_keys()) {
        if (known.name != std::string_view(key)) continue;
        text.clear();
        for (const cost::LineCounters& line : context().history.launch(launch).lines)
            text +=
                std::to_string(line.*known.value) + " " + std::to_string(line.line) + " " + line.file + "\n";
        return text.c_str();
    }
    return nullptr;
}

const char* simt_launch_message(uint64_t launch) {
    thread_local std::string text;
    const std::lock_guard lock(context().mutex);
    if (!exists(launch)) return nullptr;
    const exec::Launch& summary = context().history.summary(launch);
    text = summary.status == exec::Status::Ok ? "" : summary.message;
    return text.c_str();
}

int simt_count_models(const char* names) {
    const std::lock_guard lock(context().mutex);
    return names && runtime::ask_for_models(names) ? 0 : -1;
}

const char* simt_launch_json(uint64_t launch) {
    thread_local std::string text;
    const std::lock_guard lock(context().mutex);
    if (!exists(launch)) return nullptr;
    text = report::launch_json(context().history.launch(launch));
    return text.c_str();
}

const char* simt_launch_report(uint64_t launch) {
    thread_local std::string text;
    const std::lock_guard lock(context().mutex);
    if (!exists(launch)) return nullptr;
    text.clear();
    for (const check::Finding& finding : context().history.launch(launch).findings)
        text += report::describe(finding);
    return text.c_str();
}

uint64_t simt_finding_count(void) {
    const std::lock_guard lock(context().mutex);
    return context().history.findings() + runtime::misuses();
}
