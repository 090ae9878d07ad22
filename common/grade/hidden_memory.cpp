// See hidden_memory.hpp: a seccomp filter for system calls.
#include "common/grade/hidden_memory.hpp"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cstddef>
#include <iterator>

namespace grade {
namespace {

constexpr __u32 kFirstOfX32 = 0x40000000;  // the same calls under other numbers

}  // namespace

bool forbid_hidden_memory(Mappings allowed) {
    constexpr auto load = [](std::size_t offset) {
        return sock_filter(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<__u32>(offset)));
    };
    constexpr auto refuse = sock_filter(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
    constexpr auto allow = sock_filter(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    constexpr auto number = offsetof(seccomp_data, nr),
                   flags = offsetof(seccomp_data, args) + 3 * sizeof(__u64);
    // The two numbers of a jump: how many lines to skip if the comparison is true, and if it is false.
    sock_filter lines[] = {
        load(offsetof(seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
        refuse,
        load(number),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kFirstOfX32, 4, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_memfd_create, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_memfd_secret, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_shmget, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_setup, 0, 1),
        refuse,
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 4),
        load(flags),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 0, 2),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_SHARED, 0, 1),
        allowed == Mappings::kShared ? sock_filter(allow) : sock_filter(refuse),
        allow,
    };
    const sock_fprog program{std::size(lines), lines};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace grade
