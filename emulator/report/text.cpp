// The words for each fault: a headline and, below it, a line for each question that a reader asks next.
#include "emulator/report/text.hpp"

#include <fmt/format.h>

#include "emulator/isa/isa.hpp"
#include "emulator/report/names.hpp"

namespace simt::report {
namespace {

using check::Access;
using check::Fault;
using check::Finding;
using check::Space;

const char* name_of(Space space) {
    constexpr const char* kNames[] = {"global memory",   "shared memory",           "local memory",
                                      "constant memory", "the kernel's parameters", "no memory"};
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

// True if the access is a call of the host, not a kernel's instruction.
bool by_a_copy(const Finding& finding) {
    return finding.fault == Fault::UninitialisedRead && finding.access.site.kernel.empty();
}

// True if only some of the bytes read had been written.
bool is_partial(const Finding& finding) { return finding.missing != 0 && finding.missing < finding.width; }

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
        case Fault::UninitialisedRead:
            if (by_a_copy(finding))
                return fmt::format("never written: {} reads {} of device memory that nothing has written",
                                   finding.access.site.instruction,
                                   finding.width == ~u32{0} ? "4 GiB or more" : bytes(finding.width));
            if (is_partial(finding))
                return fmt::format("never written: a read of {} of {}, of which nothing has written {}",
                                   bytes(finding.width), place, finding.missing);
            return fmt::format("never written: a read of {} of {} that nothing has written",
                               bytes(finding.width), place);
        case Fault::SharedRace:
            return "race: two threads use one place in shared memory, one of them writes, and no barrier "
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
        case Fault::MaskOfExitedLanes:
            return "member mask: a _sync operation names lanes that have exited";
        case Fault::WarpBarrierMask:
            return "barrier: the mask of a __syncwarp() names lanes that have exited, or not the lane that "
                   "calls it";
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
        case Fault::LaunchRace:
            return fmt::format(
                "race: {} use one place in global memory, one of them writes, and nothing orders their "
                "streams",
                finding.access.site.kernel.empty() && finding.other.site.kernel.empty() ? "two copies"
                : finding.access.site.kernel.empty() || finding.other.site.kernel.empty()
                    ? "a launch and a copy"
                    : "two launches");
    }
    return "fault";
}

// "element [1025] of an array that ends at [1023], …", if the access lies past an array of its own width.
std::string element_text(const Finding& finding) {
    const u64 size = finding.allocation_size, width = finding.width;
    if (finding.fault != Fault::OutOfBounds || finding.space != Space::Global || finding.offset < 0)
        return {};
    if (width == 0 || size < width || static_cast<u64>(finding.offset) % width != 0) return {};
    return fmt::format("element [{}] of an array that ends at [{}], if its elements have {}",
                       static_cast<u64>(finding.offset) / width, size / width - 1, bytes(width));
}

constexpr u64 kNullPage = 64 << 10;  // never mapped on any system

bool is_null(const Finding& finding) {
    return finding.space == Space::Global && finding.allocation.empty() && finding.address < kNullPage;
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

bool on_one_line(const check::Site& a, const check::Site& b) {
    return a.line == b.line && a.file == b.file && (a.line != 0 || a.ptx_line == b.ptx_line);
}

// True for cp.async and the like, st.async and red.async, whose bytes move while the thread goes on.
bool is_copy(const check::Site& site) {
    const isa::Opcode& opcode = isa::find(site.instruction);
    return opcode.memory == isa::Memory::Copy || opcode.kind == isa::Kind::CopyArrive;
}

// "line 12", or "line 12 of other.cuh" where that is not the file that the reader is in.
std::string line_name(const check::Site& site, const Finding& finding) {
    return site.file == finding.access.site.file
               ? fmt::format("line {}", site.line)
               : fmt::format("line {} of {}", site.line, shown_path(site.file));
}

constexpr const char* kUpdate =
    "An update that is no atomic loads, computes and stores: what another thread stores in between is lost, "
    "and\nvolatile does not help. Use an atomic (atomicAdd, atomicMax, ...) for every update.";
constexpr const char* kOneStore =
    "Several threads store to one element here: give each its own, or let one thread store, or use an "
    "atomic.";

// What orders the two sides of a race within a block; empty if the code did not tell.
std::string cure_text(const Finding& finding) {
    const check::Cure& cure = finding.cure;
    const char* const barrier = finding.in_warps ? "__syncwarp()" : "__syncthreads()";
    const char* const all =
        finding.in_warps ? "all lanes of the warp come by" : "all threads of the block come by";
    switch (cure.kind) {
        case check::Cure::Kind::None:
            return {};
        case check::Cure::Kind::Atomic:
            return kUpdate;
        case check::Cure::Kind::Barrier:
            return fmt::format("Put {} after {} and before {}, where {}.", barrier,
                               line_name(cure.after, finding), line_name(cure.before, finding), all);
        case check::Cure::Kind::BothBarriers:
            return fmt::format(
                "Put {} after {} and before {}, where {},\nand another one at the end of the loop's body: "
                "the "
                "next round must not store what others still read.",
                barrier, line_name(cure.after, finding), line_name(cure.before, finding), all);
        case check::Cure::Kind::BarrierInLoop:
            return fmt::format(
                "Put {} at the end of the loop's body, behind {}, where {}:\nno thread may begin the next "
                "round before all are through with this one.",
                barrier, line_name(cure.after, finding), all);
        case check::Cure::Kind::NewStatement:
            return fmt::format(
                "This statement reads elements of other threads and stores its own. Load into a variable "
                "first, "
                "then call\n{}, and store in a line of its own behind it.",
                barrier);
        case check::Cure::Kind::Branch:
            return fmt::format(
                "The barrier at {} does not part the two for all threads: it stands in a branch, and there "
                "is a "
                "way\naround it. Take it out of the branch, to where {}.",
                line_name(cure.barrier, finding), all);
    }
    return {};
}

std::string race_advice(const Finding& finding) {
    const Access &first = finding.other, &second = finding.access;
    if (first.write && !second.write && second.site.instruction.find(".bulk") != std::string::npos)
        return "Put fence.proxy.async (cuda::ptx::fence_proxy_async) behind the stores, and a barrier behind "
               "the fence:\nonly then does a bulk copy see what ordinary stores wrote.";
    if (is_copy(first.site))
        return "Wait for the copy before this line (its barrier, or its group), and put __syncthreads() "
               "between where\nother threads than the waiting one use the place.";
    if (const std::string cure = cure_text(finding); !cure.empty()) return cure;
    if (first.write && second.write && first.site.ptx_line == second.site.ptx_line) return kOneStore;
    if (first.write && second.write)
        return "Give each thread its own element, or put __syncthreads() between the two lines.";
    return "Put __syncthreads() between the two lines (__syncwarp() where all threads concerned are of one "
           "warp). In a\nloop, if the write belongs to the next round, put it at the end of the body.";
}

std::string global_race_advice(const Finding& finding) {
    const Access &first = finding.other, &second = finding.access;
    const bool one_block = !finding.across_blocks && first.block == second.block;
    if (first.update || second.update || finding.cure.kind == check::Cure::Kind::Atomic)
        return std::string(kUpdate) +
               (finding.cure.locked ? "\nWhere a lock guards it: __threadfence() behind taking the lock and "
                                      "before giving it back."
                                    : "");
    if (first.atomic != second.atomic && (first.atomic || second.atomic))
        return "One of them is atomic, the other is not: use an atomic (or cuda::atomic_ref, or volatile for "
               "a flag) on both\nsides, or order them by a barrier or a second launch.";
    if (first.atomic && second.atomic)
        return "These operations are atomic only within their block (.cta, _block): use the device-wide "
               "ones.";
    if (first.write && second.write && first.site.ptx_line == second.site.ptx_line)
        return one_block
                   ? kOneStore
                   : "Several blocks store different values to one element: give each its own, or use an "
                     "atomic.";
    if (one_block && finding.cure.kind == check::Cure::Kind::NewStatement)
        return "This statement reads elements of other threads and stores its own. Give each element to one "
               "thread alone, or "
               "store\nin another array. Where all threads concerned are of one block: load into a variable, "
               "call "
               "__syncthreads(), and\nstore in a line of its own behind it.";
    if (one_block)
        if (const std::string cure = cure_text(finding); !cure.empty()) return cure;
    if (one_block)
        return "Put __syncthreads() between the two lines (__syncwarp() where both threads are in one warp), "
               "or give each\nthread its own element.";
    return "Blocks run in any order, and no barrier in the kernel reaches across them. Store the results in "
           "another "
           "array\nthan the one that is read, or split the kernel here into two launches; or let the writer "
           "call __threadfence()\nbefore an atomic flag, and the reader test that flag before it reads.";
}

std::string advice(const Finding& finding) {
    switch (finding.fault) {
        case Fault::OutOfBounds:
            if (is_null(finding))
                return "Give the kernel an address: one that cudaMalloc or cudaMallocManaged returned, and "
                       "whose error was\nchecked.";
            if (finding.space == Space::Global && finding.allocation.empty())
                return "No device memory is anywhere near: an address of the host, a pointer that was never "
                       "set, or an "
                       "index far\noff, below 0 or past 2,147,483,647, where an int overflows (compute it in "
                       "size_t). "
                       "Kernels reach memory\nof cudaMalloc, to which cudaMemcpy copies, or of "
                       "cudaMallocManaged"
                       ".";
            if (finding.space == Space::Shared && finding.array_dynamic)
                return fmt::format(
                    "{} is extern: the third argument of <<<grid, block, bytes>>> gives its size, in "
                    "bytes. Let it cover\nevery index, or compare the index with it.",
                    finding.array);
            if (finding.space == Space::Shared || finding.space == Space::Local)
                return "Compare the index with the array's declared size.";
            if (finding.space == Space::Const || finding.space == Space::Param ||
                finding.allocation.find("__constant__") != std::string::npos)
                return "Compare the index, and the loop that counts it, with the array's declared size.";
            if (finding.offset < 0 && finding.allocation_size >> 31 != 0)
                return "The index is below 0: an int overflows past 2,147,483,647. Compute it in size_t.";
            if (finding.offset < 0)
                return "The index is below 0. Threads at the edge have no such neighbour and need a guard: "
                       "if (x > 0).";
            if (static_cast<u64>(finding.offset) < finding.allocation_size)
                return "The end of this vector lies past the array: take whole vectors only as far as they "
                       "go, and the "
                       "rest of the\nelements one by one.";
            return "Compare the index with the array's size. Where the grid is larger than the data, threads "
                   "outside\nneed a guard: "
                   "if (x < width && y < height). cudaMalloc counts bytes: n * sizeof(float). A matrix "
                   "has\nits element (x, "
                   "y) at y * width + x.";
        case Fault::Misaligned:
            return "A vector (float2, float4) must start at a multiple of its own size: check that the start "
                   "index and\nthe row length are multiples of its elements, and take the rest of a row one "
                   "by one.";
        case Fault::UseAfterFree:
            return "Call cudaFree after the last kernel that uses the memory.";
        case Fault::UninitialisedRead:
            if (by_a_copy(finding))
                return "Copy only what kernels fill, or see why they left a part unwritten: a grid too small "
                       "(round up: "
                       "(n + block - 1) /\nblock; x counts columns, y rows), a guard too strict, a launch "
                       "that failed. "
                       "Bytes between a structure's members\nmay count too; cudaMemset before the kernel "
                       "sets "
                       "them.";
            if (is_partial(finding))
                return "The rest has been written: does a kernel fill only some members of a structure, or "
                       "too few elements?\nBytes between the members may be copied with it; what is computed "
                       "with has to be written first.";
            return finding.space == Space::Shared
                       ? "Shared memory starts with arbitrary contents: every element that is read must be "
                         "stored first, "
                         "also by\nthe blocks at the edge, and before threads without a result return."
                       : "cudaMalloc does not clear memory. Fill it first, all of it (cudaMemcpy, "
                         "cudaMemset: in "
                         "bytes, not elements;\na kernel), or check that the index is the one you mean and "
                         "that no "
                         "earlier kernel left a part unwritten.";
        case Fault::SharedRace:
            return race_advice(finding);
        case Fault::WriteToConstant:
            return finding.space == Space::Param
                       ? "A kernel's parameters are constant: copy what is to change into a variable."
                       : "Fill __constant__ variables from the host, with cudaMemcpyToSymbol.";
        case Fault::GlobalRace:
            return global_race_advice(finding);
        case Fault::AbsentLaneRead:
            return "Let every lane that is read from execute the shuffle, and name it in the mask: take the "
                   "shuffle out\nof the branch, or compute the mask before it with __ballot_sync. Or use the "
                   "value only where its lane takes part.";
        case Fault::MaskWithoutCaller:
            return "The mask has to name every lane that executes the operation: 0xffffffff where all do, "
                   "else __ballot_sync\nof the condition, taken before the branch.";
        case Fault::MaskOfExitedLanes:
        case Fault::WarpBarrierMask:
            return "The mask has to name every lane that executes the operation and no other. Instead of an "
                   "early return, let\nlanes without work go on and skip only the work; or take "
                   "__ballot_sync of the condition before it.";
        case Fault::DivergentBarrier:
        case Fault::WarpsApart:
        case Fault::SkippedBarrier:
            return "Take __syncthreads() out of the condition: all threads of the block have to reach the "
                   "same call. Instead of\nan early return, let threads without work go on and skip only the "
                   "work.";
        case Fault::BarrierCount:
            return "Give the same count, a multiple of 32, in every call for this barrier.";
        case Fault::GridBarrier:
            return "Every block of the grid has to reach grid.sync(), as often as the others: let blocks "
                   "without work\ngo on and skip only the work.";
        case Fault::Deadlock:
            return finding.note.find("lanes of the mask") != std::string::npos
                       ? "Every lane that the mask names has to execute this operation: take it out of the "
                         "branch, or let the "
                         "mask\nname only lanes that come here (__ballot_sync of the condition, taken before "
                         "the branch)."
                       : "All threads that the barrier counts have to reach it: take it out of the branch, "
                         "or out of the "
                         "loop that\nsome threads leave earlier. Threads without work go on and skip only "
                         "the work.";
        case Fault::EndlessWait:
            if (finding.note.find("mbarrier") != std::string::npos)
                return "Every arrival that the barrier counts has to come, and every copy that it waits for: "
                       "compare the number with\nwhich it is initialised with the threads that arrive.";
            return "Look at what the loop's condition reads, and at which line stores it: does that line "
                   "come for "
                   "every thread\nthat waits, also in the last round? A lock has to be given back by the "
                   "thread that holds it.";
        case Fault::Runaway:
            return "Look at the loop's condition: does every round bring it nearer to its end? A step of 0, "
                   "an "
                   "unsigned\ncounter below 0 and a condition on another variable never end.";
        case Fault::LaunchRace:
            return "A GPU may do both at once, or the second first. Put both into one stream, or record an "
                   "event behind the\nfirst (cudaEventRecord) and let the second's stream wait for it "
                   "(cudaStreamWaitEvent), or wait on the\nhost (cudaStreamSynchronize).";
    }
    return {};
}

// A deadlock at a branch that divides a warp.
bool is_within_a_warp(const Finding& finding) {
    return finding.fault == Fault::Deadlock && finding.note.find("barrier 0 has") != std::string::npos &&
           finding.note.find("took the other way at a branch") != std::string::npos;
}

// What a GPU does, and what compute-sanitizer says, where the rule of C++ is stricter.
std::string on_a_gpu(const Finding& finding) {
    if (is_within_a_warp(finding))
        return "An H200 may get through, since it waits only for threads that have not exited. C++ forbids "
               "it: all "
               "threads of the\nblock have to reach the call. compute-sanitizer (synccheck) reports it.";
    switch (finding.fault) {
        case Fault::DivergentBarrier:
        case Fault::WarpsApart:
            return "An H200 only counts arrivals, at whichever call, and goes on; what others should have "
                   "stored may be "
                   "missing.\nC++ forbids it: all threads of the block have to reach the same call. "
                   "compute-sanitizer "
                   "(synccheck) reports it.";
        case Fault::SkippedBarrier:
            return "An H200 goes on, since it counts only threads that have not exited, and "
                   "compute-sanitizer is silent. "
                   "C++\nforbids it: all threads of the block have to reach the call equally often.";
        default:
            return {};
    }
}

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
               kernel_name(finding.access.site.kernel) + (blocks ? "" : ", " + block(finding.access)));
    const auto side = [&](const char* label, const Access& access) {
        const char* const does = finding.space == Space::None ? "waits" : verb(access);
        if (launches && access.site.kernel.empty())  // a copy
            return append(report, label, fmt::format("{} {}", access.site.instruction, does));
        append(report, label,
               fmt::format("{}{}thread {} {}", launches ? kernel_name(access.site.kernel) + ", " : "",
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

}  // namespace

std::string describe(const Finding& finding) {
    std::string report = fmt::format("simt: {}\n", headline(finding));
    if (finding.space != Space::None) append(report, "where", place_text(finding));
    if (const std::string element = element_text(finding); !element.empty()) append(report, "", element);
    if (!finding.note.empty()) append(report, "where", wrapped_lines(note_text(finding)));
    if (finding.has_other || finding.fault == Fault::SharedRace) {
        append_sides(report, finding);
    } else if (!by_a_copy(finding)) {
        append(report, "kernel", kernel_name(finding.access.site.kernel));
        append(report, "thread",
               fmt::format("block {}, thread {}", index_text(finding.access.block),
                           index_text(finding.access.thread)));
        append(report, "line", line_text(finding.access.site));
        if (finding.has_use && !on_one_line(finding.used, finding.access.site))
            append(report, "used", line_text(finding.used));
    }
    if (finding.times > 1)
        append(report, "seen", fmt::format("{} times; this is the first", grouped(finding.times)));
    if (!finding.also.empty()) append(report, "also", also_text(finding));
    append(report, "what to do", advice(finding));
    if (const std::string facts = on_a_gpu(finding); !facts.empty()) append(report, "on a GPU", facts);
    if (finding.fatal && !finding.note.empty())
        append(report, "what now",
               fmt::format(
                   "The launch ends here{}. CUDA calls return {} from now on.",
                   is_within_a_warp(finding) ? "" : "; on a GPU it would not end",
                   finding.fault == Fault::Runaway ? "cudaErrorLaunchTimeout" : "cudaErrorLaunchFailure"));
    else if (finding.fatal)
        append(report, "what now",
               fmt::format("The launch ends here. As on a GPU, CUDA calls return {} from now on.",
                           finding.fault == Fault::Misaligned ? "cudaErrorMisalignedAddress"
                                                              : "cudaErrorIllegalAddress"));
    return report;
}

}  // namespace simt::report
