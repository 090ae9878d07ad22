// See decoys.hpp. The functions are those of emulator/api.h.
#include "common/grading/decoys.hpp"

#include "common/cuda/counters.hpp"

namespace grading {

Decoys::~Decoys() {
    if (auto* const remove = gpu::emulator::find<void()>("simt_remove_decoys")) remove();
}

void Decoys::add(const void* decoy, const void* real, std::size_t bytes, std::size_t row_bytes) {
    auto* const add =
        gpu::emulator::find<void(const void*, const void*, std::uint64_t, std::uint64_t)>("simt_add_decoy");
    if (add) add(decoy, real, bytes, row_bytes == 0 ? bytes : row_bytes);
}

bool Decoys::expect_copied(const Run& run, const void* result, std::size_t bytes, std::size_t row_bytes) {
    auto* const reached =
        gpu::emulator::find<int(const void*, std::uint64_t, std::uint64_t)>("simt_reached_host");
    if (!run.ok || (reached && reached(result, bytes, row_bytes == 0 ? bytes : row_bytes) != 0))
        return run.ok;
    fail(run.subject +
         ": the elements are right, but no copy from the device brought them as they are: the host has "
         "computed or moved them. "
         "Let the kernel store the result, and copy that.");
    return false;
}

bool Decoys::expect_few_bytes(const Run& run, std::size_t most, const std::string& why) {
    const std::uint64_t bytes = gpu::emulator::call_or_zero("simt_bytes_to_host");
    if (!run.ok || bytes <= most) return run.ok;
    fail(run.subject + ": " + std::to_string(bytes) + " bytes are copied to the host; at most " +
         std::to_string(most) + " are needed: " + why);
    return false;
}

}  // namespace grading
