// See allocations.hpp. On a GPU, allocations by functions that are not here (pitched, arrays, pools, of the host) are not noticed.
#include "common/grading/allocations.hpp"

#include <cuda_runtime_api.h>

#include <iterator>
#include <limits>
#include <map>

#include "common/cuda/counters.hpp"
#include "common/grading/grading.hpp"
#include "common/grading/next_definition.hpp"

namespace grading {
namespace {

std::map<void*, std::size_t> bytes_at;
std::size_t total = 0;
constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();
std::size_t limit = kNoLimit;

void set_limit(std::size_t bytes) {
    if (auto* const of_emulator = gpu::emulator::find<void(std::uint64_t)>("simt_limit_memory"))
        of_emulator(bytes);
    else
        limit = bytes;
}

// Calls allocate(bytes) and notes its pointer. Beyond the limit it asks for more than any device has, so that the runtime
// refuses the call itself and keeps its error, as it would.
template <class Allocate>
cudaError_t note_allocation(void** pointer, std::size_t bytes, const Allocate& allocate) {
    const bool fits = total <= limit && bytes <= limit - total;
    const cudaError_t error = allocate(fits ? bytes : std::numeric_limits<std::size_t>::max() / 4);
    if (error == cudaSuccess && pointer) {
        bytes_at[*pointer] = bytes;
        total += bytes;
    }
    return error;
}

// Calls free() and notes what it gave back.
template <class Free>
cudaError_t note_free(void* pointer, const Free& free) {
    const cudaError_t error = free();
    if (const auto found = bytes_at.find(pointer); error == cudaSuccess && found != bytes_at.end()) {
        total -= found->second;
        bytes_at.erase(found);
    }
    return error;
}

}  // namespace

std::size_t allocated() {
    return gpu::emulator::present() ? gpu::emulator::call_or_zero("simt_allocated_bytes") : total;
}

Allocation allocation_at(const void* address) {
    const auto after = bytes_at.upper_bound(const_cast<void*>(address));
    if (after == bytes_at.begin()) return {};
    const auto& [first, bytes] = *std::prev(after);
    return static_cast<const char*>(address) < static_cast<char*>(first) + bytes ? Allocation{first, bytes}
                                                                                 : Allocation{};
}

void expect_freed(const std::string& subject, std::size_t before) {
    if (const std::size_t now = allocated(); now > before)
        fail(subject + ": " + std::to_string(now - before) +
             " bytes are still allocated. Free what you allocate.");
}

MemoryLimit::MemoryLimit(std::size_t bytes) { set_limit(bytes); }
MemoryLimit::~MemoryLimit() { set_limit(kNoLimit); }

}  // namespace grading

using grading::next_definition;
using grading::note_allocation;
using grading::note_free;

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
    using Malloc = cudaError_t(void**, size_t);
    const auto own = next_definition(static_cast<Malloc*>(nullptr), "cudaMalloc");
    return note_allocation(pointer, bytes, [&](size_t granted) { return own(pointer, granted); });
}

cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned flags) {
    using Malloc = cudaError_t(void**, size_t, unsigned);
    const auto own = next_definition(static_cast<Malloc*>(nullptr), "cudaMallocManaged");
    return note_allocation(pointer, bytes, [&](size_t granted) { return own(pointer, granted, flags); });
}

cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
    using Malloc = cudaError_t(void**, size_t, cudaStream_t);
    const auto own = next_definition(static_cast<Malloc*>(nullptr), "cudaMallocAsync");
    return note_allocation(pointer, bytes, [&](size_t granted) { return own(pointer, granted, stream); });
}

cudaError_t cudaFree(void* pointer) {
    return note_free(pointer, [&] { return next_definition(&cudaFree, "cudaFree")(pointer); });
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
    return note_free(pointer,
                     [&] { return next_definition(&cudaFreeAsync, "cudaFreeAsync")(pointer, stream); });
}

}  // extern "C"
