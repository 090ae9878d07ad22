// The C functions of api.h, which a program finds when it runs on the emulator: counters and findings of its
// launches, names of its arrays.
#pragma GCC visibility push(default)
#include "emulator/api.h"
#include "emulator/exec/launch_record.hpp"
#pragma GCC visibility pop

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/report/counter_keys.hpp"
#include "emulator/report/text.hpp"
#include "emulator/runtime/context.hpp"
#include "emulator/runtime/findings.hpp"
#include "emulator/runtime/selection.hpp"

using namespace simt;
using runtime::context;

namespace {

bool exists(uint64_t launch) { return launch >= 1 && launch <= context().history.count(); }

// The text that `describe` makes of a launch, valid until the next call with this `text`; nullptr if there is no such
// launch.
template <class Describe>
const char* describe_launch(uint64_t launch, std::string& text, Describe&& describe) {
    const std::lock_guard lock(context().mutex);
    if (!exists(launch)) return nullptr;
    text = describe(context().history.launch(launch));
    return text.c_str();
}

}  // namespace

uint64_t simt_launch_count(void) {
    const std::lock_guard lock(context().mutex);
    return context().history.count();
}

uint64_t simt_call_count(void) {
    const std::lock_guard lock(context().mutex);
    return context().calls;
}

uint64_t simt_calls_of(const char* beginning) {
    const std::string_view first(beginning ? beginning : "");
    const std::lock_guard lock(context().mutex);
    uint64_t count = 0;
    for (const auto& [name, calls] : context().calls_by_name)
        if (name.starts_with(first)) count += calls.count;
    return count;
}

const char* simt_latest_call_of(const char* beginning) {
    thread_local std::string text;
    const std::string_view first(beginning ? beginning : "");
    const std::lock_guard lock(context().mutex);
    text.clear();
    u64 latest = 0;
    for (const auto& [name, calls] : context().calls_by_name) {
        if (!name.starts_with(first) || calls.latest <= latest) continue;
        latest = calls.latest;
        text = name;
    }
    return text.c_str();
}

uint64_t simt_allocated_bytes(void) {
    const std::lock_guard lock(context().mutex);
    return context().allocated();
}

void simt_limit_memory(uint64_t bytes) {
    const std::lock_guard lock(context().mutex);
    context().memory_limit = bytes;
}

void simt_add_decoy(const void* decoy, const void* real, uint64_t bytes, uint64_t row_bytes) {
    if (bytes == 0 || row_bytes == 0) return;
    const std::lock_guard lock(context().mutex);
    context().decoys.add({static_cast<const u8*>(decoy), bytes}, {static_cast<const u8*>(real), bytes},
                         row_bytes);
}

void simt_remove_decoys(void) {
    const std::lock_guard lock(context().mutex);
    context().decoys.clear();
}

int simt_reached_host(const void* array, uint64_t bytes, uint64_t row_bytes) {
    const std::lock_guard lock(context().mutex);
    return context().decoys.reached_host({static_cast<const u8*>(array), bytes}, row_bytes);
}

uint64_t simt_bytes_to_host(void) {
    const std::lock_guard lock(context().mutex);
    return context().decoys.bytes_to_host();
}

int simt_launch_counter(uint64_t launch, const char* key, double* value) {
    const std::lock_guard lock(context().mutex);
    if (!exists(launch) || !key || !value) return -1;
    const std::optional<double> found = report::counter(context().history.summary(launch), key);
    if (!found) return -1;
    *value = *found;
    return 0;
}

const char* simt_counter_name(unsigned index) {
    return index < std::size(cost::kCounters) ? cost::kCounters[index].name : nullptr;
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
    const auto known = std::ranges::find(cost::kLineCounters, std::string_view(key ? key : ""),
                                         [](const auto& counter) { return std::string_view(counter.name); });
    if (known == std::end(cost::kLineCounters)) return nullptr;
    return describe_launch(launch, text, [&](const exec::Launch& found) {
        std::string lines;
        for (const cost::LineCounters& line : found.lines)
            lines += fmt::format("{} {} {}\n", line.*known->value, line.line, line.file);
        return lines;
    });
}

const char* simt_launch_message(uint64_t launch) {
    thread_local std::string text;
    return describe_launch(launch, text, [](const exec::Launch& found) {
        return found.status == exec::Status::Ok ? "" : found.message;
    });
}

int simt_count_models(const char* names) {
    const std::lock_guard lock(context().mutex);
    return names && runtime::ask_for_models(names) ? 0 : -1;
}

const char* simt_launch_report(uint64_t launch) {
    thread_local std::string text;
    return describe_launch(launch, text, [](const exec::Launch& found) {
        std::string report;
        for (const check::Finding& finding : found.findings)
            if (!finding.mended_before) report += report::describe(finding);
        return report;
    });
}

const char* simt_call_report(void) {
    thread_local std::string text;
    const std::lock_guard lock(context().mutex);
    text = runtime::report_of_calls();
    return text.c_str();
}

int simt_annotate(const void* first, uint64_t rows, uint64_t columns, uint64_t pitch, unsigned element_bytes,
                  const char* name) {
    if (rows == 0 || columns == 0) return 0;
    std::string word = name ? name : "";
    std::ranges::replace_if(
        word, [](char letter) { return static_cast<unsigned char>(letter) < ' '; }, ' ');
    const std::lock_guard lock(context().mutex);
    memory::AddressSpace& space = context().space;
    const u64 address = reinterpret_cast<u64>(first);
    const memory::Allocation* const allocation = space.find(address);
    const auto refuse = [&](const std::string& why) {
        runtime::say("simt::annotate: {}: {}", word.empty() ? "a matrix" : word, why);
        return -1;
    };
    if (word.empty()) return refuse("the name is missing");
    if (allocation == nullptr) return refuse(fmt::format("{} is no address of device memory", first));
    if (pitch < columns)
        return refuse(fmt::format("a row of {} elements is longer than the pitch, {}", columns, pitch));
    if (space.annotate(
            address,
            {.rows = rows, .columns = columns, .pitch = pitch, .element = element_bytes, .name = word}))
        return 0;
    return refuse(fmt::format("{} x {} elements of {} bytes reach past the end of {}", rows, columns,
                              element_bytes, allocation->description()));
}

uint64_t simt_finding_count(void) {
    const std::lock_guard lock(context().mutex);
    return context().history.findings() + runtime::misuses();
}
