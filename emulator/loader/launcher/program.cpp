// Finds the program and refuses, with a sentence, a program that the emulator cannot run.
#include "emulator/loader/launcher/program.hpp"

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <vector>

#include "emulator/loader/launcher/elf_file.hpp"
#include "emulator/loader/launcher/other_libraries.hpp"

namespace simt::launcher {
namespace {

// The emulator's libraries, under the names of NVIDIA's.
constexpr const char* kLibraries[] = {
    "libcudart.so.13",
    "libcudart.so.12",
    "libcudart.so.11.0",
    "libcuda.so.1",
};
// Those that a program needs besides.
constexpr const char* kNumeric[] = {"libcublas.so.13",   "libcublas.so.12",   "libcublas.so.11",
                                    "libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so.11"};

std::string in_path(const std::string& name) {
    if (name.find('/') != std::string::npos) return name;
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
        const std::string candidate = (folder.empty() ? "." : folder) + "/" + name;
        if (access(candidate.c_str(), X_OK) == 0) return candidate;
    }
    if (access(name.c_str(), F_OK) == 0)
        refuse("there is no program {0} in PATH; for the one in this folder write ./{0}", name);
    refuse("there is no program {} in PATH", name);
}

std::vector<std::byte> read_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::vector<char> text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (in.bad() || !in.is_open()) refuse("{} cannot be read: {}", path, std::strerror(errno));
    std::vector<std::byte> bytes(text.size());
    if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

u16 this_machine() {
    const auto bytes = read_file("/proc/self/exe");
    const auto file = read_elf(bytes);
    return file ? file->machine : u16{EM_NONE};
}

// What a file descriptor delivers until its end.
std::string read_all(int from) {
    std::string text;
    char part[4096];
    for (ssize_t length = 0; (length = read(from, part, sizeof part)) > 0;)
        text.append(part, static_cast<std::size_t>(length));
    return text;
}

// The names of all libraries that the program brings, those that its libraries need too. The dynamic loader prints them, a line
// each, and does not run the program.
std::vector<std::string> loaded_with(const std::string& path) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return {};
    const pid_t child = fork();
    if (child == 0) {
        setenv("LD_TRACE_LOADED_OBJECTS", "1", 1);
        dup2(ends[1], STDOUT_FILENO);
        dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
        execl(path.c_str(), path.c_str(), static_cast<char*>(nullptr));
        _exit(127);
    }
    close(ends[1]);
    std::istringstream lines(read_all(ends[0]));
    close(ends[0]);
    if (child > 0) waitpid(child, nullptr, 0);
    std::vector<std::string> names;
    for (std::string name, rest; lines >> name && std::getline(lines, rest);) names.push_back(name);
    return names;
}

bool is_for_emulator(const ElfFile& file) {
    return std::ranges::any_of(kLibraries, [&](const char* library) { return file.needs(library); });
}

// The emulator's libraries that the program needs. Refuses a program that would not use the emulator.
std::vector<std::string> libraries_of(const ElfFile& file, const std::string& path) {
    std::vector<std::string> needed;
    for (const char* library : kLibraries)
        if (file.needs(library)) needed.push_back(library);
    if (!needed.empty()) {
        for (const char* library : kNumeric)
            if (file.needs(library)) needed.push_back(library);
        return needed;
    }
    if (const std::string other = file.needed_beginning("libcudart.so"); !other.empty())
        refuse("{} uses another CUDA runtime, {}: rebuild it with CUDA 11, 12 or 13", path, other);
    if (file.has_device_code)
        refuse(
            "{} has the CUDA runtime linked into it (nvcc's default, --cudart static), where the emulator "
            "cannot "
            "take its place: rebuild it with --cudart shared. A whole project, unedited and from nothing, "
            "with "
            "make or cmake: export NVCC_APPEND_FLAGS=\"--cudart shared -lineinfo\"",
            path);
    refuse(
        "{} is not a CUDA program: neither it nor a library that it is linked with asks for libcudart or "
        "libcuda, and it has no "
        "device code. If a library contains the CUDA runtime, rebuild that with --cudart shared. If the "
        "program loads one only "
        "while it runs, start it without simt: LD_LIBRARY_PATH={} and the command",
        path, own_folder() + "/lib");
}

}  // namespace

std::string own_folder() {
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    if (length < 0) refuse("/proc/self/exe cannot be read: {}", std::strerror(errno));
    const std::string own(path, static_cast<std::size_t>(length));
    return own.substr(0, own.rfind('/'));
}

Program find_program(const std::string& name) {
    const std::string path = in_path(name);
    struct stat status;
    if (stat(path.c_str(), &status) != 0) refuse("{} cannot be run: {}", path, std::strerror(errno));
    if (S_ISDIR(status.st_mode)) refuse("{} is a folder, not a program", path);
    if (access(path.c_str(), X_OK) != 0) refuse("{} is not executable: {}", path, std::strerror(errno));
    auto file = read_elf(read_file(path));
    if (!file) refuse("{} is not an ELF executable; name the compiled program itself", path);
    if (file->machine != this_machine()) refuse("{} was compiled for another processor", path);
    // A library of the program may be the one with the kernels, and may look for CUDA in places of its own.
    const bool through_library = !is_for_emulator(*file) && !file->has_device_code && file->has_loader;
    if (through_library) file->needed = loaded_with(path);
    const bool needs_preload =
        through_library || !file->rpath.empty() || !file->needed_beginning("libnvrtc.so").empty();
    Program program{path, libraries_of(*file, path), needs_preload, notes_on_libraries(*file)};
    // The other libraries need this one. Preloaded by a path that has no folder, they would not find it (run_program.cpp).
    if (program.needs_preload && !file->needs(kLibraries[0]))
        program.libraries.insert(program.libraries.begin(), kLibraries[0]);
    return program;
}

}  // namespace simt::launcher
