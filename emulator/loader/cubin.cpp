// See cubin.hpp. A cubin is an ELF64 file. Its section .nv.info is a list of records. A record has one byte for its
// shape and one for its attribute. 16 more bits hold the value or, for shape 4, the length of the data that follow.
// The attributes read here have 8 bytes of data: a symbol's index and a value.
//
// Shared memory is the size of .nv.shared.<kernel>. From sm_90 on, a linked cubin's size includes 1024 bytes at the
// start that the system reserves; ptxas -v prints the size without them.
#include "emulator/loader/cubin.hpp"

#include <algorithm>
#include <vector>

#include "emulator/loader/machine_accesses.hpp"

namespace simt::loader {

namespace {

constexpr u8 kSymbolIsKernel = 0x10;  // in st_other
constexpr u8 kShapeSized = 4;         // of a record: 16 bits of length, then the value
constexpr u8 kFrameSize = 0x11;       // EIATTR_FRAME_SIZE
constexpr u8 kRegisterCount = 0x2f;   // EIATTR_REGCOUNT
constexpr u32 kReservedShared = 1024;
constexpr u32 kFirstReservingArch = 90;

class Cubin {
  public:
    explicit Cubin(std::span<const std::byte> elf) : file_(elf), bytes_(file_.bytes()) {}

    ResourcesByKernel kernels() {
        read_symbols();
        for (const Section& section : file_.sections())
            if (section.name == ".nv.info") read_info(section.header);
        ResourcesByKernel result;
        for (const auto& [index, kernel] : kernels_) result[kernel.name] = kernel.resources;
        for (const Section& section : file_.sections()) {
            constexpr std::string_view kPrefix = ".nv.shared.";
            if (!section.name.starts_with(kPrefix)) continue;
            const auto kernel = result.find(std::string(section.name.substr(kPrefix.size())));
            if (kernel != result.end()) kernel->second.static_shared = static_shared(section.header.sh_size);
        }
        for (auto& [name, accesses] : read_machine_accesses(file_))
            if (const auto kernel = result.find(name); kernel != result.end())
                kernel->second.shared_accesses = std::move(accesses);
        return result;
    }

  private:
    using Section = CubinFile::Section;
    struct Kernel {
        std::string name;
        KernelResources resources;
    };

    u32 static_shared(u64 size) const {
        const bool reserves =
            file_.is_linked() && file_.arch() >= kFirstReservingArch && size >= kReservedShared;
        return static_cast<u32>(std::min<u64>(size - (reserves ? kReservedShared : 0), UINT32_MAX));
    }

    void read_symbols() {
        for (const Section& section : file_.sections()) {
            if (section.header.sh_type != SHT_SYMTAB) continue;
            if (section.header.sh_link >= file_.sections().size())
                bytes_.fail(section.header.sh_offset, "its symbols have no table of names");
            const Elf64_Shdr& strings = file_.sections()[section.header.sh_link].header;
            bytes_.slice(section.header.sh_offset, section.header.sh_size, "its table of symbols");
            u64 name_bytes = 0;
            for (u32 k = 0; k < section.header.sh_size / sizeof(Elf64_Sym); ++k) {
                const auto symbol =
                    bytes_.at<Elf64_Sym>(section.header.sh_offset + k * sizeof(Elf64_Sym), "a symbol");
                if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || (symbol.st_other & kSymbolIsKernel) == 0)
                    continue;
                Kernel kernel{std::string(file_.text_at(strings, symbol.st_name)), {}};
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

    CubinFile file_;
    const Bytes& bytes_;
    std::map<u32, Kernel> kernels_;  // by the index of their symbol
};

}  // namespace

ResourcesByKernel read_cubin(std::span<const std::byte> elf) { return Cubin(elf).kernels(); }

}  // namespace simt::loader
