// The one Context of the process; see context.hpp.
#include "common/simt/runtime/context.hpp"

namespace simt::runtime {

Context& context() {
    static Context* const instance = new Context;  // never destroyed, on purpose: see the header
    return *instance;
}

}  // namespace simt::runtime
