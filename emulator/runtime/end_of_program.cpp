// The beginning and the end of a program. Settings are checked when the library is loaded. The JSON file and the
// table are written last, however the program ends (endings.hpp).
#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/terminal/terminal.hpp"
#include "emulator/report/explanation.hpp"
#include "emulator/report/json.hpp"
#include "emulator/report/merge.hpp"
#include "emulator/report/names.hpp"
#include "emulator/report/sarif.hpp"
#include "emulator/runtime/context.hpp"
#include "emulator/runtime/endings.hpp"
#include "emulator/runtime/errors.hpp"
#include "emulator/runtime/findings.hpp"
#include "emulator/runtime/host_faults.hpp"
#include "emulator/runtime/launch_progress.hpp"
#include "emulator/runtime/trace_file.hpp"

namespace simt::runtime {
namespace {

std::string program_path() {
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    return length < 0 ? "" : std::string(path, static_cast<std::size_t>(length));
}

// The ids of the launches that --kernel and --launch-range select.
std::vector<u64> reported_launches(const History& history) {
    std::vector<u64> ids;
    for (u64 id = 1; id <= history.count(); ++id)
        if (history.summary(id).reported) ids.push_back(id);
    return ids;
}

void write_json_file(const History& history, const std::string& path, std::string_view how) {
    std::ofstream out(path);
    const std::vector<u64> reported = reported_launches(history);
    report::write_json(
        out, program_path(), reported.size(),
        [&](u64 k) {
            still_writing();
            return history.launch(reported[k - 1]);
        },
        findings_of_calls(), how);
    out.close();
    if (!out) say("cannot write the counters to {}: {}", path, std::strerror(errno));
}

// Each finding once, with the sum of its repetitions.
void write_sarif_file(const History& history, const std::string& path, std::string_view how) {
    std::vector<check::Finding> findings;
    const auto add = [&findings](const check::Finding& finding) {
        if (finding.mended_before) return;
        const auto before = std::ranges::find_if(
            findings, [&](const check::Finding& other) { return report::same_lines(other, finding); });
        if (before == findings.end())
            findings.push_back(finding);
        else
            before->times += finding.times;
    };
    for (const u64 id : reported_launches(history)) {
        still_writing();
        std::ranges::for_each(history.launch(id).findings, add);
    }
    std::ranges::for_each(findings_of_calls(), add);
    std::ofstream out(path);
    report::write_sarif(out, findings, how);
    out.close();
    if (!out) say("cannot write the findings to {}: {}", path, std::strerror(errno));
}

// The report's columns: as the settings say, else as the terminal has, else 100.
int report_width() {
    constexpr int kWithoutTerminal = 100, kNarrowest = 60, kWidest = 160;
    if (settings().width != 0) return settings().width;
    const std::optional<std::size_t> columns = terminal::columns(STDERR_FILENO);
    return columns ? std::clamp(static_cast<int>(*columns), kNarrowest, kWidest) : kWithoutTerminal;
}

// Explains why a requested report is empty.
void say_nothing_to_report(const History& history) {
    if (history.count() == 0) return say("the program launched no kernel, so there is nothing to report");
    constexpr std::size_t kMostNames = 8;
    std::vector<std::string> names;
    for (u64 id = 1; id <= history.count() && names.size() <= kMostNames; ++id) {
        std::string name = report::kernel_name(history.summary(id).kernel);
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
    }
    const bool more = names.size() > kMostNames;
    if (more) names.pop_back();
    say("no launch is among those that --kernel and --launch-range select. The program launched {}{}",
        fmt::join(names, ", "), more ? " and others" : "");
}

bool selects(const Settings& settings) {
    return !settings.kernel.empty() || settings.launch_skip != 0 || settings.launch_count != ~u64{0};
}

// Whoever times kernels with events may take the times that the program prints for a GPU's.
void say_whose_times() {
    const auto found = context().calls_by_name.find("cudaEventElapsedTime");
    if (found == context().calls_by_name.end()) return;
    say("the program asked {} for the time between two events. Such times, and rates from them, are the "
        "emulator's on this computer, not a GPU's",
        report::counted(found->second.count, "time", "times"));
}

// Names the work of libraries, which has no instructions to count.
void say_what_libraries_did(const std::map<std::string, u64, std::less<>>& calls) {
    if (calls.empty()) return;
    std::vector<std::string> parts;
    for (const auto& [name, count] : calls)
        parts.push_back(fmt::format("{} ({})", name, report::counted(count, "call", "calls")));
    say("computed on the CPU by the emulator's libraries, and not counted: {}", fmt::join(parts, ", "));
}

void print_report(const History& history) {
    report::LaunchGroups groups;
    for (const u64 id : reported_launches(history)) {
        still_writing();
        groups.add(history.launch(id));
    }
    if (groups.groups().empty()) say_nothing_to_report(history);
    const std::string text =
        report::report(groups, {report_width(), settings().lines, terminal::shows_colours(STDERR_FILENO)});
    std::fwrite(text.data(), 1, text.size(), stderr);
    say_whose_times();
    say_what_libraries_did(context().library_calls);
}

// What ran when the program ended: ", while launch 3 of naive was running (412 of 4,096 blocks had run)".
std::string what_ran(const History& history) {
    for (u64 id = history.count(); id >= 1; --id)
        if (const exec::Launch& launch = history.summary(id); launch.status == exec::Status::Interrupted)
            return fmt::format(", while launch {} of {} was running ({})", id,
                               report::kernel_name(launch.kernel) + report::on_device(launch.device),
                               launch.message);
    const std::string running = LaunchProgress::running();
    return running.empty() ? "" : ", while " + running;
}

bool is_wanted() {
    const Settings& wanted = settings();
    return wanted.table || !wanted.json.empty() || !wanted.sarif.empty() || !wanted.trace.empty();
}

// A program that this one started, a shell perhaps, may have the library too, if it is preloaded.
bool is_bystander() {
    return settings().process != 0 && settings().process != getpid() && context().calls == 0;
}

void write_report(const std::string& how) {
    if (is_bystander()) return;
    const Hold hold;
    if (hold.is_held()) context().streams.end_waiting(program_is_ending());
    const History& history = context().history;
    const std::string ran = what_ran(history);
    const std::string end = (how.empty() && !ran.empty() ? "called exit" : how) + ran;
    if (!end.empty() && is_wanted() && !settings().quiet)
        say("the program {}. What was counted and found until then follows", end);
    announce_repeated();
    announce_leaks(context().space, "at the program's end", memory::kEveryDevice);
    if (!settings().json.empty()) write_json_file(history, settings().json, end);
    if (!settings().sarif.empty()) write_sarif_file(history, settings().sarif, end);
    finish_trace();
    if (settings().table)
        print_report(history);
    else if (!(settings().json.empty() && settings().sarif.empty()) && !settings().quiet &&
             selects(settings()) && reported_launches(history).empty())
        say_nothing_to_report(history);
    tell_launcher(Mark::Reported);
}

// Each launch takes megabytes and frees them at its end. Without this, malloc would give them back to the system, which clears
// every page that it hands out again.
void keep_freed_memory() {
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
}

// This constructor runs before the program's own. Its exit function therefore runs after the destructors of the
// program's static objects, which may still launch kernels.
[[gnu::constructor]] void begin() {
    keep_freed_memory();
    settings();
    report_with(write_report);
    if (is_wanted()) {
        report_at_any_end();
        tell_launcher(Mark::Begun);
    }
    catch_host_faults();
    std::atexit([] { write_at_exit({}); });
    std::at_quick_exit([] { write_at_exit("called quick_exit"); });
}

}  // namespace
}  // namespace simt::runtime
