// See run_work.hpp.
#include "emulator/runtime/graphs/run_work.hpp"

#include "emulator/runtime/allocation.hpp"
#include "emulator/runtime/launches.hpp"

namespace simt::runtime {
namespace {

void run_one(const KernelWork& work) { run_kernel(*work.function, work.launch); }
void run_one(const CopyWork& work) { copy_box(work.box); }
void run_one(const FillWork& work) {
    const cudaMemsetParams& to = work.rows;
    fill(rows(to.dst, to.width * to.elementSize, to.height, to.pitch), to.value, to.elementSize);
}
void run_one(const AllocateWork& work) {
    allocate_graph_memory(work.parameters.dptr, work.parameters.bytesize,
                          work.parameters.poolProps.location.id, work.devices);
}
void run_one(const LibraryWork& work) { as_call(work.call, work.run); }
void run_one(const FreeWork& work) { release_device(work.pointer); }
template <class Other>
void run_one(const Other&) {}

}  // namespace

CopyWork copy_work(const Rows& to, const Rows& from, cudaMemcpyKind kind) {
    const auto pitched = [](const Rows& at) {
        return cudaPitchedPtr{reinterpret_cast<void*>(at.address), at.height > 1 ? at.pitch : at.width,
                              at.width, at.height};
    };
    CopyWork work;
    work.box.dstPtr = pitched(to);
    work.box.srcPtr = pitched(from);
    work.box.extent = {to.width, to.height, 1};
    work.box.kind = kind;
    return work;
}

void run(const Work& work) {
    std::visit([](const auto& one) { run_one(one); }, work);
}

}  // namespace simt::runtime
