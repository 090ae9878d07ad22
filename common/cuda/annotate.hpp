// Tells the emulator what an array is called and which shape it has: simt --trace, the pages that simt view makes of it, and the
// findings of the checks then name row and column. On a GPU it does nothing.
//
//     simt::annotate(device_a, rows, cols, "A");       // a matrix, row by row
//     simt::annotate(device_x, n, "x");                // a vector
//     simt::annotate(device_b, rows, cols, "B", 32);   // each row begins 32 elements behind the one before
//
// A pointer into an allocation names that part. Naming it again, with another shape, replaces the name.
#pragma once

#include <dlfcn.h>

#include <cstddef>
#include <cstdint>

namespace simt {

// `first`: the element in row 0 and column 0, in device memory. The name is copied.
template <class Element>
void annotate(const Element* first, std::size_t rows, std::size_t cols, const char* name, std::size_t pitch) {
    using Annotate = int(const void*, std::uint64_t, std::uint64_t, std::uint64_t, unsigned, const char*);
    // The emulator's libcudart exports it, NVIDIA's does not (emulator/api.h).
    static auto* const tell = reinterpret_cast<Annotate*>(dlsym(RTLD_DEFAULT, "simt_annotate"));
    if (tell) tell(first, rows, cols, pitch, sizeof(Element), name);
}

template <class Element>
void annotate(const Element* first, std::size_t rows, std::size_t cols, const char* name) {
    annotate(first, rows, cols, name, cols);
}

template <class Element>
void annotate(const Element* first, std::size_t count, const char* name) {
    annotate(first, 1, count, name, count);
}

}  // namespace simt
