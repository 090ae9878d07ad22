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
                finding.access.block == finding.other.block ? "" : " of different blocks");
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
        case Fault::BarrierCount:
            return "barrier: threads meet at one barrier and give different numbers of threads for it";
        case Fault::GridBarrier:
            return "barrier: a block waits at the grid's barrier for blocks that have ended without it";
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

std::string place_text(const Finding& finding) {
    if (finding.space == Space::Shared)
        return fmt::format("byte {} of the block's {}", grouped(finding.address),
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

bool same_line(const check::Site& a, const check::Site& b) {
    return !a.file.empty() && a.file == b.file && a.line == b.line;
}

// True for cp.async and the like, st.async and red.async, whose bytes move while the thread goes on.
bool is_copy(const check::Site& site) {
    const isa::Opcode& opcode = isa::find(site.instruction);
    return opcode.memory == isa::Memory::Copy || opcode.kind == isa::Kind::CopyArrive;
}

std::string race_advice(const Access& first, const Access& second) {
    const isa::Kind reads = isa::find(second.site.instruction).kind;
    if (first.write && !second.write && (reads == isa::Kind::BulkCopy || reads == isa::Kind::TensorCopy))
        return "Put fence.proxy.async (cuda::ptx::fence_proxy_async) behind the stores, and a barrier behind "
               "the fence:\nonly then does a bulk copy see what ordinary stores wrote.";
    if (is_copy(first.site))
        return "Wait for the copy before this line (its barrier, or its group), and put __syncthreads() "
               "between where\nother threads than the waiting one use the place.";
    if (first.write && second.write && first.site.ptx_line == second.site.ptx_line)
        return "Several threads store to one element here: give each its own, or let one thread store, or "
               "use an atomic.";
    if (first.write && second.write)
        return "Give each thread its own element, or put __syncthreads() between the two lines.";
    if (first.write) return "Put __syncthreads() after the line that writes and before the line that reads.";
    const std::string barrier =
        "The write comes while others may still read: put __syncthreads() between the two lines "
        "(__syncwarp() where\nall threads concerned are of one warp). In a loop it belongs at the end of the "
        "body, before the next round writes.";
    if (!same_line(first.site, second.site)) return barrier;
    return barrier +
           "\nBoth are in this one line: load into a variable first, and store in a line of its own.";
}

std::string global_race_advice(const Access& first, const Access& second) {
    if (first.update || second.update)
        return "An update that is no atomic loads, computes and stores: what another thread stores in "
               "between is lost, and\nvolatile does not help. Use an atomic (atomicAdd, atomicMax, ...) for "
               "every update.";
    if (first.atomic != second.atomic && (first.atomic || second.atomic))
        return "One of them is atomic, the other is not: use an atomic (or cuda::atomic_ref, or volatile for "
               "a flag) on both\nsides, or order them by a barrier or a second launch.";
    if (first.atomic && second.atomic)
        return "These operations are atomic only within their block (.cta, _block): use the device-wide "
               "ones.";
    if (first.block == second.block && first.write != second.write && same_line(first.site, second.site))
        return "Both are in this one line. Give each element to one thread alone; or load into a variable, "
               "put a\n__syncthreads() behind it, and store in a line of its own, where all threads "
               "concerned are of one block.";
    if (first.block == second.block)
        return "Put __syncthreads() between the two lines (__syncwarp() where both threads are in one warp), "
               "or give each\nthread its own element.";
    if (first.write && second.write && first.site.ptx_line == second.site.ptx_line)
        return "Several blocks store different values to one element: give each its own, or use an atomic.";
    return "Blocks run in any order and __syncthreads() does not reach across them. Give each element to one "
           "thread alone,\nor split the kernel into two launches, or let the writer call __threadfence() "
           "before an atomic flag, and the reader\ntest that flag before it reads.";
}

std::string advice(const Finding& finding) {
    switch (finding.fault) {
        case Fault::OutOfBounds:
            if (is_null(finding))
                return "Give the kernel an address: one that cudaMalloc or cudaMallocManaged returned, and "
                       "whose error was\nchecked.";
            if (finding.space == Space::Global && finding.allocation.empty())
                return "No device memory is anywhere near: an address of the host, a pointer that was never "
                       "set, or an index\nfar off. Kernels reach memory of cudaMalloc or cudaMallocManaged.";
            return finding.space == Space::Shared
                       ? "Compare the index with the array's declared size, or the third launch argument for "
                         "extern arrays."
                       : "Compare the index with the array's size. Where the grid is larger than the data, "
                         "threads outside\nneed a guard: if (x < width && y < height).";
        case Fault::Misaligned:
            return "A vector (float2, float4) must start at a multiple of its own size: check that the start "
                   "index and\nthe row length are multiples of its elements, and take the rest of a row one "
                   "by one.";
        case Fault::UseAfterFree:
            return "Call cudaFree after the last kernel that uses the memory.";
        case Fault::UninitialisedRead:
            if (by_a_copy(finding))
                return "Copy only what kernels fill, or see why they left a part unwritten: a grid too "
                       "small, a guard too\nstrict. Bytes between a structure's members may count too; "
                       "cudaMemset before the kernel sets them.";
            if (is_partial(finding))
                return "The rest has been written: does a kernel fill only some members of a structure, or "
                       "too few elements?\nBytes between the members may be copied with it; what is computed "
                       "with has to be written first.";
            return finding.space == Space::Shared
                       ? "Shared memory starts with arbitrary contents: every element that is read must be "
                         "stored first, also\nby the blocks at the edge."
                       : "cudaMalloc does not clear memory. Fill it first (cudaMemcpy, cudaMemset, a "
                         "kernel), or check that the\nindex is the one you mean and that no earlier kernel "
                         "left a part unwritten.";
        case Fault::SharedRace:
            return race_advice(finding.other, finding.access);
        case Fault::WriteToConstant:
            return finding.space == Space::Param
                       ? "A kernel's parameters are constant: copy what is to change into a variable."
                       : "Fill __constant__ variables from the host, with cudaMemcpyToSymbol.";
        case Fault::GlobalRace:
            return global_race_advice(finding.other, finding.access);
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
            return "Take __syncthreads() out of the condition: all threads of the block have to reach the "
                   "same call. Instead of\nan early return, let threads without work go on and skip only the "
                   "work.";
        case Fault::BarrierCount:
            return "Give the same count, a multiple of 32, in every call for this barrier.";
        case Fault::GridBarrier:
            return "Every block of the grid has to reach grid.sync(), as often as the others: let blocks "
                   "without work\ngo on and skip only the work.";
        case Fault::LaunchRace:
            return "A GPU may do both at once, or the second first. Put both into one stream, or record an "
                   "event behind the\nfirst (cudaEventRecord) and let the second's stream wait for it "
                   "(cudaStreamWaitEvent), or wait on the\nhost (cudaStreamSynchronize).";
    }
    return {};
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
    if (finding.has_other) side("first", finding.other);
    side(finding.has_other ? "then" : "thread", finding.access);
}

}  // namespace

std::string describe(const Finding& finding) {
    std::string report = fmt::format("simt: {}\n", headline(finding));
    if (finding.space != Space::None) append(report, "where", place_text(finding));
    if (const std::string element = element_text(finding); !element.empty()) append(report, "", element);
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
    append(report, "what to do", advice(finding));
    if (finding.fatal)
        append(report, "what now",
               fmt::format("The launch ends here. As on a GPU, CUDA calls return {} from now on.",
                           finding.fault == Fault::Misaligned ? "cudaErrorMisalignedAddress"
                                                              : "cudaErrorIllegalAddress"));
    return report;
}

}  // namespace simt::report
