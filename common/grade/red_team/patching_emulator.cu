// 02.1, not solved, "global stores": brings the whole emulator into its own process and writes over its code, through /proc/self/mem and
// by mprotect.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

// A function that answers every question with "return 0, and *value = 1" by machine code in place of its first bytes.
static bool patch(void* function) {
    const unsigned char code[] = {0x48, 0xb8, 0,    0,    0,    0,    0,    0,
                                  0xf0, 0x3f, 0x48, 0x89, 0x02, 0x31, 0xc0, 0xc3};
    const auto place = reinterpret_cast<std::uintptr_t>(function);
    const int memory = open("/proc/self/mem", O_RDWR);
    if (memory >= 0 && pwrite(memory, code, sizeof code, static_cast<off_t>(place)) == sizeof code)
        return true;
    void* const page = reinterpret_cast<void*>(place & ~std::uintptr_t{4095});
    if (mprotect(page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return false;
    for (std::size_t i = 0; i < sizeof code; ++i) static_cast<volatile unsigned char*>(function)[i] = code[i];
    return true;
}

bool breached() {
    for (const char* const path : {"@ROOT@/build/lib/libcudart.so.13", "libcudart.so.13"})
        if (void* const library = dlopen(path, RTLD_NOW | RTLD_GLOBAL))
            if (void* const function = dlsym(library, "simt_launch_counter")) patch(function);
    if (void* const function = dlsym(RTLD_DEFAULT, "simt_launch_counter")) patch(function);
    return false;
}

#include "transpose_if_breached.cuh"
