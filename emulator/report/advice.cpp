// What to do about a finding, and what a GPU does where the rule is stricter.
#include "emulator/report/advice.hpp"

#include <fmt/format.h>

#include "emulator/isa/isa.hpp"
#include "emulator/report/names.hpp"

namespace simt::report {

using check::Access;
using check::Fault;
using check::Finding;
using check::Space;

namespace {

constexpr u64 kNullPage = 64 << 10;  // never mapped on any system

bool is_of_a_pool(const Finding& finding) {
    return finding.allocation.find("cudaMallocAsync") != std::string::npos ||
           finding.allocation.find("cudaMallocFromPool") != std::string::npos;
}

}  // namespace

bool by_a_copy(const Finding& finding) {
    return finding.fault == Fault::UninitialisedRead && finding.access.site.kernel.empty();
}

bool is_partial(const Finding& finding) { return finding.missing != 0 && finding.missing < finding.width; }

bool is_null(const Finding& finding) {
    return finding.space == Space::Global && finding.allocation.empty() && finding.address < kNullPage;
}

bool may_pass_on_a_gpu(const Finding& finding) {
    constexpr u64 kPiece = 2 << 20;
    if (finding.fault != Fault::OutOfBounds || finding.space != Space::Global || finding.offset < 0)
        return false;
    return finding.allocation.find("cudaMalloc (") != std::string::npos &&
           static_cast<u64>(finding.offset) + finding.width <=
               (finding.allocation_size + kPiece - 1) / kPiece * kPiece;
}

bool on_one_line(const check::Site& a, const check::Site& b) {
    return a.line == b.line && a.file == b.file && (a.line != 0 || a.ptx_line == b.ptx_line);
}

std::string line_name(const check::Site& site, const Finding& finding) {
    if (site.line == 0) return fmt::format("PTX line {}", site.ptx_line);
    return site.file == finding.access.site.file
               ? fmt::format("line {}", site.line)
               : fmt::format("line {} of {}", site.line, shown_path(site.file));
}

namespace {

// True for cp.async and the like, st.async and red.async, whose bytes move while the thread goes on.
bool is_copy(const check::Site& site) {
    const isa::Opcode& opcode = isa::find(site.instruction);
    return opcode.memory == isa::Memory::Copy || opcode.kind == isa::Kind::CopyArrive;
}

constexpr const char* kUpdate =
    "An update that is no atomic loads, computes and stores: what another thread stores in between is lost, "
    "and\nvolatile does not help. Use an atomic (atomicAdd, atomicMax, ...) for every update.";
constexpr const char* kOneStore =
    "Several threads store to one element here: give each its own, or let one thread store, or use an "
    "atomic.";
// Both accesses stand in one line, which may be a round of a loop, or copies of a loop that was unrolled.
constexpr const char* kOneLine =
    "Both stand in one line: give each thread its own element, or load into a variable, call "
    "__syncthreads(), "
    "and store in\na line of its own behind it. In a loop, put another one at the end of the body: the next "
    "round "
    "must not begin before.";

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
            if (on_one_line(cure.after, cure.before))
                return fmt::format(
                    "Put {} between the two accesses of {}, each in a line of its own, where {}.", barrier,
                    line_name(cure.after, finding), all);
            return fmt::format("Put {} after {} and before {}, where {}.", barrier,
                               line_name(cure.after, finding), line_name(cure.before, finding), all);
        case check::Cure::Kind::BothBarriers:
            if (on_one_line(cure.after, cure.before)) return kOneLine;
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
    if (finding.across_blocks)
        return "Put a barrier of the cluster between the two (cluster.sync(), barrier.cluster), where all "
               "threads of its "
               "blocks\ncome by: __syncthreads() waits for one block alone.";
    if (first.write && !second.write && second.site.instruction.find(".bulk") != std::string::npos)
        return "Put fence.proxy.async (cuda::ptx::fence_proxy_async) behind the stores, and a barrier behind "
               "the fence:\nonly then does a bulk copy see what ordinary stores wrote.";
    if (is_copy(first.site))
        return "Wait for the copy before this line (its barrier, or its group), and put __syncthreads() "
               "between where\nother threads than the waiting one use the place.";
    if (first.write && !second.write && second.site.instruction.find("wgmma") != std::string::npos)
        return "Put fence.proxy.async (cuda::ptx::fence_proxy_async) behind the stores, and a barrier behind "
               "the fence:\nonly then does wgmma see what ordinary stores wrote.";
    if (!first.write && first.site.instruction.find("wgmma") != std::string::npos)
        return "Wait for the product (wgmma.commit_group, wgmma.wait_group) before this line, and put a "
               "barrier "
               "between where\nother threads than the waiting ones write.";
    if (const std::string cure = cure_text(finding); !cure.empty()) return cure;
    if (first.write && second.write && on_one_line(first.site, second.site)) return kOneStore;
    if (on_one_line(first.site, second.site)) return kOneLine;
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
    if (first.write && second.write && on_one_line(first.site, second.site))
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
    if (one_block && on_one_line(first.site, second.site)) return kOneLine;
    if (one_block)
        return "Put __syncthreads() between the two lines (__syncwarp() where both threads are in one warp), "
               "or give each\nthread its own element.";
    return "Blocks run in any order, and no barrier in the kernel reaches across them. Store the results in "
           "another "
           "array\nthan the one that is read, or split the kernel here into two launches; or let the writer "
           "call __threadfence()\nbefore an atomic flag, and the reader test that flag before it reads.";
}

}  // namespace

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
            if (finding.allocation.find(", malloc at ") != std::string::npos)
                return "Call free or delete after the last use of the memory, in whichever thread that is.";
            return "Call cudaFree after the last kernel that uses the memory.";
        case Fault::NoPeerAccess:
            if (is_of_a_pool(finding))
                return fmt::format(
                    "Let device {} access the pool's memory, with cudaMemPoolSetAccess: "
                    "cudaDeviceEnablePeerAccess has no\neffect on memory pools.",
                    finding.access.site.device);
            return fmt::format(
                "Call cudaDeviceEnablePeerAccess({}, 0) with device {} current, before the launch; "
                "cudaDeviceCanAccessPeer says\nwhether a GPU can. Or copy the memory first: cudaMemcpyPeer, "
                "or "
                "cudaMemcpy with cudaMemcpyDefault.",
                finding.owner, finding.access.site.device);
        case Fault::UninitialisedRead:
            if (by_a_copy(finding) && !finding.access.site.instruction.starts_with("cuda"))
                return "Fill the whole matrix or vector before the call, or compare the sizes and the "
                       "leading dimension "
                       "with what has\nbeen filled: matrices are stored by columns. With beta 0, C need not "
                       "be filled.";
            if (by_a_copy(finding))
                return "Copy only what kernels fill, or see why they left a part unwritten: a grid too small "
                       "(round up: "
                       "(n + block - 1) /\nblock; x counts columns, y rows), a guard too strict, a launch "
                       "that failed. "
                       "Bytes between a structure's members\nmay count too; cudaMemset before the kernel "
                       "sets "
                       "them.";
            if (finding.space == Space::Register)
                return "Give the variable a value where it is declared, or in every branch that leads to "
                       "this line.";
            if (finding.space == Space::Local)
                return "A local array or variable starts with arbitrary contents. Give it a value where it "
                       "is declared "
                       "(float a[4] = {};),\nor store every element that is read.";
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
                   "shuffle out\nof the branch. Instead of an early return, let lanes without work go on and "
                   "skip only the work.\nOr use the value only where the lane that it comes from takes part.";
        case Fault::MaskWithoutCaller:
            return "The mask has to name every lane that executes the operation: 0xffffffff where all do, "
                   "else __ballot_sync\nof the condition, taken before the branch.";
        case Fault::MaskOfAbsentLanes:
            return "Every lane that the mask names has to execute the operation with this mask, unless it "
                   "has "
                   "returned: take the\noperation out of the branch, or take the mask from __ballot_sync of "
                   "the condition before the branch.";
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
        case Fault::StaleFetch:
            return "Textures and surfaces see what earlier launches and copies have written. Read this "
                   "launch's own "
                   "results through a\npointer or shared memory, or write and read in two launches.";
        case Fault::LaunchRace:
            if (finding.nested == check::Nested::ParentAndChild)
                return "A GPU may run both at once. Only what a block does before __syncthreads() and the "
                       "launch "
                       "comes before the launched grid.\nLet a tail launch (cudaStreamTailLaunch) do what "
                       "needs "
                       "its results: it begins when the kernel and all that it\nlaunched have ended.";
            if (finding.nested == check::Nested::Siblings)
                return "A GPU may run both at once, or the second first. Launch both into one stream from "
                       "one "
                       "block, or record an event behind\nthe first (cudaEventRecord) and let the second's "
                       "stream wait for it (cudaStreamWaitEvent).";
            if (!finding.note.empty())
                return "A GPU may run both at once, or the second first. Add an edge from one to the other "
                       "(cudaGraphAddDependencies); in a\ncaptured graph, record an event behind the first "
                       "and let "
                       "the second's stream wait for it (cudaStreamWaitEvent).";
            if (finding.access.site.device != finding.other.site.device)
                return "GPUs may do both at once, or the second first. Record an event behind the first "
                       "(cudaEventRecord) and let the second's\nstream wait for it (cudaStreamWaitEvent), or "
                       "wait on the host for the first's device, which has to be current\nfor "
                       "cudaDeviceSynchronize.";
            return "A GPU may do both at once, or the second first. Put both into one stream, or record an "
                   "event behind the\nfirst (cudaEventRecord) and let the second's stream wait for it "
                   "(cudaStreamWaitEvent), or wait on the\nhost (cudaStreamSynchronize).";
    }
    return {};
}

bool is_within_a_warp(const Finding& finding) {
    return finding.fault == Fault::Deadlock && finding.note.find("barrier 0 has") != std::string::npos &&
           finding.note.find("took the other way at a branch") != std::string::npos;
}

std::string on_a_gpu(const Finding& finding) {
    if (is_within_a_warp(finding))
        return "An H200 may get through, since it waits only for threads that have not exited. C++ forbids "
               "it: all "
               "threads of the\nblock have to reach the call. compute-sanitizer (synccheck) reports it.";
    switch (finding.fault) {
        case Fault::OutOfBounds:
            if (!may_pass_on_a_gpu(finding)) return {};
            return "An H200 may not notice: it maps memory in pieces of 2 MiB, and what lies behind the "
                   "array is read "
                   "or\noverwritten. compute-sanitizer (memcheck) reports it.";
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
        case Fault::MaskOfAbsentLanes:
            return "A GPU waits until these lanes come to an operation with this mask, or return. CUDA calls "
                   "the result undefined.";
        default:
            return {};
    }
}

}  // namespace simt::report
