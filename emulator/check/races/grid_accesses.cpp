// See grid_accesses.hpp.
#include "emulator/check/races/grid_accesses.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace simt::check {

constexpr std::size_t kMostWaiting = 256;  // ended blocks that wait for an earlier one

std::unique_ptr<AccessTable> GridAccesses::table() {
    {
        const std::lock_guard lock(mutex_);
        if (!spare_.empty()) {
            auto table = std::move(spare_.back());
            spare_.pop_back();
            return table;
        }
    }
    return std::make_unique<AccessTable>(unit_, true);
}

void GridAccesses::end_block(u32 block, std::unique_ptr<AccessTable> table) {
    std::unique_lock lock(mutex_);
    waiting_.emplace(block, std::move(table));
    if (block != next_) moved_.wait(lock, [&] { return stopped_ || waiting_.size() < kMostWaiting; });
    if (joining_) return;  // the joining thread takes this block in its turn
    joining_ = true;
    for (auto first = waiting_.begin(); !stopped_ && first != waiting_.end() && first->first == next_;
         first = waiting_.begin()) {
        std::unique_ptr<AccessTable> due = std::move(first->second);
        waiting_.erase(first);
        lock.unlock();
        races_before_block_ = races_.size();
        for (std::size_t k = 0; k < due->size(); ++k) join_line(next_, *due, due->line(k));
        due->forget();
        lock.lock();
        spare_.push_back(std::move(due));
        ++next_;
    }
    joining_ = false;
    lock.unlock();
    moved_.notify_all();
}

void GridAccesses::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
    }
    moved_.notify_all();
}

GridAccesses::GridLine& GridAccesses::line_at(u64 number) {
    const u64 page = number / kPageLines;
    KnownPage& known = known_pages_[page % kKnownPages];
    if (known.number != page) {
        std::unique_ptr<Page>& held = pages_[page];
        if (held == nullptr) held = std::make_unique<Page>();
        known = {page, held.get()};
    }
    return (*known.page)[number % kPageLines];
}

GridAccesses::Masks GridAccesses::masks_of(const GridLine& line) const {
    Masks masks{};
    for (const BlockPiece& piece : line.piece) masks[piece.kind] |= piece.mask;
    if (line.cells != 0)
        for (int kind = 0; kind < kKinds; ++kind) masks[kind] |= cells_[line.cells].mask[kind];
    return masks;
}

Record GridAccesses::first_at(const GridLine& line, Kind kind, u32 at) const {
    for (const BlockPiece& piece : line.piece)
        if (piece.kind == kind && (piece.mask >> at & 1u) != 0) return piece.record(at);
    return cells_[line.cells].of[kind][at];
}

void GridAccesses::report(const RawFinding& race) {
    for (std::size_t k = races_before_block_; k < races_.size(); ++k) {
        RawFinding& before = races_[k];
        if (before.access.op == race.access.op && before.other->op == race.other->op &&
            before.access.write == race.access.write && before.other->write == race.other->write) {
            ++before.times;
            return;
        }
    }
    races_.push_back(race);
}

void GridAccesses::report(const BlockPiece& given, const GridLine& line, Kind kind, u32 units, u64 number) {
    const auto access = [](Record record, Kind how) -> RawAccess {
        return {op_in(record), thread_in(record), segment_in(record), writes(how), is_strong(how)};
    };
    for (const u32 at : Bits(units)) {
        const Record mine = given.record(at), first = first_at(line, kind, at);
        const bool loses = ((mine | first) & kUpdating) != 0 && writes(given.kind) && writes(kind);
        const bool within_block = ((mine | first) & kWithinBlock) != 0;
        if (is_strong(given.kind) && is_strong(kind) && !within_block && !loses) continue;
        report({Fault::GlobalRace, Space::Global, (number * kLineUnits + at) * unit_, 0,
                access(mine, given.kind), access(first, kind)});
    }
}

// Of `units`, those to which this block wrote bytes other than the first ones written there.
u32 GridAccesses::with_other_value(const GridLine& line, u32 units, const u8* values) const {
    u32 different = 0;
    const u8* const before = values_.at(line.value);
    for (const u32 at : Bits(units)) {
        if (std::memcmp(before + at * unit_, values + at * unit_, unit_) != 0) different |= 1u << at;
    }
    return different;
}

void GridAccesses::join_values(GridLine& line, u32 fresh, const u8* values) {
    if (line.value == 0) line.value = values_.add();
    u8* const kept = values_.at(line.value);
    if (fresh == ~0u) {
        std::memcpy(kept, values, std::size_t{kLineUnits} * unit_);
        return;
    }
    for (const u32 at : Bits(fresh)) {
        std::memcpy(kept + at * unit_, values + at * unit_, unit_);
    }
}

// Adds one unit's access to the last piece if it continues it, else as a new piece.
void GridAccesses::collect(Kind kind, u32 at, Record record) {
    if (!given_.empty() && given_.back().kind == kind) {
        Piece& last = given_.back();
        const u32 before = 31 - static_cast<u32>(__builtin_clz(last.mask));
        const bool one_thread = (last.mask & (last.mask - 1)) == 0 || last.shift == Piece::kOneThread;
        if (last.record(before) == record && one_thread) {
            last.mask |= 1u << at;
            return;
        }
        const bool neighbours = (last.mask & (last.mask - 1)) == 0 || last.shift == 0;
        const Record next = last.record(before) + (u64{at - before} << kRecordThread);
        if (next == record && neighbours) {
            last.shift = 0;
            last.thread0 = static_cast<s16>(static_cast<s32>(thread_in(record)) - static_cast<s32>(at));
            last.mask |= 1u << at;
            return;
        }
    }
    given_.push_back({run_piece(at, 1, Piece::kOneThread, record, false), kind});
}

GridAccesses::BlockPiece GridAccesses::of_block(u32 block, Piece plain) {
    const Kind kind = plain.writes() ? kWrite : kRead;
    plain.segment = block;
    plain.how &= ~Piece::kWrite;
    return {plain, kind};
}

// Collects the block's accesses to the line in given_, the latest of each unit first.
void GridAccesses::collect(u32 block, const AccessTable& table, const Line& line) {
    given_.clear();
    const UnitRecords* const units = table.units_of(line);
    if (units == nullptr) {
        table.for_each_piece(line, [&](const Piece& piece) { given_.push_back(of_block(block, piece)); });
        std::reverse(given_.begin(), given_.end());
        return;
    }
    using enum UnitRecords::Side;
    for (const UnitRecords::Side side : {kWriter, kReader, kStrongLast, kStrongBefore}) {
        if (!units->has(side)) continue;
        for (u32 at = 0; at < kLineUnits; ++at) {
            const Record record = units->get(side, at);
            if (record == 0) continue;
            const Kind strong = (record & kWriting) != 0 ? kStrongWrite : kStrongRead;
            collect(side == kWriter   ? kWrite
                    : side == kReader ? kRead
                                      : strong,
                    at, u64{block} << 32 | static_cast<u32>(record & ~kWriting));
        }
    }
}

void GridAccesses::join_line(u32 block, const AccessTable& table, const Line& line) {
    GridLine& grid = line_at(line.number);
    Masks masks = masks_of(grid);
    const auto join_piece = [&](const BlockPiece& given) {
        const u32 fresh = given.mask & ~masks[given.kind];
        if (fresh == 0) return;
        if (given.kind == kWrite) join_values(grid, fresh, table.values_of(line));
        add(grid, given, fresh);
        masks[given.kind] |= fresh;
    };
    if (table.units_of(line) == nullptr && line.more == 0) {
        u32 written = 0, read = 0;
        for (const Piece& piece : line.piece) (piece.writes() ? written : read) |= piece.mask;
        const u32 earlier_writes = masks[kWrite] | masks[kStrongWrite];
        const u32 earlier = earlier_writes | masks[kRead] | masks[kStrongRead];
        // The usual case: no earlier block wrote what this one reads, or touched what it writes.
        if ((read & earlier_writes) == 0 && (written & earlier) == 0) {
            for (u32 k = Line::kPieces; k-- > 0;) join_piece(of_block(block, line.piece[k]));
            return;
        }
    }
    collect(block, table, line);
    Masks seen{};
    for (const BlockPiece& given : given_) {
        const u32 mask = given.mask & ~seen[given.kind];
        seen[given.kind] |= mask;
        for (const Kind kind : {kWrite, kRead, kStrongRead, kStrongWrite}) {
            u32 both = mask & masks[kind];
            if (both == 0 || !(writes(given.kind) || writes(kind))) continue;
            if (given.kind == kWrite && kind == kWrite)
                both = with_other_value(grid, both, table.values_of(line));
            report(given, grid, kind, both, line.number);
        }
    }
    for (const BlockPiece& given : given_) join_piece(given);
}

void GridAccesses::add(GridLine& line, const BlockPiece& given, u32 fresh) {
    for (BlockPiece& piece : line.piece) {
        if (piece.mask != 0) continue;
        piece = given;
        piece.mask = fresh;
        return;
    }
    if (line.cells == 0) {
        line.cells = static_cast<u32>(cells_.size());
        cells_.emplace_back();
    }
    Cells& cells = cells_[line.cells];
    cells.mask[given.kind] |= fresh;
    if (cells.of[given.kind] == nullptr)
        cells.of[given.kind] = std::make_unique_for_overwrite<Record[]>(kLineUnits);
    for (const u32 at : Bits(fresh)) {
        cells.of[given.kind][at] = given.record(at);
    }
}

}  // namespace simt::check
