// Names of symbols, as reports show them.
#include "emulator/exec/device_module.hpp"

#include <doctest/doctest.h>

using simt::exec::demangle;

TEST_CASE("names of C++ are demangled, those of C stay, also where they would read as a type's code") {
    CHECK(demangle("_Z3addPfi") == "add(float*, int)");
    CHECK(demangle("_ZN4mine5tableE") == "mine::table");
    for (const char* name : {"g", "i", "f", "v", "x", "Pf", "Dh", "add", "_Z", "", "_"})
        CHECK(demangle(name) == name);
}
