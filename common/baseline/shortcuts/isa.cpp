// See isa.hpp.
#include "common/baseline/shortcuts/isa.hpp"

namespace baseline::shortcuts {

std::vector<const Isa*> runnable_isas() {
    std::vector<const Isa*> isas;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) isas.push_back(&kAvx512);
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) isas.push_back(&kAvx2);
#endif
    isas.push_back(&kPortable);
    return isas;
}

}  // namespace baseline::shortcuts
