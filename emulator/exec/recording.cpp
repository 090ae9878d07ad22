// See recording.hpp.
#include "emulator/exec/recording.hpp"

#include <algorithm>
#include <iterator>

#include "emulator/exec/shared_arrays.hpp"
#include "emulator/exec/source_places.hpp"
#include "emulator/exec/table.hpp"

namespace simt::exec {

using trace::Space;

static_assert(std::size(trace::kSpaces) == 5, "kSpaces");

namespace {

trace::Kind kind_of(const Op& op, const OpInfo& info) {
    static const Handler write_copy = handler_of(isa::id("~copy_async.write"));
    if (info.op_class == cost::OpClass::Barrier) return trace::Kind::Barrier;
    if (info.op_class == cost::OpClass::Atomic) return trace::Kind::Atomic;
    const bool store = info.op_class == cost::OpClass::GlobalStore ||
                       info.op_class == cost::OpClass::SharedStore || info.source->is(isa::Memory::Store) ||
                       op.handler == write_copy;
    return store ? trace::Kind::Store : trace::Kind::Load;
}

// Bytes that a lane accesses. A lane of ldmatrix and stmatrix names a row of 16 bytes.
u32 width_of(const Op& op, const OpInfo& info) {
    return info.source->is(isa::Memory::Matrix) ? 16 : op.width * std::max<u32>(op.count, 1);
}

}  // namespace

Recording::~Recording() {
    if (begun_) options_.writer->end_launch();
}

u32 Recording::place_id(u32 op) {
    const check::Site site = site_of(launch_.kernel, launch_.code.info[op].source);
    if (site.line == 0) return kNoPlace;
    const std::lock_guard lock(mutex_);
    const auto [found, is_new] =
        place_ids_.try_emplace({site.file, site.line}, static_cast<u32>(places_.size()));
    if (is_new) places_.push_back({trace::Place{site.line, site.file}});
    return found->second;
}

u32 Recording::array_id(const memory::Allocation& allocation) {
    const std::lock_guard lock(mutex_);
    const auto found =
        std::ranges::find(arrays_, allocation.serial, [](const auto& array) { return array.line.number; });
    if (found == arrays_.end()) {
        arrays_.push_back({{allocation.serial, allocation.size, allocation.label, allocation.shapes}});
        return static_cast<u32>(arrays_.size() - 1);
    }
    return static_cast<u32>(found - arrays_.begin());
}

void Recording::begin_worker(std::size_t worker) {
    const std::lock_guard lock(mutex_);
    at_[worker] = 0;
}

void Recording::move_on(std::size_t worker, u64 block, trace::Lines& lines) {
    std::unique_lock lock(mutex_);
    if (!lines.empty()) {
        moved_.wait(lock,
                    [&] { return waiting_bytes_ < kMostWaiting || is_first(worker) || is_over(worker); });
        waiting_bytes_ += lines.bytes();
        waiting_.emplace(at_[worker], std::exchange(lines, {}));
    }
    at_[worker] = block;
    write_ended();
    moved_.notify_all();
}

void Recording::flush(std::size_t worker, trace::Lines& lines) {
    std::unique_lock lock(mutex_);
    if (lines.bytes() >= kMostOfBlock) moved_.wait(lock, [&] { return is_first(worker) || is_over(worker); });
    if (!is_first(worker) && !is_over(worker)) return;
    write(at_[worker], lines);
    lines.clear();
    moved_.notify_all();
}

// Whether all blocks before the worker's have ended: blocks are taken in order, so no worker will take an earlier one.
bool Recording::is_first(std::size_t worker) const { return at_[worker] == *std::ranges::min_element(at_); }

// Writes the blocks before which no block runs any more.
void Recording::write_ended() {
    const u64 first = *std::ranges::min_element(at_);
    while (!waiting_.empty() && waiting_.begin()->first < first) {
        const auto next = waiting_.extract(waiting_.begin());
        waiting_bytes_ -= next.mapped().bytes();
        write(next.key(), next.mapped());
    }
}

// A block behind one that has ended the launch is left out: whether it ran depends on the workers.
void Recording::write(u64 block, const trace::Lines& lines) {
    if (block > launch_.end_block || is_cut()) return;
    if (!begun_) begin();
    lines.each([&](trace::Lines::Kind kind, u32 id, std::string_view rest) {
        if (is_cut()) return;
        switch (kind) {
            case trace::Lines::Kind::Access:
                return options_.writer->add_access(instruction_number(id), rest);
            case trace::Lines::Kind::Arrival: {
                Numbered<trace::Place>& place = places_[id];
                if (place.number == kUnnumbered) {
                    place.number = places_written_++;
                    options_.writer->add(place.line);
                }
                return options_.writer->add_arrival(place.number, rest);
            }
            case trace::Lines::Kind::Array: {
                Numbered<trace::Array>& array = arrays_[id];
                if (array.number == kUnnumbered) options_.writer->add(array.line);
                array.number = 0;
            }
        }
    });
}

void Recording::begin() {
    begun_ = true;
    instruction_numbers_.assign(launch_.code.ops.size() * kSpaces, kUnnumbered);
    const LaunchConfig& config = launch_.config;
    options_.writer->begin_launch({.number = config.record.id != 0 ? config.record.id : launch_.grid_id,
                                   .grid = config.grid,
                                   .block = config.block,
                                   .shared_bytes = launch_.shared_bytes,
                                   .kernel = launch_.kernel.demangled()});
    for (const SharedVariable& variable : shared_variables(launch_))
        options_.writer->add(trace::SharedArray{variable.offset, variable.bytes, variable.name});
}

u32 Recording::instruction_number(u32 id) {
    u32& number = instruction_numbers_[id];
    if (number != kUnnumbered) return number;
    const Op& op = launch_.code.ops[id / kSpaces];
    const OpInfo& info = launch_.code.info[id / kSpaces];
    const Space space = static_cast<Space>(id % kSpaces);
    const check::Site site = site_of(launch_.kernel, info.source);
    options_.writer->add(trace::Instruction{.space = space,
                                            .kind = kind_of(op, info),
                                            .width = space == Space::Block ? 0 : width_of(op, info),
                                            .line = site.line,
                                            .opcode = info.source->opcode,
                                            .file = site.file});
    return number = instructions_++;
}

}  // namespace simt::exec
