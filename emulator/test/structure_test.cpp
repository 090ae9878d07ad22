// The rooms of the emulator include each other in one direction: a room includes only rooms that stand before it in kOrder, so
// that there is no circle. Tests are left out; the files beside the rooms (error.hpp, integers.hpp) belong to all.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

namespace {

namespace fs = std::filesystem;

const std::array<std::string, 15> kOrder = {"isa",    "ptx",     "memory", "cost",      "trace",
                                            "decode", "check",   "exec",   "report",    "view",
                                            "loader", "runtime", "driver", "libraries", "remote"};

std::size_t floor_of(const std::string& room) {
    return static_cast<std::size_t>(std::find(kOrder.begin(), kOrder.end(), room) - kOrder.begin());
}

// The room of "emulator/exec/warp.hpp": "exec"; "" of a file beside the rooms.
std::string room_of(const std::string& path) {
    const std::size_t begin = path.find('/') + 1, end = path.find('/', begin);
    return end == std::string::npos ? "" : path.substr(begin, end - begin);
}

// "a/x.cpp includes b/y.hpp" for each include that leads upwards.
std::set<std::string> includes_upwards() {
    const std::string before = "#include \"";
    std::set<std::string> found;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator("emulator")) {
        const std::string path = entry.path().string();
        const std::string from = room_of(path);
        if (!entry.is_regular_file() || from == "test" || from.empty()) continue;
        std::ifstream file(path);
        for (std::string line; std::getline(file, line);) {
            if (!line.starts_with(before + "emulator/")) continue;
            const std::string included = line.substr(before.size(), line.rfind('"') - before.size());
            const std::string to = room_of(included);
            if (!to.empty() && floor_of(to) > floor_of(from)) found.insert(path + " includes " + included);
        }
    }
    return found;
}

}  // namespace

TEST_CASE("every room of the emulator stands in the order") {
    for (const fs::directory_entry& entry : fs::directory_iterator("emulator")) {
        const std::string room = entry.path().filename().string();
        CAPTURE(room);
        if (entry.is_directory() && room != "test") CHECK(floor_of(room) < kOrder.size());
    }
}

TEST_CASE("a room includes only rooms before it") {
    for (const std::string& include : includes_upwards()) FAIL_CHECK(include);
}
