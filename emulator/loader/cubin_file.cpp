// See cubin_file.hpp.
#include "emulator/loader/cubin_file.hpp"

namespace simt::loader {

namespace {

constexpr u16 kMachineCuda = 190;

}  // namespace

CubinFile::CubinFile(std::span<const std::byte> elf) : bytes_(elf, "cubin") {
    header_ = bytes_.at<Elf64_Ehdr>(0, "its ELF header");
    if (std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0) bytes_.fail(0, "it is not an ELF file");
    if (header_.e_ident[EI_CLASS] != ELFCLASS64 || header_.e_ident[EI_DATA] != ELFDATA2LSB)
        bytes_.fail(0, "it is not a 64-bit little-endian ELF file");
    if (header_.e_machine != kMachineCuda) bytes_.fail(0, "it is an ELF file for another machine");
    // The segments end the file. They are not used here, but if they are missing, the file was cut off.
    bytes_.slice(header_.e_phoff, u64{header_.e_phnum} * header_.e_phentsize, "its list of segments");
    read_sections();
}

// sm_90 -> 90. The position within e_flags changed with version 8 of the ABI (CUDA 13).
u32 CubinFile::arch() const {
    return header_.e_ident[EI_ABIVERSION] >= 8 ? header_.e_flags >> 8 & 0xff : header_.e_flags & 0xff;
}

std::string_view CubinFile::text_at(const Elf64_Shdr& strings, u64 offset) const {
    const std::string_view all =
        as_text(bytes_.slice(strings.sh_offset, strings.sh_size, "a table of names"));
    if (offset >= all.size()) bytes_.fail(strings.sh_offset, "a name lies outside of its table");
    const std::string_view text = all.substr(offset);
    const std::size_t end = text.find('\0');
    if (end == std::string_view::npos) bytes_.fail(strings.sh_offset + offset, "a name has no end");
    return text.substr(0, end);
}

void CubinFile::read_sections() {
    if (header_.e_shoff == 0) bytes_.fail(0, "it has no sections");
    if (header_.e_shentsize != sizeof(Elf64_Shdr)) bytes_.fail(0, "its section headers have the wrong size");
    const auto header_of = [&](u64 k) {
        return bytes_.at<Elf64_Shdr>(header_.e_shoff + k * sizeof(Elf64_Shdr), "a section header");
    };
    // Files with very many sections store these two numbers in section 0.
    const u64 count = header_.e_shnum != 0 ? header_.e_shnum : header_of(0).sh_size;
    const u64 names = header_.e_shstrndx != SHN_XINDEX ? header_.e_shstrndx : header_of(0).sh_link;
    if (count > bytes_.size() / sizeof(Elf64_Shdr))
        bytes_.fail(0, "it claims more sections than it has room for");
    bytes_.slice(header_.e_shoff, count * sizeof(Elf64_Shdr), "its list of sections");
    if (names >= count) bytes_.fail(0, "its table of section names does not exist");
    const Elf64_Shdr strings = header_of(names);
    for (u64 k = 0; k < count; ++k) {
        const Elf64_Shdr header = header_of(k);
        sections_.push_back({header, header.sh_type == SHT_NULL ? "" : text_at(strings, header.sh_name)});
    }
}

std::span<const std::byte> CubinFile::contents(const Section& section) const {
    if (section.header.sh_type == SHT_NOBITS) return {};
    return bytes_.slice(section.header.sh_offset, section.header.sh_size, "a section");
}

}  // namespace simt::loader
