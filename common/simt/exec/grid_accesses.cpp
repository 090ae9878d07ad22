// See grid_accesses.hpp.
#include "common/simt/exec/grid_accesses.hpp"

#include <bit>
#include <cstring>

namespace simt::exec {

namespace {

constexpr std::size_t kMostWaiting = 256;  // blocks that have ended while an earlier one has not
constexpr u8 kMostShift = 5;

u32 op_in(Record record) { return static_cast<u32>(record) & kRecordOp; }

bool writes(Record record) { return (record & kWriting) != 0; }

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
    return std::make_unique<AccessTable>(unit_);
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
    if (page != last_page_number_) {
        std::unique_ptr<Page>& held = pages_[page];
        if (held == nullptr) held = std::make_unique<Page>();
        last_page_number_ = page;
        last_page_ = held.get();
    }
    return last_page_->lines[number % kPageLines];
}

void GridAccesses::join(u32 block, const AccessTable& table) {
    races_before_block_ = races_.size();
    for (std::size_t k = 0; k < table.size(); ++k) join_line(block, table, table.line(k));
}

GridAccesses::Cell GridAccesses::cell(const Part& part, u32 at) const {
    if (part.cells != 0) return cells_[part.cells].of[at];
    const s32 steps = static_cast<s32>(at) - std::countr_zero(part.mask);
    return {part.block, part.op, static_cast<u16>(part.thread + (steps * part.step >> part.shift)),
            part.flags};
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

void GridAccesses::report(u32 block, const Given& given, const Part& part, u32 units, u64 line_number) {
    for (u32 left = units; left != 0; left &= left - 1) {
        const u32 at = static_cast<u32>(std::countr_zero(left));
        const Record mine = given.record[at];
        const Cell other = cell(part, at);
        const bool mine_writes = (given.writes >> at & 1u) != 0,
                   other_writes = (other.flags & kPartWrites) != 0;
        if (!mine_writes && !other_writes) continue;
        const bool scopes_meet = (mine & kWithinBlock) == 0 && (other.flags & kPartWithinBlock) == 0;
        if (given.strong && part.strong && scopes_meet) continue;
        report({(line_number * kLineUnits + at) * unit_,
                1,
                {block, op_in(mine), thread_in(mine), mine_writes, given.strong},
                {other.block, other.op, other.thread, other_writes, part.strong}});
    }
}

// Of the units that this block and an earlier one have written, those where they wrote different bytes.
u32 GridAccesses::with_other_value(const GridLine& line, u32 units, const u8* values) const {
    u32 different = 0;
    const u8* const before = values_.data() + std::size_t{line.value - 1} * kLineUnits * unit_;
    for (u32 left = units; left != 0; left &= left - 1) {
        const u32 at = static_cast<u32>(std::countr_zero(left));
        if (std::memcmp(before + at * unit_, values + at * unit_, unit_) != 0) different |= 1u << at;
    }
    return different;
}

void GridAccesses::join_values(GridLine& line, u32 fresh, const u8* values) {
    const std::size_t bytes = std::size_t{kLineUnits} * unit_;
    if (line.value == 0) {
        values_.resize(values_.size() + bytes);
        line.value = static_cast<u32>(values_.size() / bytes);
    }
    u8* const kept = values_.data() + (line.value - 1) * bytes;
    for (u32 left = fresh; left != 0; left &= left - 1) {
        const u32 at = static_cast<u32>(std::countr_zero(left));
        std::memcpy(kept + at * unit_, values + at * unit_, unit_);
    }
}

void GridAccesses::join_line(u32 block, const AccessTable& table, const Line& line) {
    GridLine& grid = line_at(line.number);
    Given write, read, strong;
    const StrongRecords* const strong_records = table.strong(line);
    for (u32 at = 0; at < kLineUnits; ++at) {
        write.record[at] = line.writer[at];
        read.record[at] = line.reader[at];
        write.mask |= static_cast<u32>(line.writer[at] != 0) << at;
        read.mask |= static_cast<u32>(line.reader[at] != 0) << at;
    }
    write.writes = write.mask;
    if (strong_records != nullptr) {
        strong.strong = true;
        for (u32 at = 0; at < kLineUnits; ++at) {
            Record record = strong_records->last[at];
            if (record != 0 && !writes(record) && writes(strong_records->before[at]))
                record = strong_records->before[at];
            strong.record[at] = record;
            strong.mask |= static_cast<u32>(record != 0) << at;
            strong.writes |= static_cast<u32>(writes(record)) << at;
        }
    }
    for (const Given* given : {&write, &read, &strong}) {
        if (given->mask == 0) continue;
        const bool plain_write = given == &write;
        const u32 both_write = given->mask & grid.write.mask;
        if (both_write != 0)
            report(block, *given, grid.write,
                   plain_write ? with_other_value(grid, both_write, line.value) : both_write, line.number);
        report(block, *given, grid.read, given->mask & grid.read.mask, line.number);
        report(block, *given, grid.strong, given->mask & grid.strong.mask, line.number);
    }
    const u32 fresh = write.mask & ~grid.write.mask;
    if (fresh != 0) join_values(grid, fresh, line.value);
    for (const auto& [part, given] :
         {std::pair{&grid.write, &write}, std::pair{&grid.read, &read}, std::pair{&grid.strong, &strong}})
        if ((given->mask & ~part->mask) != 0) join_part(*part, block, *given);
}

void GridAccesses::join_part(Part& part, u32 block, const Given& given) {
    const auto flags_of = [&](u32 at) {
        return static_cast<u8>(((given.writes >> at & 1u) != 0 ? kPartWrites : 0) |
                               ((given.record[at] & kWithinBlock) != 0 ? kPartWithinBlock : 0));
    };
    part.strong = given.strong;
    if (part.mask == 0) {
        // One block's, so far: do its threads lie regularly?
        const u32 first = static_cast<u32>(std::countr_zero(given.mask));
        const s32 thread = static_cast<s32>(thread_in(given.record[first]));
        Part regular;
        regular.strong = given.strong;
        regular.mask = given.mask;
        regular.block = block;
        regular.op = op_in(given.record[first]);
        regular.thread = static_cast<u16>(thread);
        regular.flags = flags_of(first);
        const u32 rest = given.mask & (given.mask - 1);
        if (rest == 0) {
            part = regular;
            return;
        }
        const u32 second = static_cast<u32>(std::countr_zero(rest));
        const s32 units = static_cast<s32>(second - first);
        const s32 difference = static_cast<s32>(thread_in(given.record[second])) - thread;
        for (u8 shift = 0; shift <= kMostShift; ++shift) {
            regular.shift = shift;
            regular.step = static_cast<s16>(shift == 0 ? difference / units : 1);
            bool all = true;
            for (u32 left = given.mask; all && left != 0; left &= left - 1) {
                const u32 at = static_cast<u32>(std::countr_zero(left));
                all = cell(regular, at).thread == thread_in(given.record[at]) &&
                      regular.op == op_in(given.record[at]) && regular.flags == flags_of(at);
            }
            if (!all) continue;
            part = regular;
            return;
        }
    }
    const u32 fresh = given.mask & ~part.mask;
    if (part.cells == 0) {
        cells_.emplace_back();
        Cells& cells = cells_.back();
        for (u32 left = part.mask; left != 0; left &= left - 1) {
            const u32 at = static_cast<u32>(std::countr_zero(left));
            cells.of[at] = cell(part, at);
        }
        part.cells = static_cast<u32>(cells_.size() - 1);
    }
    for (u32 left = fresh; left != 0; left &= left - 1) {
        const u32 at = static_cast<u32>(std::countr_zero(left));
        const Record record = given.record[at];
        cells_[part.cells].of[at] = {block, op_in(record), static_cast<u16>(thread_in(record)), flags_of(at)};
    }
    part.mask |= fresh;
}

}  // namespace simt::exec
