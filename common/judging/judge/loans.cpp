// See loans.hpp.
#include "common/judging/judge/loans.hpp"

#include <cuda_runtime_api.h>

#include "common/cuda/check.hpp"
#include "common/grading/allocations.hpp"
#include "common/grading/host_array.hpp"
#include "common/grading/next_definition.hpp"

namespace judging {
namespace {

// The runtime's own function: these are no copies of the answer's.
void copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    CUDA_CHECK(grading::next_definition(&cudaMemcpy, "cudaMemcpy")(to, from, bytes, kind));
}

}  // namespace

Loans::Loans(Request& request, const std::vector<std::uint64_t*>& addresses) {
    for (std::uint64_t* const address : addresses) {
        const auto* const pointer = reinterpret_cast<const char*>(*address);
        const Loan* const loan = loan_of(pointer);
        if (!loan) continue;
        *address = reinterpret_cast<std::uint64_t>(loan->in_window) +
                   static_cast<std::uint64_t>(pointer - static_cast<char*>(loan->on_device));
    }
    for (const Loan& loan : loans_)
        request.lent[request.lents++] = {reinterpret_cast<std::uint64_t>(loan.in_window), loan.bytes};
}

Loans::~Loans() {
    for (const Loan& loan : loans_) grading::free_host_array(loan.in_window);
}

const Loans::Loan* Loans::loan_of(const void* address) {
    const grading::Allocation found = grading::allocation_at(address);
    if (found.bytes == 0) return nullptr;
    for (const Loan& loan : loans_)
        if (loan.on_device == found.first) return &loan;
    loans_.push_back({found.first, grading::allocate_host_array(found.bytes), found.bytes});
    copy(loans_.back().in_window, found.first, found.bytes, cudaMemcpyDeviceToHost);
    return &loans_.back();
}

void Loans::take_back() const {
    for (const Loan& loan : loans_) copy(loan.on_device, loan.in_window, loan.bytes, cudaMemcpyHostToDevice);
}

}  // namespace judging
