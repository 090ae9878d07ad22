// 02.1, not solved, "global stores": makes namespaces of its own in the sandbox, mounts, and changes its root folder.
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

bool breached() {
    if (unshare(CLONE_NEWUSER) == 0) return true;
    if (unshare(CLONE_NEWNS) == 0) return true;
    if (mount("none", "/tmp", "tmpfs", 0, nullptr) == 0 ||
        mount(nullptr, "/", nullptr, MS_REMOUNT | MS_BIND, nullptr) == 0)
        return true;
    return chroot("/proc/1/root") == 0 || sethostname("breached", 8) == 0;
}

#include "transpose_if_breached.cuh"
