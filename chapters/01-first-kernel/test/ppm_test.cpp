// Picture files: which are read, which are refused and with which message, and that a written picture reads back the
// same.
#include "chapters/01-first-kernel/parts/ppm.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/testing/temporary_folder.hpp"

namespace {

using Bytes = std::vector<std::uint8_t>;

picture::Colour parse(const std::string& file) { return picture::parse_ppm(file, "photo.ppm"); }

// Whether the file is refused with a message that begins with its name and has all these facts.
bool refused(const std::string& file, const std::vector<std::string>& facts) {
    try {
        parse(file);
    } catch (const std::runtime_error& error) {
        const std::string message = error.what();
        return message.rfind("photo.ppm: ", 0) == 0 &&
               std::all_of(facts.begin(), facts.end(),
                           [&](const std::string& fact) { return message.find(fact) != std::string::npos; });
    }
    return false;
}

}  // namespace

TEST_CASE("a P6 is its pixels, row after row") {
    const picture::Colour picture = parse(std::string("P6\n3 2\n255\n") + "abcdefghijklmnopqr");
    CHECK(picture.rows == 2);
    CHECK(picture.cols == 3);
    CHECK(picture.rgb.front() == 'a');
    CHECK(picture.rgb.back() == 'r');
}

TEST_CASE("a pixel may be any byte: also white space or # right behind the header") {
    CHECK(parse("P6 1 1 255\n\n# ").rgb == Bytes{'\n', '#', ' '});
    CHECK(parse(std::string("P6 1 1 255 \0\xff\x80", 14)).rgb == Bytes{0, 255, 128});
}

TEST_CASE("comments may stand anywhere before the largest value ends, in any kind of white space") {
    CHECK(parse("P6 # made by hand\n#more\n\t1#width\n 1\r\n255\nabc").rgb == Bytes{'a', 'b', 'c'});
}

TEST_CASE("a P3 is numbers in text, with comments between them") {
    CHECK(parse("P3\n2 1\n255\n0 128 255\n# the second\n 1 2\n3").rgb == Bytes{0, 128, 255, 1, 2, 3});
}

TEST_CASE("other largest values are scaled to 255, and those above it have two bytes") {
    CHECK(parse("P3 1 1 15 0 7 15").rgb == Bytes{0, 119, 255});
    CHECK(parse("P3 1 1 65535 0 32768 65535").rgb == Bytes{0, 128, 255});
    CHECK(parse(std::string("P6 1 1 65535\n\x00\x00\x80\x00\xff\xff", 19)).rgb == Bytes{0, 128, 255});
    CHECK(parse("P3 1 1 1 0 1 0").rgb == Bytes{0, 255, 0});
}

TEST_CASE("bytes after a picture are ignored") {
    CHECK(parse("P6 1 1 255\nabcP6 1 1 255\n").rgb == Bytes{'a', 'b', 'c'});
}

TEST_CASE("other formats are named, with the way to convert them") {
    CHECK(refused("\xff\xd8\xff\xe0", {"JPEG", "`convert photo.ppm picture.ppm`"}));
    CHECK(refused("\x89PNG\r\n", {"PNG"}));
    CHECK(refused("P5\n1 1\n255\na", {"PGM", "grey"}));
    CHECK(refused("hello", {"no PPM", "P6", "P3"}));
    CHECK(refused("P", {"no PPM", "P6", "P3"}));
    CHECK(refused("", {"empty"}));
}

TEST_CASE("a file that is cut off is refused at any place") {
    CHECK(refused("P6", {"ends", "width"}));
    CHECK(refused("P6 3", {"ends", "height"}));
    CHECK(refused("P6 3 2 # and then", {"ends", "largest value"}));
    CHECK(refused("P6 3 2 255", {"ends", "no pixels"}));
    CHECK(refused("P6 3 2 255\nabc", {"cut off", "3 × 2 pixels", "18 bytes", "3 follow"}));
    CHECK(refused("P6 1 1 256\nabc", {"6 bytes"}));
    CHECK(refused("P3 1 1 255 1 2   ", {"ends", "colour"}));
}

TEST_CASE("impossible sizes are refused before memory is allocated") {
    CHECK(refused("P6 0 5 255\n", {"no pixels", "width", "height", "0"}));
    CHECK(refused("P6 -3 5 255\n", {"width", "number", "'-'"}));
    CHECK(refused("P6 99999999999999999999 5 255\n", {"width", "4294967296"}));
    CHECK(refused("P6 4000000000 4000000000 255\nabc", {"header is damaged"}));
    CHECK(refused("P6 60000 60000 255\nabc", {"10800000000 bytes"}));
}

TEST_CASE("largest values of 0 and above 65535, and colours above the largest value, are refused") {
    CHECK(refused("P6 1 1 0\nabc", {"largest value is 0"}));
    CHECK(refused("P6 1 1 65536\nabc", {"largest value", "65535"}));
    CHECK(refused("P3 1 1 100 7 101 8", {"colour is 101", "largest value 100"}));
    CHECK(refused("P6 1 1 100\nabe", {"colour is 101", "largest value 100"}));
    CHECK(refused("P3 1 1 255 1 x 3", {"colour", "number", "'x'"}));
    CHECK(refused("P6 1 1 255x", {"white space", "'x'"}));
}

TEST_CASE("a picture that is written is read back as it was, and grey has one byte a pixel") {
    const picture::Colour picture{2, 1, {0, 10, 35, 255, 254, 32}};
    const testing::TemporaryFolder folder;
    const std::string file = folder / "picture.ppm";
    picture::write_ppm(file, picture);
    const picture::Colour back = picture::read_ppm(file);
    CHECK(back.rows == 2);
    CHECK(back.cols == 1);
    CHECK(back.rgb == picture.rgb);
    picture::write_pgm(file, {7, 8}, 2, 1);
    std::ifstream stream(file, std::ios::binary);
    CHECK(std::string(std::istreambuf_iterator<char>(stream), {}) == "P5\n1 2\n255\n\x07\x08");
}

TEST_CASE("files that cannot be opened are named") {
    CHECK_THROWS_WITH(picture::read_ppm("no/such.ppm"), doctest::Contains("no/such.ppm"));
    const std::string folder = std::filesystem::temp_directory_path();
    CHECK_THROWS_WITH(picture::read_ppm(folder), doctest::Contains((folder + ": this is a folder").c_str()));
    CHECK_THROWS_WITH(picture::write_pgm("no/such/grey.pgm", {1}, 1, 1),
                      doctest::Contains("no/such/grey.pgm"));
}
