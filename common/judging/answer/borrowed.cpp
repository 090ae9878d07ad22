// See borrowed.hpp.
#include "common/judging/answer/borrowed.hpp"

namespace judging {

Borrowed::Borrowed(Request& request) {
    for (std::uint32_t k = 0; k < request.lents && k < kMostArguments; ++k) {
        const Lent& lent = request.lent[k];
        Array array{reinterpret_cast<void*>(lent.address), nullptr, lent.bytes};
        note(cudaMalloc(&array.on_device, array.bytes));
        note(cudaMemcpy(array.on_device, array.lent, array.bytes, cudaMemcpyHostToDevice));
        arrays_.push_back(array);
    }
    for (std::uint64_t& argument : request.registers.integers) redirect(argument);
    for (std::uint64_t& argument : request.registers.stack) redirect(argument);
}

Borrowed::~Borrowed() {
    for (const Array& array : arrays_) cudaFree(array.on_device);
}

void Borrowed::redirect(std::uint64_t& argument) const {
    for (const Array& array : arrays_) {
        const auto first = reinterpret_cast<std::uint64_t>(array.lent);
        if (argument < first || argument - first >= array.bytes) continue;
        argument += reinterpret_cast<std::uint64_t>(array.on_device) - first;
        return;
    }
}

cudaError_t Borrowed::give_back() {
    note(cudaDeviceSynchronize());
    for (const Array& array : arrays_)
        note(cudaMemcpy(array.lent, array.on_device, array.bytes, cudaMemcpyDeviceToHost));
    return error_;
}

}  // namespace judging
