// Exercise 02.8: a matrix whose columns all lie in one channel. Bring in the others.
//
// make check EX=02.8 says where you stand.
#include "exercises/02-transpose/8-every-channel/layout.hpp"

// your work begins
std::size_t row_length(std::size_t columns, std::size_t /*channels*/, std::size_t /*banks*/, std::size_t /*burst*/) {
    return columns;
}

std::size_t place(std::size_t row, std::size_t column, std::size_t columns, std::size_t /*channels*/,
                  std::size_t /*banks*/, std::size_t /*burst*/) {
    return row * columns + column;
}
// your work ends
