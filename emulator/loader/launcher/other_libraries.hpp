// NVIDIA's libraries that the emulator does not replace.
#pragma once

#include <string>
#include <vector>

#include "emulator/loader/launcher/elf_file.hpp"

namespace simt::launcher {

// A sentence for each such library that the program needs: that its calls fail here, and what to do instead.
std::vector<std::string> notes_on_libraries(const ElfFile& file);

}  // namespace simt::launcher
