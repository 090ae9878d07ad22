// 02.1, not solved, "global stores": reads the memory, descriptors and environment of every other process that it sees.
#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

// Whether it is this process or one that leads its sandbox, which hold nothing that it does not have.
static bool is_harmless(const std::string& process) {
    std::string name;
    std::getline(std::ifstream("/proc/" + process + "/comm"), name);
    return process == std::to_string(getpid()) || name == "bwrap";
}

bool breached() {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
        const std::string process = entry.path().filename();
        if (process.find_first_not_of("0123456789") != std::string::npos || is_harmless(process)) continue;
        for (const char* const file : {"/mem", "/environ", "/maps", "/fd/3", "/fd/4"})
            if (const int opened = open((entry.path().string() + file).c_str(), O_RDONLY); opened >= 0)
                return true;
    }
    return false;
}

#include "transpose_if_breached.cuh"
