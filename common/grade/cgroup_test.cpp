// Where control groups are looked for, and what the kernel refuses to the processes in one.
#include "common/grade/cgroup.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>

#include "common/testing/process.hpp"
#include "common/testing/skip.hpp"

using grade::ControlGroup;
using grade::GroupFolders;

namespace {

constexpr std::size_t kMemory = 200 << 20, kTasks = 20;

// Looks for itself: a mistake in what is tested must not skip the tests.
bool root_can_make_groups() {
    const auto may_write = [](const char* path) { return access(path, W_OK) == 0; };
    const bool one =
        may_write("/sys/fs/cgroup/pids/cgroup.procs") && may_write("/sys/fs/cgroup/memory/cgroup.procs");
    const std::string given = " " + testing::read_text("/sys/fs/cgroup/cgroup.subtree_control");
    const bool two = given.find(" pids") != std::string::npos && given.find(" memory") != std::string::npos;
    return geteuid() == 0 && (one || (two && may_write("/sys/fs/cgroup/cgroup.procs")));
}

bool groups_can_be_made() {
    const bool can = grade::own_group_folders().version != 0;
    if (root_can_make_groups()) REQUIRE(can);
    if (!can) testing::skip("no control group can be made here");
    return can;
}

// How a child ended that joined the group and did this; it returns its exit code.
template <class Work>
int status_in(const ControlGroup& group, const Work& work) {
    const pid_t child = fork();
    if (child == 0) _exit(group.join() ? work() : 100);
    int status = 0;
    waitpid(child, &status, 0);
    return status;
}

// How many children can be started; they stay.
int start_children() {
    int started = 0;
    for (std::size_t i = 0; i < 2 * kTasks; ++i) {
        const pid_t child = fork();
        if (child == 0) pause();
        started += child > 0;
    }
    return started;
}

int take(std::size_t bytes) {
    const std::unique_ptr<char[]> memory(new char[bytes]);
    std::memset(memory.get(), 1, bytes);
    return memory[bytes / 2];
}

// The groups of a process that lie in the folders now; other graders have theirs there, too.
std::set<std::string> groups_of(pid_t maker) {
    const std::string name = "make-grade." + std::to_string(maker) + ".";
    std::set<std::string> found;
    for (const std::string& parent : {grade::own_group_folders().pids, grade::own_group_folders().memory})
        for (const auto& entry : std::filesystem::directory_iterator(parent))
            if (entry.path().filename().string().starts_with(name)) found.insert(entry.path());
    return found;
}

constexpr const char* kSystemdMounts =
    "24 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
    "35 24 0:30 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";

}  // namespace

TEST_CASE("version 2: this process's own group may serve, then each above it") {
    const auto folders = grade::group_folders("0::/user.slice/user-1000.slice/shell.scope\n", kSystemdMounts);
    REQUIRE(folders.size() == 4);
    CHECK(folders[0].pids == "/sys/fs/cgroup/user.slice/user-1000.slice/shell.scope");
    CHECK(folders[1].pids == "/sys/fs/cgroup/user.slice/user-1000.slice");
    CHECK(folders[2].memory == "/sys/fs/cgroup/user.slice");
    CHECK(folders[3].pids == "/sys/fs/cgroup");
    for (const GroupFolders& each : folders) CHECK((each.version == 2 && each.pids == each.memory));
    CHECK(grade::group_folders("0::/\n", kSystemdMounts).size() == 1);
}

TEST_CASE("version 1: this process's own groups may serve, wherever the controllers are mounted") {
    const std::string mounts =
        "31 30 0:26 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
        "32 30 0:27 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n"
        "33 30 0:28 /docker/12 /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n";
    const std::string cgroup = "9:pids:/\n4:memory:/docker/12/task\n1:cpu,cpuacct:/\n";
    auto folders = grade::group_folders(cgroup, mounts);
    REQUIRE(folders.size() == 1);
    CHECK(folders[0].version == 1);
    CHECK(folders[0].pids == "/sys/fs/cgroup/pids");
    CHECK(folders[0].memory == "/sys/fs/cgroup/memory/task");
    folders = grade::group_folders(cgroup + "0::/a\n", kSystemdMounts + mounts);
    REQUIRE(folders.size() == 3);
    CHECK(folders[0].version == 2);
    CHECK(folders[2].version == 1);
}

TEST_CASE("a group that is not mounted, or lies above the mounted one, does not serve") {
    CHECK(grade::group_folders("", "").empty());
    CHECK(grade::group_folders("0::/a\n", "").empty());
    CHECK(grade::group_folders("", kSystemdMounts).empty());
    CHECK(grade::group_folders("0::/../other\n", kSystemdMounts).empty());
    CHECK(
        grade::group_folders("0::/other\n", "35 24 0:30 /docker/12 /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n")
            .empty());
    CHECK(grade::group_folders("9:pids:/\n", "32 30 0:27 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n")
              .empty());
}

TEST_CASE("a group has no more processes than its limit") {
    if (!groups_can_be_made()) return;
    const ControlGroup group(kMemory, kTasks);
    CHECK(group.refused() == ControlGroup::Refused::kNothing);
    CHECK(WEXITSTATUS(status_in(group, start_children)) == kTasks - 1);
    CHECK(group.refused() == ControlGroup::Refused::kTasks);
}

TEST_CASE("a process in a group that needs more memory than its limit is killed") {
    if (!groups_can_be_made()) return;
    const ControlGroup group(kMemory, kTasks);
    CHECK(WEXITSTATUS(status_in(group, [] { return take(kMemory / 2); })) == 1);
    CHECK(group.refused() == ControlGroup::Refused::kNothing);
    CHECK(WIFSIGNALED(status_in(group, [] { return take(2 * kMemory); })));
    CHECK(group.refused() == ControlGroup::Refused::kMemory);
}

// Lower limits than the group knows of stand for those of a group above it.
TEST_CASE("what the machine refuses is told from what a group's own limits refuse") {
    if (!groups_can_be_made()) return;
    const ControlGroup group(kMemory, kTasks);
    const auto lower = [&](const std::string& file, std::size_t most) {
        for (const std::string& folder : groups_of(getpid()))
            if (std::filesystem::exists(folder + "/" + file))
                std::ofstream(folder + "/" + file) << most << std::flush;
    };
    lower("pids.max", kTasks / 2);
    CHECK(WEXITSTATUS(status_in(group, start_children)) == kTasks / 2 - 1);
    CHECK(group.refused() == ControlGroup::Refused::kTasksByMachine);
    lower("memory.max", kMemory / 2);
    lower("memory.limit_in_bytes", kMemory / 2);
    lower("pids.max", kTasks);
    CHECK(WIFSIGNALED(status_in(group, [] { return take(2 * kMemory); })));
    CHECK(group.refused() == ControlGroup::Refused::kMemoryByMachine);
}

TEST_CASE("a group ends with all processes in it") {
    if (!groups_can_be_made()) return;
    pid_t child = 0;
    {
        const ControlGroup group(kMemory, kTasks);
        CHECK_FALSE(groups_of(getpid()).empty());
        child = fork();
        if (child == 0) {
            if (group.join()) pause();
            _exit(100);
        }
        usleep(100'000);
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFSIGNALED(status));
    CHECK(groups_of(getpid()).empty());
}

TEST_CASE("what a killed grader has left is removed, and what a living one has is not") {
    if (!groups_can_be_made()) return;
    int ends[2];
    REQUIRE(pipe2(ends, O_CLOEXEC) == 0);
    const pid_t maker = fork();
    if (maker == 0) {
        const ControlGroup group(kMemory, kTasks);
        const pid_t inside = fork();
        if (inside == 0 && group.join()) execl("/bin/sleep", "sleep", "60", nullptr);
        close(ends[1]);
        for (;;) pause();
    }
    close(ends[1]);
    char none;
    CHECK(read(ends[0], &none, 1) == 0);  // the command has begun, without the maker's files
    close(ends[0]);
    const std::set<std::string> made = groups_of(maker);
    CHECK_FALSE(made.empty());
    grade::remove_left_groups();
    CHECK(groups_of(maker) == made);
    kill(maker, SIGKILL);
    waitpid(maker, nullptr, 0);
    grade::remove_left_groups();
    CHECK(groups_of(maker).empty());
}
