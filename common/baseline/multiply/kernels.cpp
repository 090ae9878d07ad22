// See kernels.hpp.
#include "common/baseline/multiply/kernels.hpp"

namespace baseline::multiply {

std::vector<const Kernel*> runnable_kernels() {
    std::vector<const Kernel*> kernels;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) kernels.push_back(&kAvx512);
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) kernels.push_back(&kAvx2);
#endif
    kernels.push_back(&kPortable);
    return kernels;
}

}  // namespace baseline::multiply
