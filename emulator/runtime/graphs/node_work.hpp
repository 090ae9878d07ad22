// From the parameters of CUDA's node calls to a node's work, and back.
#pragma once

#include "emulator/runtime/graphs/graph.hpp"

namespace simt::runtime {

// All throw a Failure for parameters that cannot run: a kernel that does not fit the device, a null function, an element size.
KernelWork kernel_work(const cudaKernelNodeParams* parameters);
CopyWork box_work(const cudaMemcpy3DParms* box);
FillWork fill_work(const cudaMemsetParams* rows);
HostWork host_work(const cudaHostNodeParams* parameters);
ChildWork child_work(cudaGraph_t graph);
// Reserves an address, and writes it into the parameters.
AllocateWork allocate_work(cudaMemAllocNodeParams* parameters);

// The kernel's parameters as the program may read them. The pointers hold until the node's work changes.
cudaKernelNodeParams parameters_of(const KernelWork& work);

// The node's arguments, attributes and handle for a step that is changed: everything but the launch stays.
void replace(KernelWork& old, KernelWork wanted);

}  // namespace simt::runtime
