#include "chapters/01-first-kernel/programs/parts/littles_law.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

#include "chapters/01-first-kernel/programs/parts/shape.hpp"

using namespace warps;

namespace {

// 100 multiprocessors, 500 ns, 2,000 GB/s: 20 bytes a nanosecond each, 10,000 bytes in flight.
Curve made_up() {
    return {"A GPU",
            "2026-01-31",
            100,
            500,
            {{16, 1, 400, 390, 410}, {64, 1, 1600, 1590, 1610}, {64, 4, 2000, 1999, 2001}}};
}

}  // namespace

TEST_CASE("Little's law: latency times bandwidth is what has to be in flight") {
    const Curve curve = made_up();
    CHECK(curve.best_gb_per_s() == 2000);
    CHECK(curve.bytes_needed() == 10000);
    CHECK(curve.points[0].bytes_in_flight() == 2048);
    CHECK(curve.predicted(curve.points[0]) == doctest::Approx(2048 / 500.0 * 100));
    CHECK(curve.predicted(curve.points[2]) == 2000);  // 32,768 bytes in flight; the memory is at its limit
}

TEST_CASE("a curve survives its CSV") {
    const Curve curve = parse_curve(to_csv(made_up()));
    CHECK(curve.device == "A GPU");
    CHECK(curve.date == "2026-01-31");
    CHECK(curve.multiprocessors == 100);
    CHECK(curve.latency_ns == 500);
    REQUIRE(curve.points.size() == 3);
    CHECK(curve.points[1].warps == 64);
    CHECK(curve.points[1].loads == 1);
    CHECK(curve.points[1].gb_per_s == 1600);
    CHECK(curve.points[1].low == 1590);
    CHECK(curve.points[1].high == 1610);
    CHECK(to_csv(curve) == to_csv(made_up()));
}

TEST_CASE("a CSV of another kind is refused, and the message says what is missing") {
    const std::string good = to_csv(made_up());
    const std::string header = good.substr(0, good.find('\n') + 1);
    const auto refused = [&](const std::string& text, const char* words) {
        CHECK_THROWS_WITH_AS(parse_curve(text), doctest::Contains(words), std::runtime_error);
    };
    refused("a,b\n1,2\n", "it has no column 'device'");
    refused(header, "there is no measurement in it");
    refused(header + "A GPU,today,1,2,3\n", "line 2");
    refused(header + "A GPU,today,1,2,3,4,fast,6,7\n", "in column 'gb_per_s', 'fast' is no number above 0");
    refused(header + "A GPU,today,1,nan,3,4,5,6,7\n", "in column 'latency_ns', 'nan' is no number above 0");
    refused(header + "A GPU,today,0,500,3,4,5,6,7\n",
            "in column 'multiprocessors', '0' is no number above 0");
}

TEST_CASE("the table has a row for each number of warps, a dash for what was not measured, and the law") {
    const std::string table = table_of(made_up());
    CHECK(table.find("warps a multiprocessor   1 load a thread  4 loads a thread\n") != std::string::npos);
    CHECK(table.find("16                          400 (   410)                 -\n") != std::string::npos);
    CHECK(table.find("64                         1600 (  1638)     2000 (  2000)\n") != std::string::npos);
    CHECK(table.find("500 ns x 20.0 B/ns = 10.0 KB have to be in flight") != std::string::npos);
    CHECK(table.find("78 requests of 128 bytes") != std::string::npos);
}

TEST_CASE("shapes are read with x first, and named with x last") {
    const Shape shape = parse_shape("4x8x2");
    CHECK(shape.x == 4);
    CHECK(shape.y == 8);
    CHECK(shape.z == 2);
    CHECK(shape.dimensions == 3);
    CHECK(name(shape) == "4x8x2");
    CHECK(thread_name(shape, 3, 7, 1) == "T(1,7,3)");
    CHECK(thread_name(parse_shape("8x8"), 7, 3, 0) == "T(3,7)");
    CHECK(thread_name(parse_shape("48"), 47, 0, 0) == "T(47)");
    CHECK(parse_shape("99999999").x == 99999999);
}

TEST_CASE("a text that is no shape is refused") {
    for (const char* const text :
         {"", "x", "8x", "x8", "0", "8x0", "-1", "8 x 8", "1x2x3x4", "100000000", "0x10", "8X8", "ax"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(parse_shape(text), BadShape);
    }
    CHECK_THROWS_WITH_AS(
        parse_shape("4x8x2", 2),
        "'4x8x2' is no shape. Write one like 48 or 8x8: x comes first, and every number is at least 1.",
        BadShape);
    CHECK_THROWS_WITH_AS(parse_block("40x40"), "A block has at most 1024 threads, and 40x40 are 1600.",
                         BadShape);
    CHECK_THROWS_WITH_AS(parse_block("1x1x65"), "A block has at most 64 threads in z, and 1x1x65 has 65.",
                         BadShape);
    CHECK(parse_block("32x32").threads() == 1024);
}
