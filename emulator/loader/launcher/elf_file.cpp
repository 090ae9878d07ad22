// Reads the section and program headers of a 64-bit ELF file. Every offset is checked before it is used.
#include "emulator/loader/launcher/elf_file.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <string_view>

namespace simt::launcher {
namespace {

using Bytes = std::span<const std::byte>;

// The object at an offset; nullopt if it does not lie within the file.
template <class T>
std::optional<T> read_at(Bytes file, u64 offset) {
    if (offset > file.size() || sizeof(T) > file.size() - offset) return {};
    T value;
    std::memcpy(&value, file.data() + offset, sizeof value);
    return value;
}

std::optional<std::string> string_at(Bytes file, u64 offset) {
    if (offset >= file.size()) return {};
    const char* begin = reinterpret_cast<const char*>(file.data()) + offset;
    const void* end = std::memchr(begin, 0, file.size() - offset);
    if (!end) return {};
    return std::string(begin, static_cast<const char*>(end));
}

// The offset in the file of the bytes that will be loaded at a virtual address.
std::optional<u64> offset_of(const std::vector<Elf64_Phdr>& segments, u64 address) {
    for (const Elf64_Phdr& segment : segments)
        if (segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
            address - segment.p_vaddr < segment.p_filesz)
            return address - segment.p_vaddr + segment.p_offset;
    return {};
}

bool read_dynamic(Bytes file, const std::vector<Elf64_Phdr>& segments, ElfFile& result) {
    const auto segment = std::find_if(segments.begin(), segments.end(),
                                      [](const Elf64_Phdr& header) { return header.p_type == PT_DYNAMIC; });
    if (segment == segments.end()) return true;  // statically linked
    result.dynamic = true;
    std::vector<Elf64_Dyn> entries;
    for (u64 at = 0; at + sizeof(Elf64_Dyn) <= segment->p_filesz; at += sizeof(Elf64_Dyn)) {
        const auto entry = read_at<Elf64_Dyn>(file, segment->p_offset + at);
        if (!entry) return false;
        if (entry->d_tag == DT_NULL) break;
        entries.push_back(*entry);
    }
    std::optional<u64> strings;
    for (const Elf64_Dyn& entry : entries)
        if (entry.d_tag == DT_STRTAB) strings = offset_of(segments, entry.d_un.d_ptr);
    if (!strings) return false;
    for (const Elf64_Dyn& entry : entries) {
        if (entry.d_tag != DT_NEEDED && entry.d_tag != DT_RPATH) continue;
        const auto text = string_at(file, *strings + entry.d_un.d_val);
        if (!text) return false;
        if (entry.d_tag == DT_NEEDED)
            result.needed.push_back(*text);
        else
            result.rpath = *text;
    }
    // A RUNPATH beside it makes the loader ignore the RPATH.
    for (const Elf64_Dyn& entry : entries)
        if (entry.d_tag == DT_RUNPATH) result.rpath.clear();
    return true;
}

bool has_section(Bytes file, const Elf64_Ehdr& header, std::string_view name) {
    const auto names =
        read_at<Elf64_Shdr>(file, header.e_shoff + u64{header.e_shstrndx} * sizeof(Elf64_Shdr));
    if (header.e_shoff == 0 || !names) return false;
    for (u64 k = 0; k < header.e_shnum; ++k) {
        const auto section = read_at<Elf64_Shdr>(file, header.e_shoff + k * sizeof(Elf64_Shdr));
        if (section && string_at(file, names->sh_offset + section->sh_name) == name) return true;
    }
    return false;
}

}  // namespace

bool ElfFile::needs(const std::string& library) const {
    return std::find(needed.begin(), needed.end(), library) != needed.end();
}

std::string ElfFile::needed_beginning(const std::string& prefix) const {
    for (const std::string& library : needed)
        if (library.starts_with(prefix)) return library;
    return {};
}

std::optional<ElfFile> read_elf(std::span<const std::byte> bytes) {
    const auto header = read_at<Elf64_Ehdr>(bytes, 0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return {};
    if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB) return {};
    if (header->e_type != ET_EXEC && header->e_type != ET_DYN) return {};
    ElfFile result;
    result.machine = header->e_machine;
    std::vector<Elf64_Phdr> segments;
    for (u64 k = 0; k < header->e_phnum; ++k) {
        const auto segment = read_at<Elf64_Phdr>(bytes, header->e_phoff + k * sizeof(Elf64_Phdr));
        if (!segment) return {};
        segments.push_back(*segment);
    }
    if (!read_dynamic(bytes, segments, result)) return {};
    result.has_device_code = has_section(bytes, *header, ".nv_fatbin");
    return result;
}

}  // namespace simt::launcher
