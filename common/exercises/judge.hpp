// Compiles an answer, links it with the harness of its exercise, runs that, and reads what came of it.
#pragma once

#include <string>
#include <vector>

#include "common/exercises/catalogue.hpp"
#include "common/exercises/outcome.hpp"

namespace exercises {

// What answers run on: it decides which CUDA runtime they are given.
enum class Device { kEmulator, kGpu };

// What the Makefile has found out, as it leaves it in build/config (exercises.mk).
struct Commands {
    std::vector<std::string> compile;  // nvcc and its options
    std::vector<std::string> strict;   // further options, which make errors of warnings
    std::vector<std::string> link;     // g++ with what comes behind the objects
    Device device = Device::kEmulator;
    std::string gpu_runtime = "";  // the folder of NVIDIA's runtime
};

// `asked` is "emulator", "gpu" or "": then it is what make has chosen. Throws std::invalid_argument for another word and for a GPU
// that make has not found, std::runtime_error where the Makefile has not written the files.
Commands read_commands(const std::string& asked, const std::string& folder = "build/config");

// An answer: its source, and the object that make has compiled of it; without one, it is compiled here.
struct Answer {
    std::string source;
    std::string object = "";
    std::string errors = "";  // where make has tried and there is no object: what the compiler said
};

// Checks the answer; objects, log and record go to the folder `work`, two levels below build's parent as build/check/NAME is,
// because the program looks for the emulator from there. Warnings do not matter unless `strict`. Throws std::runtime_error where
// the answer was given another CUDA runtime than that of commands.device.
Outcome judge(const Exercise& exercise, const Answer& answer, const std::string& work,
              const Commands& commands, bool strict);

}  // namespace exercises
