// 02.1, not solved, "global stores": writes into the build folder, the results, the submissions, /tmp and the home folder.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

// Leaves the file where the test looks for it.
static bool writes(const std::string& folder) {
    std::FILE* const file = std::fopen((folder + "/left-by-the-red-team").c_str(), "w");
    if (file) std::fclose(file);
    return file != nullptr;
}

bool breached() {
    // An emulator and a runtime of its own in place of the next student's.
    for (const char* const target : {"@ROOT@/build/lib/libcudart.so.13", "@ROOT@/build/grade/emulator"})
        if (access(target, W_OK) == 0) return true;
    if (truncate("@GRADES@/grades.csv", 0) == 0 || chmod("@SUBMISSIONS@", 0) == 0) return true;
    static_cast<void>(writes("/tmp") || writes("/var/tmp") || writes("/dev/shm"));  // its own, if anything
    const char* const home = std::getenv("HOME");
    return writes("@ROOT@") || writes("@ROOT@/build") || writes("@SUBMISSIONS@") || writes("@GRADES@") ||
           writes("/etc") || writes("/usr/local/bin") ||
           (home && std::string(home) != "/tmp" && writes(home) && false);
}

#include "transpose_if_breached.cuh"
