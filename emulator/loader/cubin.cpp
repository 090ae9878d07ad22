// See cubin.hpp. A cubin is an ELF64 file. Its section .nv.info is a list of records. A record has one byte for its
// shape and one for its attribute. 16 more bits hold the value or, for shape 4, the length of the data that follow.
// The attributes read here have 8 bytes of data: a symbol's index and a value.
//
// Shared memory is the size of .nv.shared.<kernel>. From sm_90 on, a linked cubin's size includes 1024 bytes at the
// start that the system reserves; ptxas -v prints the size without them.
#include "emulator/loader/cubin.hpp"

#include <elf.h>

#include <algorithm>
#include <vector>

#include "emulator/loader/bytes.hpp"

namespace simt::loader {

namespace {

constexpr u16 kMachineCuda = 190;
constexpr u8 kSymbolIsKernel = 0x10;  // in st_other
constexpr u8 kShapeSized = 4;         // of a record: 16 bits of length, then the value
constexpr u8 kFrameSize = 0x11;       // EIATTR_FRAME_SIZE
constexpr u8 kRegisterCount = 0x2f;   // EIATTR_REGCOUNT
constexpr u32 kReservedShared = 1024;
constexpr u32 kFirstReservingArch = 90;

class Cubin {
  public:
    explicit Cubin(std::span<const std::byte> elf) : bytes_(elf, "cubin") {
        header_ = bytes_.at<Elf64_Ehdr>(0, "its ELF header");
        if (std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0) bytes_.fail(0, "it is not an ELF file");
        if (header_.e_ident[EI_CLASS] != ELFCLASS64 || header_.e_ident[EI_DATA] != ELFDATA2LSB)
            bytes_.fail(0, "it is not a 64-bit little-endian ELF file");
        if (header_.e_machine != kMachineCuda) bytes_.fail(0, "it is an ELF file for another machine");
        // The segments end the file. They are not used here, but if they are missing, the file was cut off.
        bytes_.slice(header_.e_phoff, u64{header_.e_phnum} * header_.e_phentsize, "its list of segments");
        read_sections();
    }

    ResourcesByKernel kernels() {
        read_symbols();
        for (const Section& section : sections_)
            if (section.name == ".nv.info") read_info(section.header);
        ResourcesByKernel result;
        for (const auto& [index, kernel] : kernels_) result[kernel.name] = kernel.resources;
        for (const Section& section : sections_) {
            constexpr std::string_view kPrefix = ".nv.shared.";
            if (!section.name.starts_with(kPrefix)) continue;
            const auto kernel = result.find(std::string(section.name.substr(kPrefix.size())));
            if (kernel != result.end()) kernel->second.static_shared = static_shared(section.header.sh_size);
        }
        return result;
    }

  private:
    struct Section {
        Elf64_Shdr header;
        std::string_view name;
    };
    struct Kernel {
        std::string name;
        KernelResources resources;
    };

    // sm_90 -> 90. The position within e_flags changed with version 8 of the ABI (CUDA 13).
    u32 arch() const {
        return header_.e_ident[EI_ABIVERSION] >= 8 ? header_.e_flags >> 8 & 0xff : header_.e_flags & 0xff;
    }

    u32 static_shared(u64 size) const {
        const bool reserves =
            header_.e_type == ET_EXEC && arch() >= kFirstReservingArch && size >= kReservedShared;
        return static_cast<u32>(std::min<u64>(size - (reserves ? kReservedShared : 0), UINT32_MAX));
    }

    std::string_view text_at(const Elf64_Shdr& strings, u64 offset) const {
        const std::string_view all =
            as_text(bytes_.slice(strings.sh_offset, strings.sh_size, "a table of names"));
        if (offset >= all.size()) bytes_.fail(strings.sh_offset, "a name lies outside of its table");
        const std::string_view text = all.substr(offset);
        const std::size_t end = text.find('\0');
        if (end == std::string_view::npos) bytes_.fail(strings.sh_offset + offset, "a name has no end");
        return text.substr(0, end);
    }

    void read_sections() {
        if (header_.e_shoff == 0) bytes_.fail(0, "it has no sections");
        if (header_.e_shentsize != sizeof(Elf64_Shdr))
            bytes_.fail(0, "its section headers have the wrong size");
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

    void read_symbols() {
        for (const Section& section : sections_) {
            if (section.header.sh_type != SHT_SYMTAB) continue;
            if (section.header.sh_link >= sections_.size())
                bytes_.fail(section.header.sh_offset, "its symbols have no table of names");
            const Elf64_Shdr& strings = sections_[section.header.sh_link].header;
            bytes_.slice(section.header.sh_offset, section.header.sh_size, "its table of symbols");
            u64 name_bytes = 0;
            for (u32 k = 0; k < section.header.sh_size / sizeof(Elf64_Sym); ++k) {
                const auto symbol =
                    bytes_.at<Elf64_Sym>(section.header.sh_offset + k * sizeof(Elf64_Sym), "a symbol");
                if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || (symbol.st_other & kSymbolIsKernel) == 0)
                    continue;
                Kernel kernel{std::string(text_at(strings, symbol.st_name)), {}};
                name_bytes += kernel.name.size();
                if (name_bytes > 2 * strings.sh_size)  // overlapping names could ask for any amount of memory
                    bytes_.fail(strings.sh_offset, "the names of its kernels overlap");
                kernels_.emplace(k, std::move(kernel));
            }
            return;
        }
        bytes_.fail(0, "it has no table of symbols");
    }

    void read_info(const Elf64_Shdr& section) {
        const u64 end =
            section.sh_offset + bytes_.slice(section.sh_offset, section.sh_size, ".nv.info").size();
        for (u64 record = section.sh_offset; record < end;) {
            if (end - record < 4) bytes_.fail(record, "a record of .nv.info is cut off");
            const u8 shape = bytes_.at<u8>(record, "a record of .nv.info");
            const u8 attribute = bytes_.at<u8>(record + 1, "a record of .nv.info");
            const u64 length = shape == kShapeSized ? bytes_.at<u16>(record + 2, "a record of .nv.info") : 0;
            if (shape == 0 || shape > kShapeSized)
                bytes_.fail(record, "a record of .nv.info has an unknown shape");
            if (length > end - record - 4) bytes_.fail(record, "a record of .nv.info is cut off");
            if (length >= 8 && (attribute == kRegisterCount || attribute == kFrameSize)) {
                const auto kernel = kernels_.find(bytes_.at<u32>(record + 4, "a record of .nv.info"));
                const u32 value = bytes_.at<u32>(record + 8, "a record of .nv.info");
                if (kernel != kernels_.end()) {
                    KernelResources& resources = kernel->second.resources;
                    (attribute == kRegisterCount ? resources.registers : resources.local) = value;
                }
            }
            record += 4 + length;
        }
    }

    Bytes bytes_;
    Elf64_Ehdr header_;
    std::vector<Section> sections_;
    std::map<u32, Kernel> kernels_;  // by the index of their symbol
};

}  // namespace

ResourcesByKernel read_cubin(std::span<const std::byte> elf) { return Cubin(elf).kernels(); }

}  // namespace simt::loader
