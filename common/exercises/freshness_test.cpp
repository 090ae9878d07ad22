// Objects and the lists that compilers write beside them, in a folder of the test's own.
#include "common/exercises/freshness.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "common/testing/temporary_folder.hpp"

namespace {

namespace fs = std::filesystem;

struct Folder {
    testing::TemporaryFolder folder;
    std::string path = folder.path();

    // Writes a file, `seconds` after a moment that all files share.
    std::string add(const std::string& name, int seconds, const std::string& text = "") const {
        const std::string file = path + "/" + name;
        std::ofstream(file) << text;
        static const auto kMoment = fs::file_time_type::clock::now() - std::chrono::hours(1);
        fs::last_write_time(file, kMoment + std::chrono::seconds(seconds));
        return file;
    }
};

}  // namespace

TEST_CASE("an object is fresh until one of its sources is newer") {
    const Folder folder;
    const std::string source = folder.add("a.cpp", 0), header = folder.add("b.hpp", 0);
    const std::string object = folder.add("a.o", 1);
    // As g++ writes it, and as nvcc does.
    for (const std::string colon : {": ", " : "}) {
        folder.add("a.d", 1, object + colon + source + " \\\n " + header + "\n" + header + ":\n");
        folder.add("b.hpp", 0);
        CHECK(exercises::why_stale({object}) == "");
        folder.add("b.hpp", 2);
        CHECK(exercises::why_stale({object}) ==
              header + " has changed since " + object + " was built of it.");
    }
    fs::remove(header);
    CHECK(exercises::why_stale({object}) == header + " is gone, of which " + object + " was built.");
}

TEST_CASE("an object that is not there is not fresh, one without a list is") {
    const Folder folder;
    const std::string object = folder.add("a.o", 1);
    CHECK(exercises::why_stale({object}) == "");
    CHECK(exercises::why_stale({object, folder.path + "/c.o"}) == folder.path + "/c.o is not built.");
}

TEST_CASE("the objects that all answers share are what the Makefile has written") {
    const Folder folder;
    CHECK_THROWS_AS(exercises::objects_in("exercise_objects", folder.path), std::runtime_error);
    folder.add("exercise_objects", 0, "exercise_objects: build/a.o build/b.o\n");
    CHECK(exercises::objects_in("exercise_objects", folder.path) ==
          std::vector<std::string>{"build/a.o", "build/b.o"});
}
