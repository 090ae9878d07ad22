// See machine_accesses.hpp. The table of lines is a line number program of DWARF 2, one sequence for each kernel. A sequence begins with
// the instruction "set address", whose operand is relocated: .rela.nv_debug_line_sass names the kernel's section.
#include "emulator/loader/machine_accesses.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace simt::loader {

namespace {

constexpr u32 kArch = 90;
constexpr u16 kDwarfVersion = 2;
constexpr std::string_view kLines = ".nv_debug_line_sass", kText = ".text.";

// An instruction has 128 bits. The lowest nine are the opcode, without the form of its operands; bits 73 to 75 the width.
constexpr u64 kOpcodeBits = 0x1ff, kLoadShared = 0x184, kStoreShared = 0x188;
constexpr u64 kInstructionBytes = 16;
constexpr u8 kBytesOf[] = {1, 1, 2, 2, 4, 8, 16, 0};  // U8 S8 U16 S16 32 64 128

// The code from this address on comes from this line, up to the next row's address.
struct Row {
    u64 address;
    u32 line;
};

// Reads a table of lines from front to back.
class LineTable {
  public:
    LineTable(const Bytes& bytes, u64 begin, u64 end) : bytes_(bytes), at_(begin), end_(end) {}

    // Calls found(offset of the sequence's address operand in the file, rows) for each sequence. False if the table is of another version.
    template <class Found>
    bool read(Found found) {
        while (at_ < end_) {
            const u64 unit_end = at_ + 4 + number<u32>();
            if (number<u16>() != kDwarfVersion) return false;
            const u64 header_bytes = number<u32>();
            const u64 program = at_ + header_bytes;
            least_step_ = number<u8>();
            number<u8>();  // whether rows begin statements
            line_base_ = static_cast<s8>(number<u8>());
            line_range_ = std::max<u8>(number<u8>(), 1);
            first_special_ = number<u8>();
            operands_.clear();
            for (u32 opcode = 1; opcode < first_special_; ++opcode) operands_.push_back(number<u8>());
            at_ = program;
            while (at_ < std::min(unit_end, end_)) step(found);
        }
        return true;
    }

  private:
    template <class T>
    T number() {
        const T value = bytes_.at<T>(at_, "a table of PTX lines");
        at_ += sizeof(T);
        return value;
    }

    // LEB128
    s64 long_number(bool is_signed) {
        u64 value = 0;
        u8 byte;
        u32 shift = 0;
        do {
            byte = number<u8>();
            if (shift < 64) value |= u64{byte & 0x7fu} << shift;
            shift += 7;
        } while ((byte & 0x80) != 0);
        if (is_signed && (byte & 0x40) != 0 && shift < 64) value |= ~u64{0} << shift;
        return static_cast<s64>(value);
    }

    void advance(u64 operation) { address_ += operation / line_range_ * least_step_; }

    template <class Found>
    void step(Found found) {
        enum { kExtended, kCopy, kAdvanceAddress, kAdvanceLine, kAddConstant = 8, kAddFixed = 9 };
        enum { kEndSequence = 1, kSetAddress = 2 };
        const u8 opcode = number<u8>();
        if (opcode >= first_special_) {
            const u32 special = opcode - u32{first_special_};
            advance(special);
            line_ += line_base_ + static_cast<s64>(special % line_range_);
            rows_.push_back({address_, static_cast<u32>(line_)});
        } else if (opcode == kExtended) {
            const u64 next = at_ + static_cast<u64>(long_number(false)) + 1;
            const u8 which = number<u8>();
            if (which == kSetAddress) {
                operand_at_ = at_;
                address_ = number<u64>();
            } else if (which == kEndSequence) {
                found(operand_at_, rows_);
                rows_.clear();
                address_ = 0;
                line_ = 1;
            }
            at_ = std::max(next - 1, at_);
        } else if (opcode == kCopy) {
            rows_.push_back({address_, static_cast<u32>(line_)});
        } else if (opcode == kAdvanceAddress) {
            address_ += static_cast<u64>(long_number(false)) * least_step_;
        } else if (opcode == kAdvanceLine) {
            line_ += long_number(true);
        } else if (opcode == kAddConstant) {
            advance(255u - first_special_);
        } else if (opcode == kAddFixed) {
            address_ += number<u16>();
        } else {
            for (u8 k = 0; k < operands_[opcode - 1]; ++k) long_number(false);
        }
    }

    const Bytes& bytes_;
    u64 at_, end_;
    u8 least_step_ = 1, line_range_ = 1, first_special_ = 1;
    s8 line_base_ = 0;
    std::vector<u8> operands_;  // of the standard opcodes, from 1 on
    u64 address_ = 0, operand_at_ = 0;
    s64 line_ = 1;
    std::vector<Row> rows_;
};

class CodeReader {
  public:
    explicit CodeReader(const CubinFile& file) : file_(file) {}

    std::map<std::string, MachineAccesses> read() {
        for (const Section& section : file_.sections())
            if (section.name == kLines && !read_lines(section)) return {};
        return std::move(result_);
    }

  private:
    using Section = CubinFile::Section;

    bool read_lines(const Section& lines) {
        const u64 begin = lines.header.sh_offset, end = begin + file_.contents(lines).size();
        return LineTable(file_.bytes(), begin, end).read([&](u64 operand, const std::vector<Row>& rows) {
            if (const Section* const text = relocated_to(operand - begin)) read_code(*text, rows);
        });
    }

    // The section whose address the relocation at this offset of the table stands for.
    const Section* relocated_to(u64 offset) const {
        const std::optional<u32> symbol = relocated_symbol(offset);
        const auto table = std::ranges::find_if(
            file_.sections(), [](const Section& each) { return each.header.sh_type == SHT_SYMTAB; });
        if (!symbol || table == file_.sections().end()) return nullptr;
        const auto entry =
            file_.bytes().at<Elf64_Sym>(table->header.sh_offset + *symbol * sizeof(Elf64_Sym), "a symbol");
        return entry.st_shndx < file_.sections().size() ? &file_.sections()[entry.st_shndx] : nullptr;
    }

    std::optional<u32> relocated_symbol(u64 offset) const {
        for (const Section& section : file_.sections()) {
            if (section.name != ".rela" + std::string(kLines)) continue;
            const u64 count = file_.contents(section).size() / sizeof(Elf64_Rela);
            for (u64 k = 0; k < count; ++k) {
                const auto entry = file_.bytes().at<Elf64_Rela>(
                    section.header.sh_offset + k * sizeof(Elf64_Rela), "a relocation");
                if (entry.r_offset == offset) return static_cast<u32>(ELF64_R_SYM(entry.r_info));
            }
        }
        return std::nullopt;
    }

    void read_code(const Section& text, const std::vector<Row>& rows) {
        if (!text.name.starts_with(kText)) return;
        MachineAccesses& accesses = result_[std::string(text.name.substr(kText.size()))];
        accesses.known = true;
        const u64 bytes = file_.contents(text).size();
        for (u64 at = 0; at + kInstructionBytes <= bytes; at += kInstructionBytes) {
            const u64 low = file_.bytes().at<u64>(text.header.sh_offset + at, "an instruction");
            const u64 high = file_.bytes().at<u64>(text.header.sh_offset + at + 8, "an instruction");
            const u64 opcode = low & kOpcodeBits;
            if (opcode != kLoadShared && opcode != kStoreShared) continue;
            const auto after = std::ranges::upper_bound(rows, at, {}, &Row::address);
            if (after == rows.begin()) continue;
            const u8 width = kBytesOf[high >> 9 & 7];
            auto& lines = opcode == kLoadShared ? accesses.loads : accesses.stores;
            const auto [place, is_new] = lines.emplace((after - 1)->line, width);
            if (!is_new && place->second != width) place->second = MachineAccesses::kManyWidths;
        }
    }

    const CubinFile& file_;
    std::map<std::string, MachineAccesses> result_;
};

}  // namespace

std::map<std::string, MachineAccesses> read_machine_accesses(const CubinFile& file) {
    if (file.arch() != kArch) return {};
    return CodeReader(file).read();
}

}  // namespace simt::loader
