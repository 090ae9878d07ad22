// 02.1, not solved, "its host code crashed": a null pointer on the host.
#include <cstddef>

void transpose(float* out, const float*, std::size_t, std::size_t) {
    volatile float* const nowhere = nullptr;
    *nowhere = out == nullptr;
}
