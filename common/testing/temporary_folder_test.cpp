// Two tests at once never share a folder, and their folders are deleted.
#include "common/testing/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <fstream>

TEST_CASE("each folder is another one, and is gone with what was in it") {
    std::string path;
    {
        const testing::TemporaryFolder one, two;
        CHECK(one.path() != two.path());
        path = one / "file";
        std::ofstream(path) << "text";
        CHECK(std::filesystem::exists(path));
    }
    CHECK_FALSE(std::filesystem::exists(std::filesystem::path(path).parent_path()));
}
