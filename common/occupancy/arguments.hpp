// Turns the command line into a question for the calculator.
#pragma once

#include <string>
#include <variant>

#include "common/occupancy/occupancy.hpp"

namespace occupancy {

struct Arguments {
    std::string registers, shared = "0", block, capability = "9.0", carveout = "-1";
};

struct Question {
    const Device* device;
    Kernel kernel;
};

// The question, or a sentence that says which argument is wrong and what it may be.
std::variant<Question, std::string> read(const Arguments& arguments);

}  // namespace occupancy
