// Source lines from .file and .loc, with the chain of calls that the compiler inlined.
//
//     .loc 3 66 9, function_name $L__info_string2, inlined_at 3 92 9
//
// names only the next place outwards. If that place was inlined too, nvcc wrote a .loc for it earlier in the same
// function, so the latest .loc at that place continues the chain.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "emulator/ptx/module.hpp"
#include "emulator/ptx/token_stream.hpp"

namespace simt::ptx {

// One per function.
class Locations {
  public:
    // Parses a .loc directive (the current token) to the end of its operands.
    void parse_loc(TokenStream& tokens);

    // The places of the instructions that follow, innermost first. Leaves out places of line 0, which stand for code
    // that the compiler generated.
    const std::vector<Place>& current() const { return current_; }

  private:
    using Key = std::tuple<u32, u32, u32>;  // file, line, column

    Key parse_place(TokenStream& tokens);

    std::map<Key, std::vector<Place>> chains_;
    std::vector<Place> current_;
};

// Parses the operands of .file into `files`.
void parse_file(TokenStream& tokens, std::map<u32, std::string>& files);

}  // namespace simt::ptx
