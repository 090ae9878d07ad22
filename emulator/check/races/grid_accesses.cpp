// See grid_accesses.hpp.
#include "emulator/check/races/grid_accesses.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace simt::check {

namespace {

constexpr std::size_t kMostWaiting = 256;  // blocks that have ended while an earlier one has not

}  // namespace

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
    if (joining_) return;  // whoever joins goes on with this one when its turn has come
    joining_ = true;
    for (auto first = waiting_.begin(); !stopped_ && first != waiting_.end() && first->first == next_;
         first = waiting_.begin()) {
        std::unique_ptr<AccessTable> due = std::move(first->second);
        waiting_.erase(first);
        lock.unlock();
        join(next_, *due);
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
    return known.page->lines[number % kPageLines];
}

void GridAccesses::join(u32 block, const AccessTable& table) {
    races_before_block_ = races_.size();
    for (std::size_t k = 0; k < table.size(); ++k) join_line(block, table, table.line(k));
}

GridAccesses::Masks GridAccesses::masks_of(const GridLine& line) const {
    Masks masks;
    for (const GridPiece& piece : line.piece) masks.of[piece.kind] |= piece.mask;
    if (line.cells != 0)
        for (int kind = 0; kind < kKinds; ++kind) masks.of[kind] |= cells_[line.cells].mask[kind];
    return masks;
}

BlockAccess GridAccesses::who(const GridLine& line, Kind kind, u32 at, bool& within_block,
                              bool& updates) const {
    BlockAccess access;
    access.write = kind == kWrite || kind == kStrongWrite;
    access.strong = kind == kStrongRead || kind == kStrongWrite;
    u32 how = 0;
    const GridPiece* found = nullptr;
    for (const GridPiece& piece : line.piece)
        if (piece.kind == kind && (piece.mask >> at & 1u) != 0) found = &piece;
    if (found != nullptr) {
        Piece piece;
        piece.how = found->how;
        piece.thread0 = found->thread0;
        piece.shift = found->shift;
        how = static_cast<u32>(piece.record(at));
        access.block = found->block;
    } else {
        const Cell& cell = cells_[line.cells].of[kind][at];
        how = cell.how;
        access.block = cell.block;
    }
    access.op = op_in(how);
    access.thread = thread_in(how);
    within_block = (how & kWithinBlock) != 0;
    updates |= (how & kUpdating) != 0;
    return access;
}

void GridAccesses::report(const BlockRace& race) {
    for (std::size_t k = races_before_block_; k < races_.size(); ++k) {
        BlockRace& before = races_[k];
        if (before.later.op == race.later.op && before.earlier.op == race.earlier.op &&
            before.later.write == race.later.write && before.earlier.write == race.earlier.write) {
            ++before.times;
            return;
        }
    }
    races_.push_back(race);
}

void GridAccesses::report(u32 block, const BlockPiece& given, const GridLine& line, Kind kind, u32 units,
                          u64 number) {
    const bool write = given.kind == kWrite || given.kind == kStrongWrite;
    const bool strong = given.kind == kStrongRead || given.kind == kStrongWrite;
    for (; units != 0; units &= units - 1) {
        const u32 at = static_cast<u32>(__builtin_ctz(units));
        const Record mine = given.piece.record(at);
        bool within_block = false;
        bool updates = (mine & kUpdating) != 0;
        const BlockAccess earlier = who(line, kind, at, within_block, updates);
        const bool loses = updates && write && earlier.write;
        if (strong && earlier.strong && (mine & kWithinBlock) == 0 && !within_block && !loses) continue;
        report({(number * kLineUnits + at) * unit_,
                1,
                {block, op_in(mine), thread_in(mine), write, strong},
                earlier});
    }
}

// Of the units that this block and an earlier one have written, those where they wrote different bytes.
u32 GridAccesses::with_other_value(const GridLine& line, u32 units, const u8* values) const {
    u32 different = 0;
    const u8* const before = values_of(line.value);
    for (u32 left = units; left != 0; left &= left - 1) {
        const u32 at = static_cast<u32>(std::countr_zero(left));
        if (std::memcmp(before + at * unit_, values + at * unit_, unit_) != 0) different |= 1u << at;
    }
    return different;
}

void GridAccesses::join_values(GridLine& line, u32 fresh, const u8* values) {
    const std::size_t bytes = std::size_t{kLineUnits} * unit_;
    if (line.value == 0) {
        line.value = values_used_++;
        if (line.value / kChunk == values_.size())
            values_.push_back(std::make_unique_for_overwrite<u8[]>(kChunk * bytes));
    }
    u8* const kept = values_of(line.value);
    if (fresh == ~0u) {
        std::memcpy(kept, values, bytes);
        return;
    }
    for (u32 left = fresh; left != 0; left &= left - 1) {
        const u32 at = static_cast<u32>(std::countr_zero(left));
        std::memcpy(kept + at * unit_, values + at * unit_, unit_);
    }
}

// One unit's access: to the last piece if it goes on there, else a piece of its own.
void GridAccesses::collect(Kind kind, u32 at, Record record) {
    if (!given_.empty() && given_.back().kind == kind) {
        Piece& last = given_.back().piece;
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

// What the block did to the line, into given_, the latest of a unit first.
void GridAccesses::collect(const AccessTable& table, const Line& line) {
    given_.clear();
    const UnitRecords* const units = table.units_of(line);
    if (units == nullptr) {
        table.for_each_piece(line, [&](const Piece& piece) {
            given_.push_back({piece, piece.writes() ? kWrite : kRead});
        });
        std::reverse(given_.begin(), given_.end());
        return;
    }
    const auto side = [&](Kind kind, UnitRecords::Side which) {
        if (!units->has(which)) return;
        for (u32 at = 0; at < kLineUnits; ++at)
            if (const Record record = units->get(which, at); record != 0)
                collect(kind, at, static_cast<u32>(record));
    };
    side(kWrite, UnitRecords::kWriter);
    side(kRead, UnitRecords::kReader);
    if (!units->has_strong()) return;
    for (u32 at = 0; at < kLineUnits; ++at) {
        for (const UnitRecords::Side which : {UnitRecords::kStrongLast, UnitRecords::kStrongBefore}) {
            const Record record = units->get(which, at);
            if (record == 0) continue;
            const bool writing = (record & kWriting) != 0;
            given_.push_back(
                {run_piece(at, 1, Piece::kOneThread, static_cast<u32>(record & ~kWriting), false),
                 writing ? kStrongWrite : kStrongRead});
        }
    }
}

void GridAccesses::join_line(u32 block, const AccessTable& table, const Line& line) {
    GridLine& grid = line_at(line.number);
    Masks masks = masks_of(grid);
    const auto join_piece = [&](const BlockPiece& given) {
        const u32 fresh = given.piece.mask & ~masks.of[given.kind];
        if (fresh == 0) return;
        if (given.kind == kWrite) join_values(grid, fresh, table.values_of(line));
        add(grid, block, given, fresh);
        masks.of[given.kind] |= fresh;
    };
    if (table.units_of(line) == nullptr && line.more == 0) {
        u32 written = 0, read = 0;
        for (const Piece& piece : line.piece) (piece.writes() ? written : read) |= piece.mask;
        const u32 earlier_writes = masks.of[kWrite] | masks.of[kStrongWrite];
        const u32 earlier = earlier_writes | masks.of[kRead] | masks.of[kStrongRead];
        // Nothing here was written before or is now that was read: nearly always so.
        if ((read & earlier_writes) == 0 && (written & earlier) == 0) {
            for (u32 k = Line::kPieces; k-- > 0;)
                join_piece({line.piece[k], line.piece[k].writes() ? kWrite : kRead});
            return;
        }
    }
    collect(table, line);
    u32 seen[kKinds] = {};
    for (const BlockPiece& given : given_) {
        const u32 mask = given.piece.mask & ~seen[given.kind];
        seen[given.kind] |= mask;
        const bool write = given.kind == kWrite || given.kind == kStrongWrite;
        for (const Kind kind : {kWrite, kRead, kStrongRead, kStrongWrite}) {
            u32 both = mask & masks.of[kind];
            if (both == 0 || (!write && (kind == kRead || kind == kStrongRead))) continue;
            if (given.kind == kWrite && kind == kWrite)
                both = with_other_value(grid, both, table.values_of(line));
            report(block, given, grid, kind, both, line.number);
        }
    }
    for (const BlockPiece& given : given_) join_piece(given);
}

void GridAccesses::add(GridLine& line, u32 block, const BlockPiece& given, u32 fresh) {
    const u32 how = given.piece.how & ~Piece::kWrite;
    for (GridPiece& piece : line.piece) {
        if (piece.mask != 0) continue;
        piece = {fresh, block, how, given.piece.thread0, given.piece.shift, given.kind};
        return;
    }
    if (line.cells == 0) {
        line.cells = static_cast<u32>(cells_.size());
        cells_.emplace_back();
    }
    Cells& cells = cells_[line.cells];
    cells.mask[given.kind] |= fresh;
    if (cells.of[given.kind] == nullptr)
        cells.of[given.kind] = std::make_unique_for_overwrite<Cell[]>(kLineUnits);
    for (; fresh != 0; fresh &= fresh - 1) {
        const u32 at = static_cast<u32>(__builtin_ctz(fresh));
        cells.of[given.kind][at] = {block, static_cast<u32>(given.piece.record(at))};
    }
}

}  // namespace simt::check
