// Findings as SARIF, with the members that its schema requires, and as the lines of a compiler.
#include "emulator/report/sarif.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "emulator/report/json.hpp"

using namespace simt;
using namespace simt::check;
using simt::report::error_lines;
using simt::report::uri_of;
using Object = nlohmann::json;

namespace {

Finding race_of_two_lines() {
    Finding finding{};
    finding.fault = Fault::SharedRace;
    finding.space = Space::Shared;
    finding.access.site = {"scan<4>(int*)", "/tmp/caf\xc3\xa9 \xe5\xad\xa6/50%.cu", 8, 100, "ld.shared.u32"};
    finding.has_other = finding.other.write = true;
    finding.other.site = {"scan<4>(int*)", "/tmp/caf\xc3\xa9 \xe5\xad\xa6/50%.cu", 5, 90, "st.shared.u32"};
    finding.times = 248;
    return finding;
}

Finding read_of_nothing(const char* file, u32 line) {
    Finding finding{};
    finding.fault = Fault::UninitialisedRead;
    finding.space = Space::Global;
    finding.access.site = {"sum", file, line, 30, "ld.global.u32"};
    finding.has_use = true;
    finding.used = {"sum", file, line + 2, 40, "st.global.u32"};
    return finding;
}

Object sarif_log(const std::vector<Finding>& findings, const char* ended = "") {
    std::ostringstream out;
    report::write_sarif(out, findings, ended);
    return Object::parse(out.str());
}

// What the schema of SARIF 2.1.0 requires of each object that is written, and the types of what is written.
void check_schema(const Object& log) {
    CHECK(log.at("version") == "2.1.0");
    REQUIRE(log.at("runs").size() == 1);
    const Object& run = log["runs"][0];
    CHECK(run.at("tool").at("driver").at("name") == "simt");
    const Object& rules = run["tool"]["driver"].at("rules");
    for (const Object& rule : rules) CHECK(rule.at("id").is_string());
    for (const Object& invocation : run.at("invocations"))
        CHECK(invocation.at("executionSuccessful").is_boolean());
    for (const Object& result : run.at("results")) {
        CHECK(result.at("message").at("text").is_string());
        CHECK(rules.at(result.at("ruleIndex").get<std::size_t>()).at("id") == result.at("ruleId"));
        CHECK(result.at("level") == "error");
        CHECK(result.at("occurrenceCount").get<int>() >= 1);
        Object locations = result.at("locations");
        for (const Object& other : result.value("relatedLocations", Object::array()))
            locations.push_back(other);
        for (const Object& location : locations) {
            if (!location.contains("physicalLocation")) continue;
            const Object& place = location["physicalLocation"];
            CHECK(place.at("artifactLocation").at("uri").is_string());
            CHECK(place.at("region").at("startLine").get<int>() >= 1);
        }
    }
}

}  // namespace

TEST_CASE("findings are results with their rule, both places and their count") {
    const Object log = sarif_log({race_of_two_lines(), read_of_nothing("sum.cu", 3), race_of_two_lines()});
    check_schema(log);
    const Object& run = log["runs"][0];
    CHECK(run["tool"]["driver"]["rules"].size() == 2);
    REQUIRE(run["results"].size() == 3);
    const Object& first = run["results"][0];
    CHECK(first["ruleId"] == "shared_race");
    CHECK(run["results"][2]["ruleIndex"] == 0);
    CHECK(first["occurrenceCount"] == 248);
    CHECK(first["message"]["text"].get<std::string>().starts_with("race: two threads use one place"));
    const Object& place = first["locations"][0]["physicalLocation"];
    CHECK(place["artifactLocation"]["uri"] == "file:///tmp/caf%C3%A9%20%E5%AD%A6/50%25.cu");
    CHECK(place["region"]["startLine"] == 8);
    CHECK(first["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 5);
    CHECK(run["results"][1]["relatedLocations"][0]["message"]["text"] == "the value is used here");
    CHECK(run["invocations"][0]["executionSuccessful"] == true);
}

TEST_CASE("a run without findings, one that was ended, and places without a line are valid too") {
    check_schema(sarif_log({}));
    CHECK(sarif_log({})["runs"][0]["results"].is_array());
    const Object ended = sarif_log({}, "was ended by SIGTERM");
    check_schema(ended);
    CHECK(ended["runs"][0]["invocations"][0]["executionSuccessful"] == false);
    Finding nowhere = race_of_two_lines();
    nowhere.access.site.file.clear();
    nowhere.other.site.line = 0;
    nowhere.access.site.kernel = "not \xff UTF-8";
    const Object log = sarif_log({nowhere});
    check_schema(log);
    CHECK_FALSE(log["runs"][0]["results"][0]["locations"][0].contains("physicalLocation"));
    CHECK_FALSE(log["runs"][0]["results"][0].contains("relatedLocations"));
    for (int fault = 0; fault <= static_cast<int>(Fault::LaunchRace); ++fault) {
        nowhere.fault = static_cast<Fault>(fault);
        check_schema(sarif_log({nowhere}));
    }
}

TEST_CASE("paths of any bytes become URIs") {
    CHECK(uri_of("a/b-c_d.~9.cu") == "a/b-c_d.~9.cu");
    CHECK(uri_of("/tmp/a b#?:.cu") == "file:///tmp/a%20b%23%3F%3A.cu");
}

TEST_CASE("a compiler's lines lead to both places") {
    CHECK(error_lines(read_of_nothing("sum.cu", 3)) ==
          "sum.cu:3: error: never written: a read of 0 bytes of global memory that nothing has written\n"
          "sum.cu:5: note: the value is used here\n");
    const std::string lines = error_lines(race_of_two_lines());
    CHECK(lines.starts_with("/tmp/caf\xc3\xa9 \xe5\xad\xa6/50%.cu:8: error: race: two threads"));
    CHECK(lines.ends_with("/tmp/caf\xc3\xa9 \xe5\xad\xa6/50%.cu:5: note: the other thread is here\n"));
    Finding unknown = race_of_two_lines();
    unknown.access.site.line = 0;
    CHECK(error_lines(unknown) == "");
}
