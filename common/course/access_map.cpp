// See access_map.hpp.
#include "common/course/access_map.hpp"

#include <algorithm>
#include <map>

#include "emulator/bits.hpp"

namespace course {
namespace {

using simt::s64;
using simt::u32;
using simt::trace::Access;
using simt::trace::Instruction;
using simt::trace::Space;

constexpr s64 kSectorBytes = 32, kLineBytes = 128, kWordBytes = 4, kBanks = 32;
constexpr std::size_t kMostRows = 6, kFirstRows = 3;

char letter(u32 lane) { return "0123456789abcdefghijklmnopqrstuv"[lane]; }

void put(char& cell, u32 lane) {
    const bool free = cell == ' ' || cell == '.' || cell == letter(lane);
    cell = free ? letter(lane) : '*';
}

struct Row {
    std::string label, cells;
};

// "element   96  |1.......|        |": labels as wide as the widest; many rows folded.
std::vector<std::string> lines_of(const std::vector<Row>& rows, std::size_t cells_between_bars) {
    std::size_t width = 0;
    for (const Row& row : rows) width = std::max(width, row.label.size());
    std::vector<std::string> lines;
    const std::size_t left_out = rows.size() > kMostRows ? rows.size() - kFirstRows - 1 : 0;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        if (left_out != 0 && k == kFirstRows) {
            lines.push_back(std::string(width + 2, ' ') + "... and " + std::to_string(left_out) +
                            " rows more");
            k += left_out;
        }
        std::string line = std::string(width - rows[k].label.size(), ' ') + rows[k].label + "  |";
        for (std::size_t cell = 0; cell < rows[k].cells.size(); cell += cells_between_bars)
            line += rows[k].cells.substr(cell, cells_between_bars) + "|";
        lines.push_back(line);
    }
    return lines;
}

s64 floor_to(s64 value, s64 unit) { return value - (value % unit + unit) % unit; }

std::vector<std::string> global_map(const Access& access, const Instruction& instruction) {
    const s64 width = std::max<s64>(instruction.width, 1);
    const s64 cell_bytes = std::min(width, kWordBytes), row_bytes = width == 1 ? kLineBytes / 2 : kLineBytes;
    std::map<s64, std::string> rows;  // by the first byte
    const auto row_at = [&](s64 byte) -> std::string& {
        return rows.try_emplace(floor_to(byte, row_bytes), row_bytes / cell_bytes, ' ').first->second;
    };
    const auto cell_at = [&](s64 byte) -> char& {
        return row_at(byte)[static_cast<std::size_t>((byte - floor_to(byte, row_bytes)) / cell_bytes)];
    };
    for (const u32 lane : simt::Lanes(access.mask))
        for (s64 byte = floor_to(access.at[lane], kSectorBytes); byte < access.at[lane] + width;
             byte += kSectorBytes)
            for (s64 cell = 0; cell < kSectorBytes; cell += cell_bytes) cell_at(byte + cell) = '.';
    for (const u32 lane : simt::Lanes(access.mask))
        for (s64 byte = 0; byte < width; byte += cell_bytes) put(cell_at(access.at[lane] + byte), lane);
    std::vector<Row> drawn;
    for (const auto& [first, cells] : rows)
        drawn.push_back({(access.array != 0 ? "element " : "byte ") +
                             std::to_string(first / (access.array != 0 ? width : 1)),
                         cells});
    // The numbers below each other.
    std::size_t longest = 0;
    for (const Row& row : drawn) longest = std::max(longest, row.label.size());
    for (Row& row : drawn) row.label.insert(row.label.find(' '), longest - row.label.size(), ' ');
    return lines_of(drawn, static_cast<std::size_t>(kSectorBytes / cell_bytes));
}

// What each wavefront delivers, if so many lanes are served together. Wider elements take several banks.
std::vector<std::string> wavefronts(const Access& access, s64 width, u32 lanes_together) {
    const s64 piece_bytes = std::max(width, kWordBytes), columns = kLineBytes / piece_bytes;
    std::vector<std::string> rows;
    for (u32 first = 0; first < simt::trace::kLanes; first += lanes_together) {
        const std::size_t begin = rows.size();
        std::map<s64, std::vector<s64>> pieces;  // by column, in the order of the lanes
        for (const u32 lane : simt::Lanes(access.mask)) {
            if (lane < first || lane >= first + lanes_together) continue;
            const s64 piece = floor_to(access.at[lane], piece_bytes) / piece_bytes,
                      column = piece - floor_to(piece, columns);
            std::vector<s64>& here = pieces[column];
            const auto found = std::find(here.begin(), here.end(), piece);
            const std::size_t row = begin + static_cast<std::size_t>(found - here.begin());
            if (found == here.end()) here.push_back(piece);
            if (row == rows.size()) rows.emplace_back(kBanks, ' ');
            for (s64 word = 0; word < piece_bytes / kWordBytes; ++word)
                put(rows[row][static_cast<std::size_t>(column * piece_bytes / kWordBytes + word)], lane);
        }
    }
    return rows;
}

std::vector<std::string> shared_map(const Access& access, const Instruction& instruction) {
    const s64 width = std::max<s64>(instruction.width, 1);
    u32 together = static_cast<u32>(kLineBytes / std::max(width, kWordBytes));
    std::vector<std::string> rows = wavefronts(access, width, together);
    // Some loads are served in groups twice as large (emulator/cost/access_models.hpp): their cost says so.
    if (access.cost != 0 && access.cost < rows.size()) rows = wavefronts(access, width, 2 * together);
    std::vector<Row> drawn;
    for (const std::string& row : rows) {
        const std::string number = std::to_string(drawn.size() + 1);
        drawn.push_back(
            {"wavefront " + std::string(number.size() == 1 && rows.size() > 9 ? 1 : 0, ' ') + number, row});
    }
    std::vector<std::string> lines = lines_of(drawn, kBanks);
    const std::size_t left = lines[0].find('|') + 1;
    std::string heading = "bank" + std::string(left - 4, ' ') + "0       8       16      24";
    lines.insert(lines.begin(), heading);
    return lines;
}

}  // namespace

std::vector<std::string> map_of(const Access& access, const Instruction& instruction) {
    if (access.mask == 0) return {};
    if (instruction.space == Space::Global) return global_map(access, instruction);
    if (instruction.space == Space::Shared) return shared_map(access, instruction);
    return {};
}

}  // namespace course
