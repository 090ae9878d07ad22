// The functions of exercise 02.8. Memory is that of the page: burst b of an array lies in channel b mod channels and there in bank
// (b / channels) mod banks. A burst is `burst` elements. A matrix begins at burst 0.
#pragma once

#include <cstddef>

// The length of a row, in elements, in which a matrix with so many columns is stored row after row. It is the smallest that
// - has room for the columns,
// - is a whole number of bursts, and
// - brings any channels · banks elements of a column, one below the other, from that many different banks.
std::size_t row_length(std::size_t columns, std::size_t channels, std::size_t banks, std::size_t burst);

// Where the element in this row and column is stored, 0 being the first place. `columns` is a multiple of burst · channels · banks, and rows
// may not become longer. Each place is taken once, a row takes no more bursts than before, and its elements as well as those of a column,
// channels · banks one below the other, come from all banks alike.
std::size_t place(std::size_t row, std::size_t column, std::size_t columns, std::size_t channels,
                  std::size_t banks, std::size_t burst);
