// The sections of a cubin, an ELF64 file for CUDA's machine.
#pragma once

#include <elf.h>

#include <span>
#include <string_view>
#include <vector>

#include "emulator/loader/bytes.hpp"

namespace simt::loader {

class CubinFile {
  public:
    struct Section {
        Elf64_Shdr header;
        std::string_view name;
    };

    // Throws simt::Error on a damaged file, and so do the functions.
    explicit CubinFile(std::span<const std::byte> elf);

    const Bytes& bytes() const { return bytes_; }
    const std::vector<Section>& sections() const { return sections_; }
    // The section's contents; none for a section that takes no room in the file.
    std::span<const std::byte> contents(const Section& section) const;
    u32 arch() const;  // 90: sm_90
    bool is_linked() const { return header_.e_type == ET_EXEC; }
    // The text at an offset of a table of names.
    std::string_view text_at(const Elf64_Shdr& strings, u64 offset) const;

  private:
    void read_sections();

    Bytes bytes_;
    Elf64_Ehdr header_{};
    std::vector<Section> sections_;
};

}  // namespace simt::loader
