// See library_calls.hpp.
#include "emulator/runtime/library_calls.hpp"

#include <set>
#include <string_view>

#include "emulator/runtime/advice.hpp"
#include "emulator/runtime/call.hpp"
#include "emulator/runtime/findings.hpp"
#include "emulator/runtime/graphs/capture.hpp"
#include "emulator/runtime/transfer.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

// Why the device cannot reach the operand.
std::string why_not(const check::Operand& operand) {
    const u64 address = operand.rows.address;
    const char* const does = operand.written ? operand.read ? "updates" : "writes" : "reads";
    if (address == 0) return fmt::format("the {} is a null pointer", operand.name);
    const memory::Allocation* const allocation = context().space.find(address);
    if (allocation != nullptr && !context().may_access(current_device(), *allocation))
        return fmt::format(
            "device {}, on which the call runs, may not access the memory of device {}, {}: call "
            "cudaDeviceEnablePeerAccess({}, 0) with device {} current, or copy the {} first",
            current_device(), allocation->device, allocation->description(), allocation->device,
            current_device(), operand.name);
    if (allocation != nullptr) {
        const u64 left = allocation->address + allocation->size - address;
        return fmt::format(
            "it {} {} bytes past the end of the {}: {} bytes from {:#x} on, of {}. Compare the sizes, the "
            "leading "
            "dimension and the transposition with the memory; cuBLAS's matrices are stored by columns",
            does, operand.rows.extent() - left, operand.name, operand.rows.extent(), address,
            allocation->description());
    }
    if (address >= memory::kDeviceBegin && address < memory::kDeviceEnd)
        return nothing_there(operand.name, address);
    return fmt::format(
        "the {} must be on the device, and {:#x} is an address of the host: copy it to memory of cudaMalloc",
        operand.name, address);
}

}  // namespace

cudaError_t simt_library_call(const char* name, const std::function<void()>& body) {
    return framed(
        [&] {
            check_device_error();
            use_primary_context();
            body();
        },
        name);
}

void simt_library_work(cudaStream_t stream, bool waits, std::function<void()> work) {
    ++context().library_calls[current_call()];
    context().streams.check_device_of(stream);
    // It may run on another thread, or in a graph.
    work = [device = current_device(), of_call = std::move(work)] {
        const AsDevice as(device);
        of_call();
    };
    if (!waits) return enqueue_or_capture(stream, LibraryWork{current_call(), std::move(work)});
    if (is_capturing(stream))
        fail(cudaErrorStreamCaptureUnsupported,
             "its stream is being captured, and the result would have to be known now: let the device have "
             "the result "
             "(CUBLAS_POINTER_MODE_DEVICE)");
    context().streams.submit(stream, work);
}

u8* simt_library_memory(const check::Operand& operand) {
    const u64 address = operand.rows.address;
    const memory::Allocation* const allocation = context().space.find(address);
    if (allocation != nullptr && allocation->holds(address, operand.rows.extent()) &&
        context().may_access(current_device(), *allocation))
        return allocation->host + (address - allocation->address);
    set_device_error(cudaErrorIllegalAddress);
    refuse_memory_because(why_not(operand), cudaErrorIllegalAddress);
}

void simt_library_refuse(std::string sentence) { refuse_memory_because(std::move(sentence)); }

void simt_library_used(const std::vector<check::Operand>& operands) {
    const auto position = context().position();
    for (const check::Finding& finding : check::library_call(
             context().space, settings().checks, current_call(), operands, position ? &*position : nullptr))
        announce(finding);
}

bool simt_library_is_device(const void* pointer) {
    const u64 address = reinterpret_cast<u64>(pointer);
    if (address < memory::kDeviceBegin || address >= memory::kDeviceEnd) return false;
    const memory::Allocation* const allocation = context().space.find(address);
    return allocation == nullptr ||
           (allocation->kind != memory::Kind::Managed && allocation->kind != memory::Kind::Pinned);
}

void simt_library_unsupported(const char* name) {
    const std::lock_guard lock(context().mutex);
    context().count_call(name);
    static auto* const said = new std::set<std::string_view>;
    if (said->insert(name).second)
        say("{} is not supported by the emulator: {}", name, advice_instead_of_library(name));
}
