// The beginning and the end of a program. Settings are checked when the library is loaded. The JSON file and the
// table are written last, whether main returned or exit was called.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "common/terminal/terminal.hpp"
#include "emulator/report/explanation.hpp"
#include "emulator/report/json.hpp"
#include "emulator/report/names.hpp"
#include "emulator/runtime/context.hpp"
#include "emulator/runtime/errors.hpp"
#include "emulator/runtime/findings.hpp"
#include "emulator/runtime/host_faults.hpp"
#include "emulator/runtime/trace_file.hpp"

namespace simt::runtime {
namespace {

pid_t loaded_by = 0;

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

void write_json_file(const History& history, const std::string& path) {
    std::ofstream out(path);
    const std::vector<u64> reported = reported_launches(history);
    report::write_json(
        out, program_path(), reported.size(), [&](u64 k) { return history.launch(reported[k - 1]); },
        findings_of_calls());
    out.close();
    if (!out) say("cannot write the counters to {}: {}", path, std::strerror(errno));
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

void print_report(const History& history) {
    report::LaunchGroups groups;
    for (const u64 id : reported_launches(history)) groups.add(history.launch(id));
    if (groups.groups().empty()) say_nothing_to_report(history);
    const std::string text =
        report::report(groups, {report_width(), settings().lines, terminal::shows_colours(STDERR_FILENO)});
    std::fwrite(text.data(), 1, text.size(), stderr);
}

// A forked child ends here too, but only the parent reports.
void finish() {
    if (getpid() != loaded_by) return;
    const std::lock_guard lock(context().mutex);
    announce_repeated();
    announce_leaks(context().space, "at the program's end");
    if (!settings().json.empty()) write_json_file(context().history, settings().json);
    finish_trace();
    if (settings().table)
        print_report(context().history);
    else if (!settings().json.empty() && !settings().quiet && selects(settings()) &&
             reported_launches(context().history).empty())
        say_nothing_to_report(context().history);
}

// This constructor runs before the program's own. Its exit function therefore runs after the destructors of the
// program's static objects, which may still launch kernels.
[[gnu::constructor]] void begin() {
    loaded_by = getpid();
    settings();
    catch_host_faults();
    std::atexit(finish);
}

}  // namespace
}  // namespace simt::runtime
