// The book's statistics from running the kernels: every row of Figures 1.15, 1.19, 1.23 and 1.36, exactly; the book's
// errors, by name; and the counts of the same kernels on 2.0 and on 9.0.
#include <doctest/doctest.h>

#include "chapters/04-matmul/more/statistics/counting.hpp"
#include "common/testing/device.hpp"

namespace {

using statistics::Formula;
using statistics::PrintedRow;
using statistics::Row;

void check_equal(const Row& got, const Row& expected) {
    CHECK(got.of_32.text() == expected.of_32.text());
    CHECK(got.of_64.text() == expected.of_64.text());
    CHECK(got.of_128.text() == expected.of_128.text());
    CHECK(got.volume.text() == expected.volume.text());
    CHECK(got.utilisation == doctest::Approx(expected.utilisation).epsilon(1e-12));
}

Row row_of(const char* kernel, unsigned x, unsigned y, const char* model) {
    return statistics::count(kernel, x, y).row.at(model);
}

}  // namespace

TEST_CASE("every row of Figures 1.15, 1.19, 1.23 and 1.36 is what the kernel asks for on 1.3") {
    if (!testing::counted()) return;
    CHECK(statistics::printed_rows().size() == 15 + 16 + 3 + 9);
    for (const PrintedRow& printed : statistics::printed_rows()) {
        CAPTURE(printed.figure);
        CAPTURE(printed.kernel);
        CAPTURE(printed.x);
        CAPTURE(printed.y);
        check_equal(row_of(printed.kernel.c_str(), printed.x, printed.y, "cc1.3"), printed.row);
    }
}

TEST_CASE("GPU1 on 2.0: as the book has it for blocks at least 32 wide, n³/32 less than it has for 16") {
    if (!testing::counted()) return;
    for (const auto& [x, y] : std::vector<std::pair<unsigned, unsigned>>{{32, 2}, {64, 1}, {256, 1}})
        CHECK(row_of("GPU1", x, y, "cc2.0").transactions().text() == "n³/16 + n²/32");
    // The figure prints n³/8 + n²/16, counting two lines of B. Both halves of the warp read the same sixteen words of
    // it.
    CHECK(row_of("GPU1", 16, 16, "cc2.0").transactions().text() == "3n³/32 + n²/16");
}

TEST_CASE("on 9.0 whatever the block is shared by, the rungs ask for less and less") {
    if (!testing::counted()) return;
    const auto volume = [](const char* kernel, unsigned x, unsigned y) {
        return row_of(kernel, x, y, "cc9.0").volume.text();
    };
    CHECK(volume("GPU1", 256, 1) == "5n³ + 4n²");
    CHECK(volume("GPU1", 1, 256) == "33n³ + 32n²");
    CHECK(volume("GPU4", 16, 16) == "n³/2 + 4n²");
    CHECK(volume("GPU8", 16, 8) == "9n³/32 + 4n²");
    CHECK(volume("sgemm", 16, 4) == "5n³/16 + 4n²");
}

TEST_CASE("shared memory: a turned tile, and which padding helps on how many banks") {
    if (!testing::counted()) return;
    const auto per_store = [](const char* kernel, const char* model) {
        return statistics::count(kernel, 16, 16).shared.at(model).per_store;
    };
    // Half of the stores and of the loads are to the transposed tile. On 1.3 the least is one step for each
    // half-warp.
    CHECK(per_store("GPU4", "cc1.3") == 2);
    CHECK(per_store("transposed_tile", "cc1.3") == (2 + 32) / 2.0);
    CHECK(per_store("transposed_tile", "cc9.0") == (1 + 8) / 2.0);
    CHECK(per_store("GPU5", "cc1.3") == 2);
    CHECK(per_store("GPU5", "cc9.0") == (1 + 2) / 2.0);
    CHECK(per_store("bank_conflict_free", "cc1.3") == (2 + 4) / 2.0);
    CHECK(per_store("bank_conflict_free", "cc9.0") == 1);
    // The book calls GPU6's stores into rows of 17 words conflict-free; on 16 banks, storing two columns at a time,
    // they are not.
    CHECK(per_store("GPU6", "cc1.3") == 4);
    CHECK(per_store("GPU6", "cc9.0") == 1);
}

TEST_CASE("formulas are written as fractions, and found from two counts") {
    CHECK(Formula{17.0 / 4096, 1.0 / 16}.text() == "17n³/4096 + n²/16");
    CHECK(Formula{34, 32}.text() == "34n³ + 32n²");
    CHECK(Formula{0, 0.5}.text() == "n²/2");
    CHECK(Formula{2.5, 0}.text() == "5n³/2");
    CHECK(Formula{}.text() == "0");
    CHECK(Formula{1.0 / 3, 0}.text() == "0.3333n³");
    CHECK(statistics::formula_of(3 * 5 * 7 * 4 + 2 * 5 * 7, 3 * 5 * 7 * 8 + 2 * 5 * 7, 5, 7, 4) ==
          Formula{3, 2});
    CHECK(Formula{2, 1}.at(10) == 2100);
}

TEST_CASE("a kernel that is not there is no zero") {
    CHECK_THROWS_WITH(statistics::count("GPU9", 16, 16), "there is no kernel GPU9 to count");
}
