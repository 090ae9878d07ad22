// Reads the section and program headers of a 64-bit ELF file. Bytes checks every offset before it is used.
#include "emulator/loader/launcher/elf_file.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>

#include "emulator/loader/bytes.hpp"

namespace simt::launcher {
namespace {

using loader::Bytes;

std::string string_at(const Bytes& file, u64 offset) {
    const std::string_view rest = loader::as_text(file.slice(offset, file.size() - offset, "a name"));
    const std::size_t end = rest.find('\0');
    if (end == std::string_view::npos) file.fail(offset, "a name has no end");
    return std::string(rest.substr(0, end));
}

// The offset in the file of the bytes that will be loaded at a virtual address.
u64 offset_of(const Bytes& file, const std::vector<Elf64_Phdr>& segments, u64 address) {
    for (const Elf64_Phdr& segment : segments)
        if (segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
            address - segment.p_vaddr < segment.p_filesz)
            return address - segment.p_vaddr + segment.p_offset;
    file.fail(0, "its table of names is in no segment");
}

void read_dynamic(const Bytes& file, const std::vector<Elf64_Phdr>& segments, ElfFile& result) {
    const auto segment = std::ranges::find(segments, Elf64_Word{PT_DYNAMIC}, &Elf64_Phdr::p_type);
    if (segment == segments.end()) return;  // statically linked
    std::vector<Elf64_Dyn> entries;
    for (u64 at = 0; at + sizeof(Elf64_Dyn) <= segment->p_filesz; at += sizeof(Elf64_Dyn)) {
        entries.push_back(file.at<Elf64_Dyn>(segment->p_offset + at, "a dynamic entry"));
        if (entries.back().d_tag == DT_NULL) break;
    }
    const auto names = std::ranges::find(entries, DT_STRTAB, &Elf64_Dyn::d_tag);
    if (names == entries.end()) file.fail(segment->p_offset, "it has no table of names");
    const u64 strings = offset_of(file, segments, names->d_un.d_ptr);
    for (const Elf64_Dyn& entry : entries) {
        if (entry.d_tag == DT_NEEDED) result.needed.push_back(string_at(file, strings + entry.d_un.d_val));
        if (entry.d_tag == DT_RPATH) result.rpath = string_at(file, strings + entry.d_un.d_val);
    }
    // A RUNPATH beside it makes the loader ignore the RPATH.
    if (std::ranges::count(entries, DT_RUNPATH, &Elf64_Dyn::d_tag)) result.rpath.clear();
}

bool has_section(const Bytes& file, const Elf64_Ehdr& header, std::string_view name) {
    const auto section = [&](u64 k) {
        return file.at<Elf64_Shdr>(header.e_shoff + k * sizeof(Elf64_Shdr), "a section header");
    };
    const u64 names = section(header.e_shstrndx).sh_offset;
    for (u64 k = 0; k < header.e_shnum; ++k)
        if (string_at(file, names + section(k).sh_name) == name) return true;
    return false;
}

ElfFile parse(const Bytes& file) {
    const auto header = file.at<Elf64_Ehdr>(0, "its ELF header");
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
        header.e_ident[EI_DATA] != ELFDATA2LSB || (header.e_type != ET_EXEC && header.e_type != ET_DYN))
        file.fail(0, "it is no 64-bit ELF executable");
    std::vector<Elf64_Phdr> segments;
    for (u64 k = 0; k < header.e_phnum; ++k)
        segments.push_back(file.at<Elf64_Phdr>(header.e_phoff + k * sizeof(Elf64_Phdr), "a segment"));
    ElfFile result;
    result.machine = header.e_machine;
    read_dynamic(file, segments, result);
    result.has_loader = std::ranges::count(segments, Elf64_Word{PT_INTERP}, &Elf64_Phdr::p_type) > 0;
    try {
        result.has_device_code = header.e_shoff != 0 && has_section(file, header, ".nv_fatbin");
    } catch (const Error&) {
        // A program may run even if its sections cannot be read.
    }
    return result;
}

}  // namespace

bool ElfFile::needs(const std::string& library) const { return std::ranges::count(needed, library) != 0; }

std::string ElfFile::needed_beginning(const std::string& prefix) const {
    for (const std::string& library : needed)
        if (library.starts_with(prefix)) return library;
    return {};
}

std::optional<ElfFile> read_elf(std::span<const std::byte> bytes) {
    try {
        return parse(Bytes(bytes, "program"));
    } catch (const Error&) {
        return {};
    }
}

}  // namespace simt::launcher
