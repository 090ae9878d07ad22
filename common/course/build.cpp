// See build.hpp.
#include "common/course/build.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace course {

bool build(const Exercise& exercise, const std::vector<std::string>& targets, unsigned jobs) {
    // With DETECTED_IN set, make would reuse what another make has detected, perhaps for another device; with MAKEFLAGS it
    // would ask a make above it, which may have called this program, for jobs.
    std::string command =
        "env -u DETECTED_IN -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make --silent EX=" + exercise.id +
        " ${DEVICE:+\"DEVICE=$DEVICE\"}";
    if (jobs > 0) command += " -j" + std::to_string(jobs);
    for (const std::string& target : targets) command += " " + target;
    const bool succeeded = std::system((command + " build/course >&2").c_str()) == 0;
    if (std::filesystem::read_symlink("/proc/self/exe").string().ends_with(" (deleted)"))
        throw std::runtime_error("This program was older than its sources. Now it is new: call it again.");
    return succeeded;
}

std::string place_answer(const std::string& source, const std::string& folder) {
    std::filesystem::create_directories(folder);
    std::ofstream(folder + "/source") << source;
    return folder + "/check";
}

std::string device_built_for() {
    const std::string path = "build/config/exercise_device";
    std::string name, device;
    if (!(std::ifstream(path) >> name >> device))
        throw std::runtime_error(path + " is not there: use make check, which writes it.");
    return device;
}

}  // namespace course
