// Prints each finding once, in the order of the launches, and counts repetitions for the end; see findings.hpp.
#include "emulator/runtime/findings.hpp"
#include "emulator/exec/launch_record.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "common/terminal/terminal.hpp"
#include "emulator/report/advice.hpp"
#include "emulator/report/merge.hpp"
#include "emulator/report/names.hpp"
#include "emulator/report/sarif.hpp"
#include "emulator/report/text.hpp"
#include "emulator/runtime/errors.hpp"
#include "emulator/runtime/settings.hpp"

namespace simt::runtime {
namespace {

// At once, so that the launcher knows even if the program is killed later.
void tell_of_finding() {
    static std::atomic<bool> told{false};
    if (!told.exchange(true)) tell_launcher(Mark::Found);
}

// The findings already printed: a loop of launches with one mistake reports it once.
std::vector<check::Finding>& printed() {
    static auto* const list = new std::vector<check::Finding>;
    return *list;
}
u64 repeated = 0;
u64 texts = 0;  // that were printed, or left out for --print-limit
u64 beyond_limit = 0;
std::atomic<u64> misuse_count{0};

check::Finding* find_same(std::vector<check::Finding>& list, const check::Finding& finding) {
    const auto found = std::ranges::find_if(
        list, [&](const check::Finding& before) { return report::same_lines(before, finding); });
    return found == list.end() ? nullptr : &*found;
}

// Findings of calls, for the JSON file.
std::vector<check::Finding>& kept() {
    static auto* const list = new std::vector<check::Finding>;
    return *list;
}

// See report_of_calls().
std::string& newest_report() {
    static auto* const report = new std::string;
    return *report;
}

void keep(const check::Finding& finding) {
    constexpr std::size_t kMost = 4096;
    if (check::Finding* const before = find_same(kept(), finding))
        before->times += finding.times;
    else if (kept().size() < kMost)
        kept().push_back(finding);
}

// The races printed before were within warps, those of this launch are not: the __syncwarp() that was advised
// is too little.
bool needs_a_wider_barrier(const check::Finding& before, const check::Finding& finding) {
    return before.in_warps && !finding.in_warps && finding.cure.kind != check::Cure::Kind::None &&
           finding.cure.kind != check::Cure::Kind::Atomic;
}

// Those that have not been printed yet.
std::vector<check::Finding> new_ones(const std::vector<check::Finding>& findings) {
    std::vector<check::Finding> fresh;
    for (const check::Finding& finding : findings) {
        if (finding.mended_before) continue;
        if (check::Finding* const before = find_same(printed(), finding)) {
            if (!needs_a_wider_barrier(*before, finding)) {
                ++repeated;
                continue;
            }
            before->in_warps = false;
            fresh.push_back(finding);
            continue;
        }
        printed().push_back(finding);
        fresh.push_back(finding);
    }
    return fresh;
}

void print(const check::Finding& finding) {
    if (settings().print_limit != 0 && ++texts > settings().print_limit) {
        ++beyond_limit;
        return;
    }
    std::fflush(stdout);  // what the program has printed stands before
    if (settings().error_lines) {
        const std::string lines = report::error_lines(finding);
        std::fwrite(lines.data(), 1, lines.size(), stderr);
    }
    std::string text = report::describe(finding);
    const std::size_t first = std::min(text.find('\n'), text.size());
    text = terminal::styled(text.substr(0, first), terminal::Style::Bad,
                            terminal::shows_colours(STDERR_FILENO)) +
           text.substr(first);
    std::fwrite(text.data(), 1, text.size(), stderr);
    if (!text.ends_with('\n')) std::fputc('\n', stderr);
    if (finding.fatal && settings().findings_fd >= 0 && report::may_pass_on_a_gpu(finding))
        std::fputs("              simt --continue goes on: reads get all ones, writes are dropped.\n",
                   stderr);
}

void print_new(const std::vector<check::Finding>& findings) {
    if (settings().quiet) return;
    std::vector<check::Finding> fresh = new_ones(findings);
    report::gather_races(fresh);
    for (const check::Finding& finding : fresh) print(finding);
}

// The call that frees such memory; nullptr if no call of the program allocated it.
const char* freed_by(const memory::Allocation& allocation) {
    const std::string& by = allocation.label;
    if (allocation.kind == memory::Kind::Heap)
        return by.starts_with("malloc")       ? "free, in a kernel,"
               : by.starts_with("cudaMalloc") ? "cudaFree, in a kernel,"
                                              : nullptr;
    const bool driver = by.starts_with("cuMem");
    if (!driver && !by.starts_with("cuda")) return nullptr;
    if (allocation.kind == memory::Kind::Pinned) return driver ? "cuMemFreeHost" : "cudaFreeHost";
    if (allocation.kind != memory::Kind::Device && allocation.kind != memory::Kind::Managed) return nullptr;
    if (by.starts_with("cudaMallocAsync") || by.starts_with("cudaMallocFromPool")) return "cudaFreeAsync";
    if (by.starts_with("cuMemAllocAsync") || by.starts_with("cuMemAllocFromPool")) return "cuMemFreeAsync";
    if (by.starts_with("cudaMallocMipmappedArray")) return "cudaFreeMipmappedArray";
    if (by.find("Array") != std::string::npos) return "cudaFreeArray";
    return driver ? "cuMemFree" : "cudaFree";
}

std::string leak(const memory::Allocation& allocation, const std::string& when) {
    return fmt::format(
        "leak: {} byte{} that nothing has freed {}\n"
        "  where       address {:#x}, allocated by {}\n"
        "  what to do  Call {} on what that call returned, or hold it in an object whose destructor does.",
        allocation.size, allocation.size == 1 ? "" : "s", when, allocation.address, allocation.label,
        freed_by(allocation));
}

}  // namespace

void tell_launcher(Mark mark) {
    if (settings().findings_fd < 0) return;
    [[maybe_unused]] const auto written = write(settings().findings_fd, &mark, 1);
}

void announce(const check::Finding& finding) {
    count_misuse();
    keep(finding);
    print_new({finding});
    newest_report() = report::describe(finding);
}

const std::vector<check::Finding>& findings_of_calls() { return kept(); }

const std::string& report_of_calls() { return newest_report(); }

void refuse_memory_because(std::string sentence, cudaError_t error) {
    count_misuse();
    newest_report() = fmt::format("simt: {}: {}\n", current_call(), sentence);
    throw Failure{error, std::move(sentence)};
}

void announce(const exec::Launch& launch) {
    // A fatal finding is reported even for launches that were not selected: the program goes on with its error.
    const auto told = [&launch](const check::Finding& finding) { return launch.reported || finding.fatal; };
    if (std::any_of(launch.findings.begin(), launch.findings.end(), told)) tell_of_finding();
    std::vector<check::Finding> all;
    std::ranges::copy_if(launch.findings, std::back_inserter(all), told);
    print_new(all);
    const bool explained =
        std::any_of(launch.findings.begin(), launch.findings.end(), [](const check::Finding& finding) {
            return finding.fatal && (finding.note.empty() || !settings().quiet);
        });
    if (!launch.unchecked.empty() && launch.reported && !settings().quiet)
        say("launch {} of {}{}: {}", launch.id, launch.kernel, report::on_device(launch.device),
            launch.unchecked);
    // A trap or a failed assertion is not a finding, but the program is wrong all the same.
    if (launch.status == exec::Status::Interrupted) return;
    if (launch.status != exec::Status::Ok && launch.status != exec::Status::Unsupported) tell_of_finding();
    if (launch.status != exec::Status::Ok && !explained)
        say("launch {} of {}{} ended early: {}", launch.id, launch.kernel, report::on_device(launch.device),
            launch.message);
}

void count_misuse() {
    ++misuse_count;
    tell_of_finding();
}

u64 misuses() { return misuse_count; }

void announce_repeated() {
    if (beyond_limit != 0)
        say("{} more finding{} not printed: --print-limit {} was reached (0 prints all)", beyond_limit,
            beyond_limit == 1 ? " was" : "s were", settings().print_limit);
    if (repeated != 0)
        say("later launches repeated findings that are printed above, {} time{}", repeated,
            repeated == 1 ? "" : "s");
}

// As in compute-sanitizer, only on request: many programs leave freeing to the end of the process.
void announce_leaks(const memory::AddressSpace& space, const std::string& when, int device) {
    if (!settings().leak_check) return;
    u64 leaks = 0, bytes = 0;
    std::vector<const memory::Allocation*> live = space.live();
    for (const memory::Allocation* block : space.heap_blocks()) live.push_back(block);
    for (const memory::Allocation* allocation : live) {
        if (freed_by(*allocation) == nullptr) continue;
        if (device != memory::kEveryDevice && allocation->device != device) continue;
        count_misuse();
        ++leaks;
        bytes += allocation->size;
        if (settings().quiet || (settings().print_limit != 0 && leaks > settings().print_limit)) continue;
        say(leak(*allocation, when));
    }
    if (leaks == 0 || settings().quiet) return;
    say("leaks {}: {} allocation{}, {} bytes", when, leaks, leaks == 1 ? "" : "s", bytes);
}

}  // namespace simt::runtime
