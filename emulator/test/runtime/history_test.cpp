// The history keeps every launch's counters, and forgets details of old launches only.
#include "emulator/runtime/history.hpp"
#include "emulator/exec/launch_record.hpp"

#include <doctest/doctest.h>

#include <string>

using simt::exec::Launch;
using simt::runtime::History;

namespace {

Launch launch_of(const std::string& kernel, std::uint64_t sectors) {
    Launch launch;
    launch.kernel = launch.mangled = kernel;
    launch.counters.global_load_sectors = sectors;
    launch.lines.resize(1);
    launch.lines[0].file = kernel + ".cu";
    launch.lines[0].line = 7;
    launch.lines[0].global_load_sectors = sectors;
    return launch;
}

}  // namespace

TEST_CASE("launches come back as they were added, numbered from 1") {
    History history;
    for (std::uint64_t k = 1; k <= 3; ++k) {
        Launch launch = launch_of("copy", 10 * k);
        launch.host_seconds = static_cast<double>(k);
        history.add(launch);
    }
    REQUIRE(history.count() == 3);
    for (std::uint64_t k = 1; k <= 3; ++k) {
        const Launch launch = history.launch(k);
        CHECK(launch.id == k);
        CHECK(launch.kernel == "copy");
        CHECK(launch.counters.global_load_sectors == 10 * k);
        CHECK(launch.lines.at(0).global_load_sectors == 10 * k);
        CHECK(launch.host_seconds == static_cast<double>(k));
    }
}

TEST_CASE("equal launches keep their own number and time") {
    History history;
    for (int k = 1; k <= 20; ++k) {
        Launch launch = launch_of(k % 2 ? "odd" : "even", 5);
        launch.host_seconds = k;
        history.add(launch);
    }
    for (std::uint64_t k = 1; k <= 20; ++k) {
        const Launch launch = history.launch(k);
        CHECK(launch.id == k);
        CHECK(launch.kernel == (k % 2 ? "odd" : "even"));
        CHECK(launch.host_seconds == static_cast<double>(k));
    }
    CHECK(&history.summary(3) == &history.summary(1));
}

TEST_CASE("launches that differ in one line's counter are not taken for equal") {
    History history;
    history.add(launch_of("copy", 5));
    Launch other = launch_of("copy", 5);
    other.lines[0].line = 8;
    history.add(other);
    CHECK(history.launch(1).lines.at(0).line == 7);
    CHECK(history.launch(2).lines.at(0).line == 8);
}

TEST_CASE("findings are counted with their repetitions and kept with their launch") {
    History history;
    Launch launch = launch_of("copy", 5);
    launch.findings.resize(2);
    launch.findings[0].times = 3;
    history.add(launch);
    history.add(launch_of("copy", 5));
    history.add(launch);
    CHECK(history.findings() == 8);
    CHECK(history.launch(1).findings.size() == 2);
    CHECK(history.launch(2).findings.empty());
    CHECK(history.launch(3).findings.size() == 2);
}

TEST_CASE("the newest launches keep their lines, older ones their counters") {
    History history;
    constexpr std::uint64_t kExtra = 10;
    for (std::uint64_t k = 1; k <= History::kFullRecords + kExtra; ++k) history.add(launch_of("copy", k));
    CHECK(history.count() == History::kFullRecords + kExtra);
    CHECK(history.full_from() == kExtra + 1);
    CHECK(history.launch(kExtra).lines.empty());
    CHECK(history.launch(kExtra).counters.global_load_sectors == kExtra);
    CHECK(history.launch(kExtra + 1).lines.size() == 1);
    CHECK(history.launch(history.count()).lines.size() == 1);
}

TEST_CASE("a loop of equal launches stays in full for as long as one of them does") {
    History history;
    for (std::uint64_t k = 1; k <= History::kFullRecords + 10; ++k) history.add(launch_of("copy", 1));
    CHECK(history.launch(1).lines.empty());
    CHECK(history.launch(11).lines.size() == 1);
}
