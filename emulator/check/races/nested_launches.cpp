// See nested_launches.hpp.
#include "emulator/check/races/nested_launches.hpp"

#include <fmt/format.h>

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

}  // namespace

bool comes_before(const NestedPart& first, const NestedPart& second) {
    const NestedLaunch *a = first.grid.get(), *b = second.grid.get();
    if (a == nullptr || b == nullptr) return false;
    if (a == b) return first.part <= second.part;
    u64 launched_after = 0;
    while (b->depth > a->depth) {
        launched_after = b->after_part;
        b = b->parent.get();
        if (a == b) return first.part <= launched_after;
    }
    while (a->depth > b->depth) a = a->parent.get();
    if (a == b) return false;  // the second launched the first
    while (a->parent != b->parent) {
        a = a->parent.get();
        b = b->parent.get();
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
