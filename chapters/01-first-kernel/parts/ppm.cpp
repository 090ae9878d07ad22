// See ppm.hpp.
#include "chapters/01-first-kernel/parts/ppm.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace picture {
namespace {

constexpr std::size_t kMostPixels = std::size_t{1}
                                    << 32;  // 12 GB of colours; a larger number means a damaged header
constexpr unsigned kMostValue = 65535;

// Reads a file's text from front to back; every error message begins with the file's name.
class Reader {
  public:
    Reader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

    [[noreturn]] void fail(const std::string& what) const { throw std::runtime_error(name_ + ": " + what); }

    std::string_view take(std::size_t bytes) {
        const std::string_view taken = text_.substr(0, bytes);
        text_.remove_prefix(taken.size());
        return taken;
    }

    std::size_t left() const { return text_.size(); }

    // Reads a number after white space and comments, which go from # to the end of the line.
    std::size_t number(const char* what, std::size_t most) {
        skip_space();
        if (text_.empty()) fail(std::string("the file ends where ") + what + " should be");
        std::size_t value = 0;
        std::size_t digits = 0;
        while (digits < text_.size() && is_digit(text_[digits])) {
            value = value * 10 + static_cast<std::size_t>(text_[digits++] - '0');
            if (value > most) fail(std::string(what) + " is more than " + std::to_string(most));
        }
        if (digits == 0)
            fail(std::string(what) + " should be a number, and begins with " + shown(text_.front()));
        take(digits);
        return value;
    }

    // Skips the single white space between the header of a P6 and its pixels.
    void end_of_header() {
        if (text_.empty()) fail("the file ends after its header: there are no pixels");
        if (std::isspace(static_cast<unsigned char>(text_.front())) == 0) {
            fail("white space should follow the largest value, not " + shown(text_.front()));
        }
        take(1);
    }

  private:
    static bool is_digit(char c) { return c >= '0' && c <= '9'; }

    static std::string shown(char c) {
        if (std::isprint(static_cast<unsigned char>(c)) != 0) return std::string("'") + c + "'";
        return "a byte of value " + std::to_string(static_cast<unsigned char>(c));
    }

    void skip_space() {
        while (!text_.empty()) {
            if (text_.front() == '#') {
                take(std::min(text_.find('\n'), text_.size()));
            } else if (std::isspace(static_cast<unsigned char>(text_.front())) != 0) {
                take(1);
            } else {
                return;
            }
        }
    }

    std::string_view text_;
    const std::string& name_;
};

std::uint8_t scaled(unsigned value, unsigned largest) {
    return static_cast<std::uint8_t>((value * 255 + largest / 2) / largest);
}

// Names the format of a file that is not a colour PPM, for formats that people may try.
std::string other_format(std::string_view file) {
    const auto begins = [&](std::string_view start) { return file.substr(0, start.size()) == start; };
    if (begins("\xff\xd8")) return "a JPEG picture";
    if (begins("\x89PNG")) return "a PNG picture";
    if (begins("GIF8")) return "a GIF picture";
    if (begins("BM")) return "a BMP picture";
    if (begins("P1") || begins("P4")) return "a PBM picture, black and white already";
    if (begins("P2") || begins("P5")) return "a PGM picture, which is grey already";
    if (begins("P7")) return "a PAM picture";
    return "";
}

void read_values(Reader& reader, bool binary, unsigned largest, std::vector<std::uint8_t>& rgb) {
    const auto checked = [&](std::size_t value) {
        if (value > largest)
            reader.fail("a colour is " + std::to_string(value) + ", above the largest value " +
                        std::to_string(largest));
        return scaled(static_cast<unsigned>(value), largest);
    };
    if (!binary) {
        for (std::uint8_t& value : rgb) value = checked(reader.number("a colour", kMostValue));
        return;
    }
    const bool wide = largest > 255;  // two bytes a value, the higher one first
    const std::string_view bytes = reader.take(rgb.size() * (wide ? 2 : 1));
    for (std::size_t i = 0; i < rgb.size(); ++i) {
        const auto byte = [&](std::size_t k) {
            return static_cast<std::size_t>(static_cast<unsigned char>(bytes[k]));
        };
        rgb[i] = checked(wide ? byte(2 * i) * 256 + byte(2 * i + 1) : byte(i));
    }
}

void write(const std::string& path, const std::string& header, const std::vector<std::uint8_t>& bytes) {
    std::ofstream file(path, std::ios::binary);
    file << header;
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) throw std::runtime_error("cannot write " + path);
}

std::string header(const char* magic, std::size_t rows, std::size_t cols) {
    return std::string(magic) + "\n" + std::to_string(cols) + " " + std::to_string(rows) + "\n255\n";
}

}  // namespace

Colour parse_ppm(std::string_view file, const std::string& name) {
    Reader reader(file, name);
    if (file.empty()) reader.fail("the file is empty");
    const std::string other = other_format(file);
    if (!other.empty()) {
        reader.fail("this is " + other + ", and only PPM is read; `convert " + name +
                    " picture.ppm` makes one (ImageMagick)");
    }
    const std::string_view magic = reader.take(2);
    if (magic != "P6" && magic != "P3") reader.fail("this is no PPM picture: one begins with P6 or P3");
    const bool binary = magic == "P6";
    Colour picture;
    picture.cols = reader.number("the width", kMostPixels);
    picture.rows = reader.number("the height", kMostPixels);
    const auto largest = static_cast<unsigned>(reader.number("the largest value", kMostValue));
    if (picture.cols == 0 || picture.rows == 0)
        reader.fail("the picture has no pixels: its width or its height is 0");
    if (largest == 0) reader.fail("the largest value is 0, so every pixel would be black");
    const std::string size = std::to_string(picture.cols) + " × " + std::to_string(picture.rows) + " pixels";
    if (picture.rows > kMostPixels / picture.cols)
        reader.fail(size + " is more than a picture has: the header is damaged");
    if (binary) reader.end_of_header();
    // Checked before memory is allocated. A number has at least one digit, and white space before it.
    const std::size_t values = 3 * picture.rows * picture.cols;
    const std::size_t needed = binary ? values * (largest > 255 ? 2 : 1) : 2 * values;
    if (reader.left() < needed) {
        reader.fail("the file is cut off: " + size + " need at least " + std::to_string(needed) +
                    " bytes, and " + std::to_string(reader.left()) + " follow the header");
    }
    picture.rgb.resize(values);
    read_values(reader, binary, largest, picture.rgb);
    return picture;
}

Colour read_ppm(const std::string& path) {
    if (std::filesystem::is_directory(path))
        throw std::runtime_error(path + ": this is a folder, not a picture");
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    if (!file || file.bad()) throw std::runtime_error(path + ": cannot read this file; is the path right?");
    return parse_ppm(text.str(), path);
}

void write_ppm(const std::string& path, const Colour& picture) {
    write(path, header("P6", picture.rows, picture.cols), picture.rgb);
}

void check_writable(const std::string& path) {
    if (!std::ofstream(path, std::ios::binary | std::ios::app))
        throw std::runtime_error("cannot write " + path);
}

void write_pgm(const std::string& path, const std::vector<std::uint8_t>& grey, std::size_t rows,
               std::size_t cols) {
    write(path, header("P5", rows, cols), grey);
}

}  // namespace picture
