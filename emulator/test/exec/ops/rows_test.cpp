// Every row of the instruction table, in every variant that this CPU runs, against the references (reference.hpp).
#include <doctest/doctest.h>

#include <cstdio>
#include <string>

#include "emulator/test/support/reference.hpp"

namespace simt::exec::row_test {
namespace {

Reference reference_of(const Row& row) {
    const Opcode opcode(row.opcode);
    for (const auto find :
         {half_reference, narrow_reference, integer_reference, bits_reference, logic_reference,
          compare_reference, float_reference, approximate_reference, convert_reference, carry_reference})
        if (Reference reference = find(opcode)) return reference;
    return {};
}

std::string hex(u64 value) {
    char text[32];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
    return text;
}

std::string describe(const Row& row, const Operands& set) {
    std::string text = row.opcode;
    for (int k = 1; k < row.operands; ++k) text += (k == 1 ? " " : ", ") + hex(set.source[k - 1]);
    if (row.uses_carry) text += set.carry ? " with carry" : " without carry";
    return text;
}

std::string describe(const Row& row, const Result& result) {
    return hex(result.value) + (row.uses_carry ? (result.carry ? " and carry" : " and no carry") : "");
}

// "" if the row agrees with its reference on all sets, else the first disagreement.
std::string disagreement(const Row& row, const Reference& reference, const std::vector<Operands>& sets,
                         const std::vector<Result>& expected) {
    const std::vector<Result> got = run_row(row, sets);
    for (std::size_t k = 0; k < sets.size(); ++k) {
        const bool right =
            reference.result ? got[k] == expected[k] : reference.accepts(sets[k], got[k].value);
        if (!right)
            return describe(row, sets[k]) + ": got " + describe(row, got[k]) +
                   (reference.result ? ", expected " + describe(row, expected[k]) : ", outside the bounds");
    }
    return "";
}

// "" if partial masks change the active lanes alone, and if the destination may be a source.
std::string mask_fault(const Row& row, const std::vector<Operands>& sets) {
    const std::span<const Operands> warp(sets.data() + 512, kLanes);
    const std::vector<Result> full = run_warp(row, warp, kAllLanes, 0, false);
    for (const u32 exec : {0x0000ffffu, 0xaaaaaaaau, 0x80000000u, 0x00000001u, 0x7ffffffeu, 0x1c0ff1eeu}) {
        const u64 before = 0xa5a5a5a5a5a5a5a5u & element_mask(row.element[0]);
        const std::vector<Result> got = run_warp(row, warp, exec, before, false);
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const bool active = (exec >> lane & 1u) != 0;
            const Result expected = active ? full[lane] : Result{before, row.uses_carry && warp[lane].carry};
            if (got[lane] != expected)
                return std::string(row.opcode) + " under mask " + hex(exec) + ": lane " +
                       std::to_string(lane) + (active ? " is active" : " is inactive") + " and holds " +
                       describe(row, got[lane]) + " instead of " + describe(row, expected);
        }
    }
    if (row.element[0] == row.element[1] && run_warp(row, warp, kAllLanes, 0, true) != full)
        return std::string(row.opcode) + " gives other results when its destination is its first source";
    return "";
}

}  // namespace

TEST_CASE("every row computes what its reference computes, in every variant") {
    for (const Row* row : rows_of(handler_sets().back())) {
        const Reference reference = reference_of(*row);
        CHECK_MESSAGE(bool(reference), "row ", std::string(row->opcode), " has no test");
        if (!reference) continue;
        const std::vector<Operands> sets = operands_of(*row);
        std::vector<Result> expected;
        if (reference.result)
            for (const Operands& set : sets) expected.push_back(reference.result(set));
        for (const HandlerSet& set : handler_sets())
            for (const Row* candidate : rows_of(set))
                if (std::string_view(candidate->opcode) == row->opcode) {
                    const std::string fault = disagreement(*candidate, reference, sets, expected);
                    CHECK_MESSAGE(fault.empty(), std::string(set.name), ": ", fault);
                }
    }
}

TEST_CASE("every row leaves inactive lanes alone and may write its own source") {
    for (const HandlerSet& set : handler_sets())
        for (const Row* row : rows_of(set)) {
            const std::string fault = mask_fault(*row, operands_of(*row));
            CHECK_MESSAGE(fault.empty(), std::string(set.name), ": ", fault);
        }
}

TEST_CASE("all variants have the same rows, each opcode once") {
    const std::span<const Row* const> last = rows_of(handler_sets().back());
    for (const HandlerSet& set : handler_sets()) {
        const std::span<const Row* const> rows = rows_of(set);
        REQUIRE(rows.size() == last.size());
        for (std::size_t k = 0; k < rows.size(); ++k) {
            CHECK(std::string(rows[k]->opcode) == last[k]->opcode);
            if (k > 0) CHECK(std::string(rows[k - 1]->opcode) < rows[k]->opcode);
        }
    }
}

TEST_CASE("a row is found by its whole opcode and by nothing less") {
    REQUIRE(find_row("add.rn.ftz.f32") != nullptr);
    CHECK(std::string(find_row("add.rn.ftz.f32")->opcode) == "add.rn.ftz.f32");
    CHECK(find_row("add") == nullptr);
    CHECK(find_row("add.f3") == nullptr);
    CHECK(find_row("add.f32x") == nullptr);
    CHECK(find_row("") == nullptr);
}

}  // namespace simt::exec::row_test
