// Whether what make has built is still what its sources say: build/exercises grades with objects, and make is not asked.
#pragma once

#include <string>
#include <vector>

namespace exercises {

// Paths of objects as the Makefile leaves them in build/config (exercises.mk): "exercise_objects", which all answers share, and
// "exercise_emulator". Throws std::runtime_error where it has not.
std::vector<std::string> objects_in(const std::string& name, const std::string& folder = "build/config");

// A sentence about the first of these objects (x.o) that is missing, or older than a source named in its list x.d, which
// the compiler wrote; empty if there is none. An object without a list is taken as fresh.
std::string why_stale(const std::vector<std::string>& objects);

}  // namespace exercises
