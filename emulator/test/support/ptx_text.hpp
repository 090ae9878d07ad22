// Helpers that the PTX tests share: PTX around a body, and the message of a failure.
#pragma once

#include <string>
#include <string_view>

#include "emulator/error.hpp"
#include "emulator/ptx/parser.hpp"

namespace simt::ptx {

inline std::string module_text(std::string_view rest) {
    return ".version 9.0\n.target sm_90\n.address_size 64\n" + std::string(rest);  // `rest` starts in line 4
}

inline std::string kernel_text(std::string_view body) {
    return module_text(".visible .entry k(.param .u64 p)\n{\n" + std::string(body) +
                       "\n}\n");  // body: from line 6
}

// The kernel that parse() returns for a body.
inline Function kernel(std::string_view body) { return parse(kernel_text(body)).functions.at(0); }

// The error message of a text; empty if it parses.
inline std::string failure(std::string_view text) {
    try {
        parse(text);
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

}  // namespace simt::ptx
