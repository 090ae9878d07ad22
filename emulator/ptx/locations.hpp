// Source places from .file and .loc, with the chain of calls that the compiler inlined.
//
//     .loc 3 66 9, function_name $L__info_string2, inlined_at 3 92 9
//
// names only the next place outwards. Where that one was inlined in turn stands in the .loc that nvcc wrote
// for it earlier in the same function, so the latest .loc at the outer place continues the chain.
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
    // Parses a .loc directive (the current token), which runs to the end of its operands.
    void parse_loc(TokenStream& tokens);

    // The places of instructions that follow, innermost first; those with line 0 (code the compiler made)
    // left out.
    const std::vector<Place>& current() const { return current_; }

  private:
    using Key = std::tuple<u32, u32, u32>;  // file, line, column

    Key parse_place(TokenStream& tokens);

    std::map<Key, std::vector<Place>> chains_;
    std::vector<Place> current_;
};

// Parses what follows .file into files.
void parse_file(TokenStream& tokens, std::map<u32, std::string>& files);

}  // namespace simt::ptx
