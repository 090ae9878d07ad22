// The words for each fault: a headline and, below it, a line for each question that a reader asks next.
#include "emulator/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "emulator/report/advice.hpp"
#include "emulator/report/names.hpp"

namespace simt::report {
namespace {

using check::Access;
using check::Fault;
using check::Finding;
using check::Space;

const char* name_of(Space space) {
    constexpr const char* kNames[] = {"global memory",   "shared memory",           "local memory",
                                      "constant memory", "the kernel's parameters", "a register",
                                      "no memory"};
    return kNames[static_cast<int>(space)];
}

std::string bytes(u64 count) { return fmt::format("{} byte{}", grouped(count), count == 1 ? "" : "s"); }

std::string index_text(const Dim3& index) { return fmt::format("({}, {}, {})", index.x, index.y, index.z); }

const char* verb(const Access& access) {
    return access.atomic   ? "updates (atomic)"
           : access.update ? "updates (not atomic)"
           : access.write  ? "writes"
                           : "reads";
}

// What works in a stream there: "a launch", "a copy", "cublasSgemm".
std::string worker(const check::Site& site) {
    if (!site.kernel.empty()) return "a launch";
    return site.instruction.starts_with("cuda") ? "a copy" : site.instruction;
}

std::string headline(const Finding& finding) {
    const char* const place = name_of(finding.space);
    switch (finding.fault) {
        case Fault::OutOfBounds:
            return fmt::format("out of bounds: a {} of {} {}", finding.access.write ? "write" : "read",
                               bytes(finding.width),
                               finding.space == Space::Global ? "where no allocation is"
                                                              : fmt::format("past the end of {}", place));
        case Fault::Misaligned:
            return fmt::format("misaligned: {} of {} need an address that is a multiple of {}",
                               finding.access.write ? "writes" : "reads", bytes(finding.width),
                               finding.width);
        case Fault::UseAfterFree:
            return fmt::format("use after free: a {} of memory that has been freed",
                               finding.access.write ? "write" : "read");
        case Fault::NoPeerAccess:
            return fmt::format("no peer access: a kernel{} {} {} of device {}'s memory",
                               on_device(finding.access.site.device), verb(finding.access),
                               bytes(finding.width), finding.owner);
        case Fault::UninitialisedRead:
            if (by_a_copy(finding))
                return fmt::format("never written: {} reads {} of device memory that nothing has written",
                                   finding.access.site.instruction,
                                   finding.width == ~u32{0} ? "4 GiB or more" : bytes(finding.width));
            if (finding.space == Space::Register)
                return "never set: a thread uses a local variable to which it has given no value";
            if (is_partial(finding))
                return fmt::format("never written: a read of {} of {}, of which nothing has written {}",
                                   bytes(finding.width), place, finding.missing);
            return fmt::format("never written: a read of {} of {} that nothing has written",
                               bytes(finding.width), place);
        case Fault::SharedRace:
            return finding.across_blocks ? "race: two blocks of a cluster use one place in shared memory, "
                                           "one of them writes, and no "
                                           "barrier of the cluster lies between"
                                         : "race: two threads use one place in shared memory, one of them "
                                           "writes, and no barrier "
                                           "lies between";
        case Fault::WriteToConstant:
            return "write to constant memory: kernels can only read it";
        case Fault::GlobalRace:
            return fmt::format(
                "race: two threads{} use one place in global memory, one of them writes, and nothing orders "
                "them",
                finding.across_blocks || !(finding.access.block == finding.other.block)
                    ? " of different blocks"
                    : "");
        case Fault::AbsentLaneRead:
            return "shuffle: a lane uses what it took from a lane that does not take part; that value is "
                   "undefined";
        case Fault::MaskWithoutCaller:
            return "member mask: a lane calls a _sync operation with a mask in which its own bit is not set";
        case Fault::MaskOfAbsentLanes:
            return "member mask: a _sync operation names lanes that take another way at a branch, or give "
                   "another mask";
        case Fault::DivergentBarrier:
            return "barrier: threads of one warp wait at two different __syncthreads()";
        case Fault::WarpsApart:
            return "barrier: warps of one block wait at two different __syncthreads()";
        case Fault::SkippedBarrier:
            return "barrier: some warps of the block leave out a __syncthreads() at which others wait";
        case Fault::BarrierCount:
            return "barrier: threads meet at one barrier and give different numbers of threads for it";
        case Fault::GridBarrier:
            return "barrier: a block waits at the grid's barrier for blocks that have ended without it";
        case Fault::Deadlock:
            return "deadlock: threads wait for others that never come";
        case Fault::EndlessWait:
            return "endless: threads wait in a loop for a value that nobody changes any more";
        case Fault::Runaway:
            return "too long: the launch was stopped, for it does not seem to end";
        case Fault::StaleFetch:
            return "stale: a texture or surface read of memory that the same launch has written, which its "
                   "cache "
                   "may not see";
        case Fault::LaunchRace: {
            const std::string first = worker(finding.other.site), then = worker(finding.access.site);
            return fmt::format(
                "race: {} use one place in global memory, one of them writes, and nothing orders {}",
                first == "a launch" && then == first      ? "two launches"
                : first == "a copy" && then == first      ? "two copies"
                : first == "a copy" && then == "a launch" ? "a launch and a copy"
                                                          : first + " and " + then,
                finding.note.empty() ? "their streams" : "them");
        }
    }
    return "fault";
}

// "row 3, column 5 of A, which has 4 rows and 5 columns".
std::string shape_text(const Finding& finding) {
    const memory::Shape& shape = *finding.shape;
    const auto [row, column] = shape.position(static_cast<u64>(finding.offset));
    if (shape.rows == 1)
        return fmt::format("element {} of {}, which has {}", grouped(column), shape.name,
                           counted(shape.columns, "element", "elements"));
    return fmt::format("row {}, column {} of {}, which has {} and {}", grouped(row), grouped(column),
                       shape.name, counted(shape.rows, "row", "rows"),
                       counted(shape.columns, "column", "columns"));
}

// Of an annotated array the row and the column. Else "element [1025] of an array that ends at [1023], …", if the access lies
// past an array of its own width.
std::string element_text(const Finding& finding) {
    if (finding.shape) return shape_text(finding);
    const u64 size = finding.allocation_size, width = finding.width;
    if (finding.fault != Fault::OutOfBounds || finding.space != Space::Global || finding.offset < 0)
        return {};
    if (width == 0 || size < width || static_cast<u64>(finding.offset) % width != 0) return {};
    return fmt::format("element [{}] of an array that ends at [{}], if its elements have {}",
                       static_cast<u64>(finding.offset) / width, size / width - 1, bytes(width));
}

// The address relative to the allocation: "4 bytes past its end".
std::string position_text(const Finding& finding) {
    if (finding.offset < 0) return fmt::format("{} before", bytes(static_cast<u64>(-finding.offset)));
    const u64 begin = static_cast<u64>(finding.offset), end = begin + finding.width;
    const u64 size = finding.allocation_size;
    if (size == 0 || end <= size) return fmt::format("{} into", bytes(begin));
    if (begin < size) return fmt::format("its last {} lie past the end of", bytes(end - size));
    if (begin == size) return "right behind";
    return fmt::format("{} past the end of", bytes(begin - size));
}

// "element 65 of tile, if its elements have 4 bytes:\n": a place in a named array of shared memory.
std::string array_text(const Finding& finding) {
    if (finding.array.empty()) return {};
    if (finding.width == 0 || finding.array_offset % finding.width != 0)
        return fmt::format("byte {} of {}:\n", grouped(finding.array_offset), finding.array);
    const u64 element = finding.array_offset / finding.width, count = finding.array_size / finding.width;
    const std::string last = element < count ? ""
                             : count == 0    ? ", which has none"
                                             : fmt::format(", which ends at {}", grouped(count - 1));
    return fmt::format("element {} of {}{}, if its elements have {}:\n", grouped(element), finding.array,
                       last, bytes(finding.width));
}

std::string place_text(const Finding& finding) {
    if (finding.space == Space::Shared)
        return fmt::format("{}byte {} of the block's {}", array_text(finding), grouped(finding.address),
                           finding.allocation.empty() ? name_of(finding.space) : finding.allocation);
    if (finding.space == Space::Local && finding.fault == Fault::UninitialisedRead)
        return fmt::format("byte {} of the thread's local memory", grouped(finding.address));
    std::string text =
        fmt::format("{}address {:#x}", by_a_copy(finding) ? "the first at " : "", finding.address);
    if (is_null(finding))
        text += finding.address == 0 ? ", a null pointer"
                                     : fmt::format(", a null pointer plus {}", bytes(finding.address));
    else if (finding.allocation.empty())
        text += finding.space == Space::Global ? ", near no allocation" : "";
    else
        text += fmt::format(",\n{} {}", position_text(finding), finding.allocation);
    return text;
}

// As lines of a report's width.
std::string wrapped_lines(std::string_view text) {
    std::string lines = wrapped(text, 108, 0);
    lines.pop_back();
    return lines;
}

// Paths as they are shown elsewhere in the report.
std::string note_text(const Finding& finding) {
    std::string text = finding.note;
    const std::string& path = finding.access.site.file;
    if (path.empty()) return text;
    for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path, at + 1))
        text.replace(at, path.size(), shown_path(path));
    return text;
}

std::string line_text(const check::Site& site) {
    if (site.file.empty() || site.line == 0)
        return fmt::format("unknown (nvcc -lineinfo records it), PTX line {}: {}", site.ptx_line,
                           site.instruction);
    const std::string source = source_line(site.file, site.line);
    return fmt::format("{}:{}{}{}", shown_path(site.file), site.line, source.empty() ? "" : "   ", source);
}

std::string kernel_text(const check::Site& site) { return kernel_name(site.kernel) + on_device(site.device); }

// One labelled entry; further lines of the text are indented like the first.
void append(std::string& report, const char* label, std::string_view text) {
    for (bool first = true; !text.empty() || first; first = false) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        report += fmt::format("  {:<12}{}\n", first ? label : "", text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

// The two sides of a race or of a barrier. In a race of two launches, each side names its kernel; a side may also be
// a copy.
void append_sides(std::string& report, const Finding& finding) {
    const bool launches = finding.fault == Fault::LaunchRace;
    const bool blocks = launches || (finding.has_other && !(finding.access.block == finding.other.block));
    const auto block = [](const Access& access) { return "block " + index_text(access.block); };
    if (!launches)
        append(report, "kernel",
               kernel_text(finding.access.site) + (blocks ? "" : ", " + block(finding.access)));
    const auto side = [&](const char* label, const Access& access) {
        const char* const does = finding.space == Space::None ? "waits" : verb(access);
        if (launches && access.site.kernel.empty())  // a copy
            return append(report, label, fmt::format("{} {}", access.site.instruction, does));
        append(report, label,
               fmt::format("{}{}thread {} {}", launches ? kernel_text(access.site) + ", " : "",
                           blocks ? block(access) + ", " : "", index_text(access.thread), does));
        append(report, "", line_text(access.site));
    };
    if (finding.fault == Fault::SkippedBarrier) {
        side("thread", finding.access);
        append(report, "another", fmt::format("thread {} passes by", index_text(finding.other.thread)));
        return;
    }
    if (finding.has_other) side("first", finding.other);
    side(finding.has_other ? "then" : "thread", finding.access);
}

// "2 more races, which the same cure mends: lines 12 and 16 (14,336 times), …".
std::string also_text(const Finding& finding) {
    std::string text = finding.also.size() == 1
                           ? "one more race, which the same mends:"
                           : fmt::format("{} more races, which the same mends:", finding.also.size());
    for (const Finding& other : finding.also) {
        const std::string first = line_name(other.other.site, finding),
                          then = line_name(other.access.site, finding);
        text += fmt::format("{} {} {}, then {} {} ({})", &other == &finding.also.front() ? "" : ";", first,
                            verb(other.other), then == first ? "it" : then, verb(other.access),
                            counted(other.times, "time", "times"));
    }
    return wrapped_lines(text);
}

// "8 more races in s, which need cures of their own:\nline 7 reads, then it writes (60 times): …", each cure once.
std::string more_text(const Finding& finding) {
    std::string text = fmt::format(
        "{} in {}, which {}:", counted(finding.more.size(), "more race", "more races"), finding.array,
        finding.more.size() == 1 ? "needs a cure of its own" : "need cures of their own");
    std::vector<std::pair<std::string, std::string>> said{{advice(finding), "above"}};
    u64 without_line = 0;
    for (const Finding& other : finding.more) {
        if (other.access.site.line == 0 || other.other.site.line == 0) {
            ++without_line;
            continue;
        }
        const std::string first = line_name(other.other.site, finding),
                          then = line_name(other.access.site, finding);
        std::string cure = advice(other);
        const auto before = std::ranges::find(said, cure, &std::pair<std::string, std::string>::first);
        if (before != said.end()) {
            cure = "as " + before->second;
        } else {
            said.emplace_back(cure, first);
            std::ranges::replace(cure, '\n', ' ');
        }
        text += "\n" + wrapped_lines(fmt::format("{} {}, then {} {} ({}): {}", first, verb(other.other),
                                                 then == first ? "it" : then, verb(other.access),
                                                 counted(other.times, "time", "times"), cure));
    }
    if (without_line != 0)
        text +=
            fmt::format("\n{} where the compiler records no line", counted(without_line, "race", "races"));
    return text;
}

}  // namespace

std::string describe(const Finding& finding) {
    std::string report = fmt::format("simt: {}\n", headline(finding));
    if (finding.space != Space::None && finding.space != Space::Register)
        append(report, "where", place_text(finding));
    if (const std::string element = element_text(finding); !element.empty()) append(report, "", element);
    if (!finding.note.empty()) append(report, "where", wrapped_lines(note_text(finding)));
    if (finding.has_other || finding.fault == Fault::SharedRace) {
        append_sides(report, finding);
    } else if (!by_a_copy(finding)) {
        append(report, "kernel", kernel_text(finding.access.site));
        append(report, "thread",
               fmt::format("block {}, thread {}", index_text(finding.access.block),
                           index_text(finding.access.thread)));
        append(report, "line", line_text(finding.access.site));
        if (finding.has_use && !on_one_line(finding.used, finding.access.site))
            append(report, "used", line_text(finding.used));
    }
    if (!finding.launcher.kernel.empty() && finding.nested == check::Nested::No)
        append(report, "launched",
               fmt::format("by {}\n{}", kernel_name(finding.launcher.kernel), line_text(finding.launcher)));
    if (finding.times > 1)
        append(report, "seen", fmt::format("{} times; this is the first", grouped(finding.times)));
    if (!finding.also.empty()) append(report, "also", also_text(finding));
    append(report, "what to do", advice(finding));
    if (!finding.more.empty()) append(report, "more", more_text(finding));
    if (const std::string facts = on_a_gpu(finding); !facts.empty()) append(report, "on a GPU", facts);
    if (finding.fatal && !finding.note.empty())
        append(report, "what now",
               fmt::format(
                   "The launch ends here{}. CUDA calls return {} from now on.",
                   is_within_a_warp(finding) ? "" : "; on a GPU it would not end",
                   finding.fault == Fault::Runaway ? "cudaErrorLaunchTimeout" : "cudaErrorLaunchFailure"));
    else if (!finding.fatal && finding.space == Space::Global && !finding.access.site.kernel.empty() &&
             (finding.fault == Fault::OutOfBounds || finding.fault == Fault::UseAfterFree))
        append(report, "what now",
               finding.access.write ? "The launch goes on without this access (--continue)."
                                    : "The launch goes on (--continue). The read gets all ones: NaN, or -1.");
    else if (finding.fatal)
        append(report, "what now",
               fmt::format("The launch ends here. {} return {} from now on.",
                           may_pass_on_a_gpu(finding) ? "CUDA calls" : "As on a GPU, CUDA calls",
                           finding.fault == Fault::Misaligned ? "cudaErrorMisalignedAddress"
                                                              : "cudaErrorIllegalAddress"));
    return report;
}

}  // namespace simt::report
