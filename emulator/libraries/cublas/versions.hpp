// What the libraries say about themselves: their version, and the words for their statuses.
#pragma once

#include "emulator/libraries/cublas/types.hpp"

namespace simt::cublas {

// The version that CUDA 13.0 comes with, whichever toolkit the program was built with.
constexpr int kVersion = 130100;

// Writes the version's major, minor or patch number. Throws Refused.
void answer_property(libraryPropertyType type, int* value);

// "CUBLAS_STATUS_SUCCESS", "success".
const char* name_of(Status status);
const char* description_of(Status status);

}  // namespace simt::cublas
