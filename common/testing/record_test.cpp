// A record that is written reads back the same, whatever characters it contains.
#include "common/testing/record.hpp"

#include <doctest/doctest.h>

#include <string>

using testing::read_record;
using testing::Record;
using testing::record_line;

TEST_CASE("tabs, new lines and backslashes come back as they were") {
    const std::string name = "a\tname\\n", message = "two\nlines\\", reason = "\\t";
    const Record record = read_record(record_line({"begin", name}) + record_line({"message", message}) +
                                      record_line({"test", "failed", name, "0.5", reason}));
    CHECK_FALSE(record.unreadable);
    REQUIRE(record.tests.size() == 1);
    CHECK(record.tests[0].name == name);
    CHECK(record.tests[0].reason == reason);
    REQUIRE(record.tests[0].messages.size() == 1);
    CHECK(record.tests[0].messages[0] == message);
    CHECK_FALSE(record.closed);
}

TEST_CASE("messages belong to the test that is open") {
    const Record record =
        read_record(record_line({"begin", "one"}) + record_line({"message", "of one"}) +
                    record_line({"test", "failed", "one", "0", ""}) + record_line({"begin", "two"}) +
                    record_line({"test", "passed", "two", "0", ""}) + record_line({"begin", "three"}));
    REQUIRE(record.tests.size() == 2);
    CHECK(record.tests[1].messages.empty());
    CHECK(record.open_test == "three");
}

TEST_CASE("a line that is none of a record, or has no end, is shown and ends the reading") {
    const std::string begin = record_line({"begin", "one"});
    for (const std::string line :
         {"", "nonsense", "test\tperhaps\tone\t0\t", "end\t1\t0", "end\tone\t0\t0"}) {
        const Record record = read_record(begin + line + "\n" + begin);
        REQUIRE(record.unreadable);
        CHECK(*record.unreadable == line);
    }
    CHECK(read_record(begin + "end\t1\t0\t0").unreadable);
}

TEST_CASE("a record names its seed, and the tests that judge counts") {
    const Record record =
        read_record(record_line({"seed", "17"}) + record_line({"begin", "one"}) + record_line({"counts"}) +
                    record_line({"test", "passed", "one", "0", ""}) + record_line({"begin", "two"}) +
                    record_line({"test", "passed", "two", "0", ""}));
    CHECK_FALSE(record.unreadable);
    CHECK(record.seed == "17");
    REQUIRE(record.tests.size() == 2);
    CHECK(record.tests[0].of_counts);
    CHECK_FALSE(record.tests[1].of_counts);
    CHECK(read_record(record_line({"begin", "one"})).seed.empty());
}
