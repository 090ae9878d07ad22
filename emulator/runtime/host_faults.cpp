// Device memory is not mapped in the host process, so dereferencing a device pointer on the host faults here as it
// does with a GPU. The emulator names the allocation and says what to do; then the fault takes its usual course.
#include "emulator/runtime/host_faults.hpp"

#include <signal.h>
#include <ucontext.h>

#include <atomic>
#include <cstring>

#include "emulator/memory/address_space.hpp"
#include "emulator/runtime/context.hpp"
#include "emulator/runtime/errors.hpp"
#include "emulator/runtime/findings.hpp"

namespace simt::runtime {
namespace {

struct sigaction previous;
std::atomic<bool> explaining{false};

const char* verb_of(const void* machine_context) {
#if defined(__x86_64__)
    constexpr greg_t kWriteAccess = 2;  // of the page fault's error code
    const auto* state = static_cast<const ucontext_t*>(machine_context);
    return state->uc_mcontext.gregs[REG_ERR] & kWriteAccess ? "wrote to" : "read";
#else
    static_cast<void>(machine_context);
    return "accessed";
#endif
}

// The process is about to die, so this may allocate and print. A second fault meanwhile ends the process without the
// sentence.
void explain(u64 address, const char* verb) {
    const memory::Allocation* nearest = context().space.nearest(address);
    std::string where = "no allocation holds it";
    const char* advice = "copy it with cudaMemcpy, or allocate it with cudaMallocManaged";
    if (nearest && nearest->holds(address, 1)) {
        where = fmt::format("byte {} of {} bytes by {}", address - nearest->address, nearest->size,
                            nearest->label);
        if (nearest->freed) {
            where += ", freed since";
            advice = "do not use it after freeing it";
        }
    }
    count_misuse();
    say("the host {} device memory at {:#x} ({}); {}", verb, address, where, advice);
}

void on_fault(int signal, siginfo_t* info, void* machine_context) {
    const u64 address = reinterpret_cast<u64>(info->si_addr);
    const bool of_the_device = address >= memory::kDeviceBegin && address < memory::kDeviceEnd;
    if (of_the_device && !explaining.exchange(true)) explain(address, verb_of(machine_context));
    if (!of_the_device && (previous.sa_flags & SA_SIGINFO) && previous.sa_sigaction) {
        previous.sa_sigaction(signal, info, machine_context);
        return;
    }
    // Restore the previous handler; the instruction faults again and reaches it.
    sigaction(signal, &previous, nullptr);
}

}  // namespace

void catch_host_faults() {
    struct sigaction action;
    std::memset(&action, 0, sizeof action);
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, &previous);
}

}  // namespace simt::runtime
