// See window.hpp.
#include "common/judging/judge/window.hpp"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "common/grading/host_array.hpp"
#include "common/judging/messages.hpp"

namespace judging {
namespace {

[[noreturn]] void refuse(const char* what) {
    std::fprintf(stderr,
                 "The judge shares no memory with the answer: %s (%s). Judges are started by make grade, "
                 "with a memory "
                 "file that can be sealed as descriptor %d.\n",
                 what, std::strerror(errno), kWindow);
    _exit(EXIT_FAILURE);
}

}  // namespace

void map_window() {
    constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW;
    if (const int seals = fcntl(kWindow, F_GET_SEALS); seals < 0 || (seals & kSeals) != kSeals) {
        if (ftruncate(kWindow, kWindowBytes) != 0) refuse("its size cannot be set");
        if (fcntl(kWindow, F_ADD_SEALS, kSeals) != 0) refuse("it cannot be sealed");
    }
    struct stat file {};
    if (fstat(kWindow, &file) != 0 || file.st_size != static_cast<off_t>(kWindowBytes))
        refuse("its size is wrong");
    void* const window = mmap(reinterpret_cast<void*>(kWindowAddress), kWindowBytes, PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_FIXED_NOREPLACE, kWindow, 0);
    if (window != reinterpret_cast<void*>(kWindowAddress)) refuse("it cannot be mapped");
    grading::keep_host_arrays_in(window, kWindowBytes);
}

}  // namespace judging
