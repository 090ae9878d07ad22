// 02.1, not solved, "global stores": reads what a program of another user should not need: home folders, the password file's
// shadow, keys, the instructor's shell history.
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

bool breached() {
    for (const char* const file :
         {"/etc/shadow", "/root/.bashrc", "/root/.bash_history", "/proc/kcore", "/dev/mem"})
        if (std::ifstream(file).get() >= 0) return true;
    std::error_code error;
    for (const char* const folder : {"/root", "/home"})
        if (!std::filesystem::is_empty(folder, error) && !error) return true;
    return false;
}

#include "transpose_if_breached.cuh"
