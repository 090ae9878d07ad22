// See nested_launches.hpp.
#include "emulator/check/races/nested_launches.hpp"

#include <fmt/format.h>

#include <utility>

namespace simt::check {
namespace {

bool same_place(const NestedLaunch& a, const NestedLaunch& b) {
    return a.parent == b.parent && a.stream == b.stream && a.count == b.count;
}

// Whether a launched b, or a grid above it.
bool is_above(const NestedLaunch& a, const NestedLaunch& b) {
    for (const NestedLaunch* up = b.parent.get(); up != nullptr; up = up->parent.get())
        if (up == &a) return true;
    return false;
}

// Jump pointers make this logarithmic (Myers 1983, An applicative random-access stack).
const NestedLaunch* above_at(const NestedLaunch* grid, u32 depth) {
    while (grid->depth > depth) grid = grid->far_above->depth >= depth ? grid->far_above : grid->parent.get();
    return grid;
}

}  // namespace

void NestedLaunch::set_parent(std::shared_ptr<const NestedLaunch> grid) {
    parent = std::move(grid);
    depth = parent->depth + 1;
    const auto far_above_of = [](const NestedLaunch* of) { return of->depth == 0 ? of : of->far_above; };
    const NestedLaunch* const first = far_above_of(parent.get());
    const NestedLaunch* const second = far_above_of(first);
    far_above = parent->depth - first->depth == first->depth - second->depth ? second : parent.get();
}

NestedLaunch::~NestedLaunch() {
    while (parent != nullptr && parent.use_count() == 1)
        parent = std::move(const_cast<NestedLaunch&>(*parent).parent);
}

bool comes_before(const NestedPart& first, const NestedPart& second) {
    const NestedLaunch *a = first.grid.get(), *b = second.grid.get();
    if (a == nullptr || b == nullptr) return false;
    if (a == b) return first.part <= second.part;
    if (b->depth > a->depth) {
        const NestedLaunch* const below = above_at(b, a->depth + 1);
        b = below->parent.get();
        if (a == b) return first.part <= below->after_part;
    }
    a = above_at(a, b->depth);
    if (a == b) return false;  // the second launched the first
    while (a->parent != b->parent) {
        const bool far = a->far_above->parent != b->far_above->parent;
        a = far ? a->far_above : a->parent.get();
        b = far ? b->far_above : b->parent.get();
    }
    if (same_place(*a, *b)) return a->turn < b->turn;
    const auto waits = b->before.find(a->stream);
    return waits != b->before.end() && waits->second >= a->count;
}

Nested relation_of(const NestedLaunch& first, const NestedLaunch& second) {
    return is_above(first, second) || is_above(second, first) ? Nested::ParentAndChild : Nested::Siblings;
}

std::string describe_relation(const NestedLaunch& first, const NestedLaunch& second) {
    if (is_above(first, second))
        return fmt::format("{} was launched {}, and no kernel can wait for what it launches", second.kernel,
                           second.launched);
    if (is_above(second, first)) return describe_relation(second, first);
    if (first.launched == second.launched)
        return fmt::format("both were launched {}, and no stream orders them", first.launched);
    return fmt::format("{} was launched {}; {} was launched {}; no stream orders them", first.kernel,
                       first.launched, second.kernel, second.launched);
}

}  // namespace simt::check
