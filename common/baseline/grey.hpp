// A colour picture turned to grey on the CPU: the specification, and the time that a GPU must beat. Compare with
// chapters/01-first-kernel/grey/1_one_thread.cu, which has the same loops.
#pragma once

#include <cstddef>
#include <cstdint>

namespace baseline {

// How bright a colour is to the eye: green counts most, blue least. The weights of ITU-R BT.709, 0.2126, 0.7152 and
// 0.0722, in 256ths and rounded to the nearest, so that every machine computes the same bits and white stays 255.
constexpr std::uint8_t grey_of(unsigned red, unsigned green, unsigned blue) {
    return static_cast<std::uint8_t>((54 * red + 183 * green + 19 * blue + 128) / 256);
}

// Both: rgb has rows × cols pixels of three bytes, row after row; grey has rows × cols bytes. Any size.

// One thread.
void grey_serial(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t rows, std::size_t cols);

// All cores, each a part of the rows.
void grey_openmp(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t rows, std::size_t cols);

}  // namespace baseline
