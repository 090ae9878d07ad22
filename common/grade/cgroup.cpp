// See cgroup.hpp.
#include "common/grade/cgroup.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "common/testing/process.hpp"

namespace grade {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrefix = "make-grade.";
constexpr int kRemovals = 5000;          // attempts, a millisecond each
constexpr std::size_t kSlack = 2 << 20;  // bytes that a process may have been refused at once
constexpr mode_t kFolderMode = 0755;

std::vector<std::string> split(const std::string& text, char at) {
    std::istringstream stream(text);
    std::vector<std::string> parts;
    for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
    return parts;
}

bool has(const std::string& list, const std::string& word, char at) {
    const std::vector<std::string> words = split(list, at);
    return std::find(words.begin(), words.end(), word) != words.end();
}

struct Mount {
    std::string root, point;  // the group that is mounted, and where
};

// The mount of version 2, or of a controller of version 1. A line is "36 35 98:0 ROOT POINT OPTIONS… - KIND SOURCE OPTIONS".
Mount mount_of(const std::string& mountinfo, const std::string& controller) {
    for (const std::string& line : split(mountinfo, '\n')) {
        const std::vector<std::string> words = split(line, ' ');
        const auto dash = std::find(words.begin(), words.end(), "-");
        if (words.size() < 5 || words.end() - dash < 4) continue;
        if (controller.empty() ? dash[1] == "cgroup2" : dash[1] == "cgroup" && has(dash[3], controller, ','))
            return {words[3], words[4]};
    }
    return {};
}

// This process's group as a path below the mount's root, without a slash at its end: "" is the root itself. `found` is false if the
// group is not visible there.
std::string own_group(const std::string& cgroup, const std::string& controller, const Mount& mount,
                      bool& found) {
    found = false;
    for (const std::string& line : split(cgroup, '\n')) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos || mount.point.empty()) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        if (controller.empty() ? !controllers.empty() : !has(controllers, controller, ',')) continue;
        std::string path = line.substr(second + 1);
        if (mount.root != "/") {
            if (path != mount.root && !path.starts_with(mount.root + "/")) continue;
            path = path.substr(mount.root.size());
        }
        found = path.find("/..") == std::string::npos;
        return path == "/" ? "" : path;
    }
    return "";
}

bool write_to(const std::string& path, const std::string& text) {
    const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0) return false;
    const bool written = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    close(file);
    return written;
}

// The number in a file, or behind a word in it; 0 if there is none.
std::size_t number_in(const std::string& path, const std::string& word = "") {
    std::ifstream file(path);
    std::size_t number = 0;
    if (word.empty())
        file >> number;
    else
        for (std::string key; file >> key >> number && key != word;) number = 0;
    return number;
}

// Version 2 gives controllers to the groups in a folder if it is told to, which it refuses while processes are in the folder itself.
bool gives_controllers(const std::string& folder) {
    const auto given = [&] {
        std::string list = testing::read_text(folder + "/cgroup.subtree_control");
        if (list.ends_with("\n")) list.pop_back();
        return has(list, "pids", ' ') && has(list, "memory", ' ');
    };
    return given() || (write_to(folder + "/cgroup.subtree_control", "+pids +memory") && given());
}

bool can_be_used(const GroupFolders& folders) {
    for (const std::string& folder : {folders.pids, folders.memory})
        if (access(folder.c_str(), W_OK) != 0 || access((folder + "/cgroup.procs").c_str(), W_OK) != 0)
            return false;
    return folders.version == 1 || gives_controllers(folders.pids);
}

void kill_in(const std::string& folder) {
    write_to(folder + "/pids.max", "0");
    std::ifstream file(folder + "/cgroup.procs");
    for (pid_t process; file >> process;)
        if (process > 0) kill(process, SIGKILL);  // 0: it is outside of this namespace
}

// A process that was killed leaves its group a little later.
void kill_and_remove(const std::string& folder) {
    for (int i = 0; i < kRemovals && rmdir(folder.c_str()) != 0 && errno == EBUSY; ++i) {
        kill_in(folder);
        usleep(1000);
    }
}

// Opens a folder and locks it; -1 if it is locked already, or gone.
int lock_folder(const std::string& path) {
    const int file = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct stat locked {
    }, there{};
    if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0 && fstat(file, &locked) == 0 &&
        stat(path.c_str(), &there) == 0 && locked.st_ino == there.st_ino)
        return file;
    if (file >= 0) close(file);
    return -1;
}

}  // namespace

std::vector<GroupFolders> group_folders(const std::string& cgroup, const std::string& mountinfo) {
    std::vector<GroupFolders> all;
    bool found = false;
    const Mount unified = mount_of(mountinfo, "");
    std::string own = own_group(cgroup, "", unified, found);
    while (found) {
        all.push_back({2, unified.point + own, unified.point + own});
        if (own.empty()) break;
        own.erase(own.rfind('/'));
    }
    const Mount of_pids = mount_of(mountinfo, "pids"), of_memory = mount_of(mountinfo, "memory");
    bool both = false;
    const std::string pids = own_group(cgroup, "pids", of_pids, found),
                      memory = own_group(cgroup, "memory", of_memory, both);
    if (found && both) all.push_back({1, of_pids.point + pids, of_memory.point + memory});
    return all;
}

const GroupFolders& own_group_folders() {
    static const GroupFolders own = [] {
        for (const GroupFolders& folders : group_folders(testing::read_text("/proc/self/cgroup"),
                                                         testing::read_text("/proc/self/mountinfo")))
            if (can_be_used(folders)) return folders;
        return GroupFolders{};
    }();
    return own;
}

std::string how_limited() {
    const int version = own_group_folders().version;
    return version == 0 ? "Processes and memory are limited by looking at them fifty times a second: no "
                          "control group can be made."
                        : "Processes and memory are limited by control groups, version " +
                              std::to_string(version) + ".";
}

void remove_left_groups() {
    const GroupFolders& own = own_group_folders();
    if (own.version == 0) return;
    for (const std::string& parent : {own.pids, own.memory}) {
        std::error_code error;  // another process may remove what is listed here
        std::vector<std::string> left;
        for (fs::directory_iterator entry(parent, error), end; !error && entry != end; entry.increment(error))
            if (entry->path().filename().string().starts_with(kPrefix)) left.push_back(entry->path());
        for (const std::string& folder : left) {
            const int lock = lock_folder(folder);
            if (lock < 0) continue;
            kill_and_remove(folder);
            close(lock);
        }
    }
}

// A group in one hierarchy, from its making to its removal.
class ControlGroup::Folder {
  public:
    explicit Folder(const std::string& parent) {
        const std::string name = parent + "/" + kPrefix + std::to_string(getpid()) + ".";
        for (int i = 0; lock_ < 0; ++i) {
            path_ = name + std::to_string(i);
            if (mkdir(path_.c_str(), kFolderMode) == 0)
                lock_ = lock_folder(path_);  // another grader may have taken it for one that was left
            else if (errno != EEXIST)
                throw std::runtime_error("The control group " + path_ +
                                         " cannot be made: " + std::strerror(errno) + ".");
        }
        processes_ = open((path_ + "/cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC);
    }
    ~Folder() {
        close(processes_);
        kill_and_remove(path_);
        close(lock_);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::string file(const std::string& name) const { return path_ + "/" + name; }
    bool join() const { return write(processes_, "0", 1) == 1; }
    void limit(const std::string& name, std::size_t most) const {
        if (!write_to(file(name), std::to_string(most)))
            throw std::runtime_error("The limit " + file(name) + " cannot be set: " + std::strerror(errno) +
                                     ".");
    }

  private:
    std::string path_;
    int lock_ = -1, processes_ = -1;
};

ControlGroup::ControlGroup(std::size_t memory, std::size_t tasks) : memory_(memory), tasks_(tasks) {
    const GroupFolders& own = own_group_folders();
    if (own.version == 0) return;
    folders_.push_back(std::make_unique<Folder>(own.pids));
    if (own.version == 1) folders_.push_back(std::make_unique<Folder>(own.memory));
    const Folder& of_memory = *folders_.back();
    folders_.front()->limit("pids.max", tasks);
    of_memory.limit(own.version == 2 ? "memory.max" : "memory.limit_in_bytes", memory);
    // Swap, where it is counted. Version 1 counts both together.
    if (own.version == 2)
        write_to(of_memory.file("memory.swap.max"), "0");
    else
        write_to(of_memory.file("memory.memsw.limit_in_bytes"), std::to_string(memory));
}

ControlGroup::~ControlGroup() = default;

bool ControlGroup::join() const {
    for (const std::unique_ptr<Folder>& folder : folders_)
        if (!folder->join()) return false;
    return true;
}

ControlGroup::Refused ControlGroup::refused() const {
    if (folders_.empty()) return Refused::kNothing;
    const bool two = own_group_folders().version == 2;
    const Folder &of_pids = *folders_.front(), &of_memory = *folders_.back();
    // The most that there ever was in the group says whose limit it was; not every kernel keeps it.
    const auto reached = [](const std::string& peak, std::size_t limit) {
        const std::size_t most = number_in(peak);
        return most == 0 || most >= limit;
    };
    if (number_in(of_memory.file(two ? "memory.events" : "memory.oom_control"), "oom_kill") > 0)
        return reached(of_memory.file(two ? "memory.peak" : "memory.max_usage_in_bytes"),
                       memory_ - std::min(memory_, kSlack))
                   ? Refused::kMemory
                   : Refused::kMemoryByMachine;
    if (number_in(of_pids.file("pids.events"), "max") > 0)
        return reached(of_pids.file("pids.peak"), tasks_) ? Refused::kTasks : Refused::kTasksByMachine;
    return Refused::kNothing;
}

}  // namespace grade
