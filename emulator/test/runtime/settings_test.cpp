// The environment variables between the launcher and the library.
#include "emulator/runtime/settings.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>

#include "common/testing/words.hpp"
#include "emulator/loader/option_table.hpp"

using simt::runtime::parse_settings;
using simt::runtime::Settings;
using ::testing::missing;

namespace {

std::map<std::string, std::string> environment;

const char* look_up(const char* name) {
    const auto found = environment.find(name);
    return found == environment.end() ? nullptr : found->second.c_str();
}

Settings settings_with(std::map<std::string, std::string> variables) {
    environment = std::move(variables);
    return std::get<Settings>(parse_settings(look_up));
}

std::string sentence_for(const char* name, const char* value) {
    environment = {{name, value}};
    const auto parsed = parse_settings(look_up);
    const auto* sentence = std::get_if<std::string>(&parsed);
    return sentence ? *sentence : "accepted";
}

}  // namespace

TEST_CASE("without variables everything is checked and nothing is written at the end") {
    const Settings settings = settings_with({});
    CHECK(settings.checks.races);
    CHECK(settings.checks.initialisation);
    CHECK(settings.checks.synchronisation);
    CHECK(settings.json.empty());
    CHECK_FALSE(settings.table);
    CHECK_FALSE(settings.quiet);
    CHECK(settings.threads == 0);
    CHECK(settings.process == 0);
    CHECK(settings.findings_fd == -1);
}

TEST_CASE("every variable is read") {
    const Settings settings = settings_with({{"SIMT_JSON", "/tmp/x.json"},
                                             {"SIMT_TABLE", "1"},
                                             {"SIMT_QUIET", "1"},
                                             {"SIMT_CHECKS", "none"},
                                             {"SIMT_THREADS", "3"},
                                             {"SIMT_PROCESS", "77"},
                                             {"SIMT_FINDINGS_FD", "7"}});
    CHECK(settings.json == "/tmp/x.json");
    CHECK(settings.table);
    CHECK(settings.quiet);
    CHECK_FALSE(settings.checks.note_shared());
    CHECK_FALSE(settings.checks.synchronisation);
    CHECK(settings.threads == 3);
    CHECK(settings.process == 77);
    CHECK(settings.findings_fd == 7);
}

// Each variable is asked for once to be checked, and once more by the line that reads it.
TEST_CASE("every variable of the option table is read, not only checked") {
    static std::map<std::string, int> asked;
    simt::runtime::parse_settings([](const char* name) -> const char* {
        ++asked[name];
        return nullptr;
    });
    for (const simt::loader::Option& option : simt::loader::table())
        if (option.variable[0] != '\0')
            CHECK_MESSAGE(asked[option.variable] == 2, std::string(option.variable),
                          " is not read in runtime/settings.cpp");
}

TEST_CASE("a wrong value is named together with what it may be") {
    CHECK(missing(sentence_for("SIMT_CHECKS", "some"), {"SIMT_CHECKS is 'some'", "all", "none", "memcheck",
                                                        "racecheck", "initcheck", "synccheck"}) == "");
    CHECK(missing(sentence_for("SIMT_TABLE", "yes"), {"SIMT_TABLE is 'yes'", "0 or 1"}) == "");
    for (const char* value : {"", "-1", "4097", "2x", "x"}) {
        CAPTURE(value);
        CHECK(sentence_for("SIMT_THREADS", value).starts_with("the environment variable SIMT_THREADS is"));
    }
}

TEST_CASE("checks are named one by one, as compute-sanitizer's tools") {
    const Settings two = settings_with({{"SIMT_CHECKS", "memcheck,synccheck"}});
    CHECK_FALSE(two.checks.races);
    CHECK_FALSE(two.checks.initialisation);
    CHECK(two.checks.synchronisation);
    const Settings races = settings_with({{"SIMT_CHECKS", "racecheck"}});
    CHECK(races.checks.races);
    CHECK_FALSE(races.checks.initialisation);
    CHECK_FALSE(races.checks.synchronisation);
    CHECK(settings_with({{"SIMT_CHECKS", "initcheck"}}).checks.initialisation);
    CHECK(missing(sentence_for("SIMT_CHECKS", "all,none"), {"SIMT_CHECKS is 'all,none'", "all by itself"}) ==
          "");
    CHECK(sentence_for("SIMT_CHECKS", "") != "accepted");
}
