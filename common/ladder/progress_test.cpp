// The progress line.
#include "common/ladder/progress.hpp"

#include <doctest/doctest.h>

namespace {

std::string written(bool terminal) {
    std::FILE* const file = std::tmpfile();
    {
        ladder::Progress progress(file, terminal);
        progress.show("naive", 1, 2);
        progress.show("tiled", 2, 2);
    }
    std::rewind(file);
    std::string text(200, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), file));
    std::fclose(file);
    return text;
}

}  // namespace

TEST_CASE("each version is written over the one before, and the line is empty at the end") {
    CHECK(written(true) == "\r\x1b[Knaive (1 of 2)\r\x1b[Ktiled (2 of 2)\r\x1b[K");
}

TEST_CASE("a file gets nothing") { CHECK(written(false).empty()); }
