// Picture files: colour as PPM, grey as PGM. These are the simplest formats: a line or two of text with the width,
// the height and the largest value, then the pixels. `convert photo.jpg photo.ppm` (ImageMagick) or GIMP's export
// dialog makes them from any picture.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace picture {

// rows × cols pixels of three bytes (red, green, blue), row after row.
struct Colour {
    std::size_t rows = 0;
    std::size_t cols = 0;
    std::vector<std::uint8_t> rgb;
};

// Parses the text of a PPM file: P6 (binary) or P3 (numbers), comments, and any largest value from 1 to 65535, which
// is scaled to 255. Data after a P6 picture is ignored, since a PPM file may hold several pictures. Throws
// std::runtime_error with a sentence for anything else; `name` begins it.
Colour parse_ppm(std::string_view file, const std::string& name);

// The same from a file.
Colour read_ppm(const std::string& path);

// Throws std::runtime_error if this file cannot be written. An existing file keeps its content; a missing one is created
// empty.
void check_writable(const std::string& path);

// Writes P6, largest value 255. Throws std::runtime_error if the file cannot be written.
void write_ppm(const std::string& path, const Colour& picture);

// Writes P5, largest value 255: rows × cols bytes.
void write_pgm(const std::string& path, const std::vector<std::uint8_t>& grey, std::size_t rows,
               std::size_t cols);

}  // namespace picture
