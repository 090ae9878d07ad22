// What a process may no longer do once memory must be its own.
#include "common/grade/hidden_memory.hpp"

#include <doctest/doctest.h>
#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr std::size_t kPage = 4096;

bool refused(long result) { return result == -1 && errno == EPERM; }

bool may_map(int flags) { return mmap(nullptr, kPage, PROT_READ | PROT_WRITE, flags, -1, 0) != MAP_FAILED; }

// The exit code of a child that forbids itself hidden memory and returns this.
template <class Try>
int in_child(const Try& attempt, grade::Mappings allowed = grade::Mappings::kPrivate) {
    const pid_t child = fork();
    if (child == 0) _exit(grade::forbid_hidden_memory(allowed) ? attempt() : 100);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("memory that is no process's own cannot be had") {
    CHECK(in_child([] { return refused(syscall(SYS_memfd_create, "file", 0)); }) == 1);
    CHECK(in_child([] { return refused(syscall(SYS_shmget, 0, kPage, 0600)); }) == 1);
    CHECK(in_child([] { return refused(syscall(SYS_io_uring_setup, 1, nullptr)); }) == 1);
    CHECK(in_child([] { return may_map(MAP_SHARED | MAP_ANONYMOUS); }) == 0);
    CHECK(in_child([] { return may_map(MAP_SHARED_VALIDATE | MAP_ANONYMOUS); }) == 0);
}

TEST_CASE("a process that uses a GPU may map shared memory, and has no other way to hide some") {
    constexpr auto kShared = grade::Mappings::kShared;
    CHECK(in_child([] { return may_map(MAP_SHARED | MAP_ANONYMOUS); }, kShared) == 1);
    CHECK(in_child([] { return refused(syscall(SYS_memfd_create, "file", 0)); }, kShared) == 1);
    CHECK(in_child([] { return refused(syscall(SYS_shmget, 0, kPage, 0600)); }, kShared) == 1);
}

TEST_CASE("a process has memory of its own all the same") {
    CHECK(in_child([] { return may_map(MAP_PRIVATE | MAP_ANONYMOUS); }) == 1);
    CHECK(in_child([] { return static_cast<int>(write(STDOUT_FILENO, "", 0)); }) == 0);
}
