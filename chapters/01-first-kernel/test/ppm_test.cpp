// Picture files: which are read, which are refused and with which message, and that a written picture reads back the
// same.
#include "chapters/01-first-kernel/parts/ppm.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/testing/temporary_folder.hpp"

namespace {

using Bytes = std::vector<std::uint8_t>;

picture::Colour parse(const std::string& file) { return picture::parse_ppm(file, "photo.ppm"); }

std::string complaint(const std::string& file) {
    try {
        parse(file);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "accepted";
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
    CHECK(complaint("\xff\xd8\xff\xe0")
              .find("photo.ppm: this is a JPEG picture, and only PPM is read; `convert") == 0);
    CHECK(complaint("\x89PNG\r\n").find("this is a PNG picture") != std::string::npos);
    CHECK(complaint("P5\n1 1\n255\na").find("which is grey already") != std::string::npos);
    CHECK(complaint("hello") == "photo.ppm: this is no PPM picture: one begins with P6 or P3");
    CHECK(complaint("P") == "photo.ppm: this is no PPM picture: one begins with P6 or P3");
    CHECK(complaint("") == "photo.ppm: the file is empty");
}

TEST_CASE("a file that is cut off is refused at any place") {
    CHECK(complaint("P6") == "photo.ppm: the file ends where the width should be");
    CHECK(complaint("P6 3") == "photo.ppm: the file ends where the height should be");
    CHECK(complaint("P6 3 2 # and then") == "photo.ppm: the file ends where the largest value should be");
    CHECK(complaint("P6 3 2 255") == "photo.ppm: the file ends after its header: there are no pixels");
    CHECK(complaint("P6 3 2 255\nabc") ==
          "photo.ppm: the file is cut off: 3 × 2 pixels need at least 18 bytes, and 3 follow the header");
    CHECK(complaint("P6 1 1 256\nabc").find("need at least 6 bytes") != std::string::npos);
    CHECK(complaint("P3 1 1 255 1 2   ") == "photo.ppm: the file ends where a colour should be");
}

TEST_CASE("impossible sizes are refused before memory is allocated") {
    CHECK(complaint("P6 0 5 255\n") == "photo.ppm: the picture has no pixels: its width or its height is 0");
    CHECK(complaint("P6 -3 5 255\n") == "photo.ppm: the width should be a number, and begins with '-'");
    CHECK(complaint("P6 99999999999999999999 5 255\n") == "photo.ppm: the width is more than 4294967296");
    CHECK(complaint("P6 4000000000 4000000000 255\nabc").find("the header is damaged") != std::string::npos);
    CHECK(complaint("P6 60000 60000 255\nabc").find("need at least 10800000000 bytes") != std::string::npos);
}

TEST_CASE("largest values of 0 and above 65535, and colours above the largest value, are refused") {
    CHECK(complaint("P6 1 1 0\nabc").find("the largest value is 0") != std::string::npos);
    CHECK(complaint("P6 1 1 65536\nabc") == "photo.ppm: the largest value is more than 65535");
    CHECK(complaint("P3 1 1 100 7 101 8") == "photo.ppm: a colour is 101, above the largest value 100");
    CHECK(complaint("P6 1 1 100\nabe") == "photo.ppm: a colour is 101, above the largest value 100");
    CHECK(complaint("P3 1 1 255 1 x 3") == "photo.ppm: a colour should be a number, and begins with 'x'");
    CHECK(complaint("P6 1 1 255x") == "photo.ppm: white space should follow the largest value, not 'x'");
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
    CHECK_THROWS_WITH(picture::read_ppm("no/such.ppm"),
                      "no/such.ppm: cannot read this file; is the path right?");
    const std::string folder = std::filesystem::temp_directory_path();
    CHECK_THROWS_WITH(picture::read_ppm(folder), (folder + ": this is a folder, not a picture").c_str());
    CHECK_THROWS_WITH(picture::write_pgm("no/such/grey.pgm", {1}, 1, 1), "cannot write no/such/grey.pgm");
}
