// See process_tree.hpp. A kernel lists the children of a process if it is built with CONFIG_PROC_CHILDREN, as those of the distributions
// are; looking through all processes of the system instead would take long just when an answer starts thousands.
#include "common/grade/process_tree.hpp"

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

namespace grade {
namespace {

std::string folder_of(pid_t id) { return "/proc/" + std::to_string(id); }

// Each thread has children of its own. Adds the number of threads.
std::vector<pid_t> children_of(pid_t id, std::size_t& threads) {
    std::vector<pid_t> children;
    const std::string tasks = folder_of(id) + "/task";
    DIR* const folder = opendir(tasks.c_str());
    if (!folder) return children;
    while (const dirent* const entry = readdir(folder)) {
        if (std::atoi(entry->d_name) == 0) continue;
        ++threads;
        std::ifstream file(tasks + "/" + entry->d_name + "/children");
        for (pid_t child; file >> child;) children.push_back(child);
    }
    closedir(folder);
    return children;
}

std::vector<pid_t> children_of(pid_t id) {
    std::size_t threads = 0;
    return children_of(id, threads);
}

// "17 (a name) Z 1 …": the name may contain blanks and parentheses.
bool has_ended(pid_t id) {
    std::ifstream file(folder_of(id) + "/stat");
    std::string line;
    if (!std::getline(file, line)) return true;
    const std::size_t name_end = line.rfind(") ");
    return name_end == std::string::npos || line.compare(name_end + 2, 1, "Z") == 0 ||
           line.compare(name_end + 2, 1, "X") == 0;
}

std::size_t memory_of(pid_t id) {
    std::ifstream file(folder_of(id) + "/status");
    std::size_t all = 0, kilobytes = 0;
    for (std::string line; std::getline(file, line);)
        if (std::sscanf(line.c_str(), "RssAnon: %zu", &kilobytes) == 1 ||
            std::sscanf(line.c_str(), "RssShmem: %zu", &kilobytes) == 1)
            all += 1024 * kilobytes;
    return all;
}

}  // namespace

bool can_list_descendants() {
    return access(("/proc/self/task/" + std::to_string(getpid()) + "/children").c_str(), R_OK) == 0;
}

Descendants descendants(std::size_t most) {
    Descendants found;
    std::vector<pid_t> all = children_of(getpid());
    for (std::size_t i = 0; i < all.size() && found.running <= most; ++i) {
        found.running += !has_ended(all[i]);
        found.memory += memory_of(all[i]);
        for (const pid_t child : children_of(all[i], found.threads)) all.push_back(child);
    }
    return found;
}

void kill_descendants(const std::function<bool(pid_t)>& spared) {
    for (;;) {
        bool any = false;
        for (const pid_t child : children_of(getpid())) {
            if (spared && spared(child)) continue;
            any = true;
            // The child of bubblewrap is process 1 of the namespace, with which all others in it end.
            for (const pid_t grandchild : children_of(child)) kill(grandchild, SIGKILL);
            kill(child, SIGKILL);
            waitpid(child, nullptr, WNOHANG);
        }
        if (!any) return;
        // The children of those that have ended become children of this process.
        usleep(1000);
    }
}

}  // namespace grade
