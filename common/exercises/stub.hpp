// Stubs are cut from solutions, so that the two cannot drift apart.
//
//     // solution begin
//     out[col * rows + row] = value;             only in the solution
//     // stub: out[row * cols + col] = value;    only in the stub, without "// stub: "
//     // solution end
//
// What is outside such a region is in both; the lines with the marks are in neither.
#pragma once

#include <string>

namespace exercises {

// The stub of a solution. Throws std::runtime_error with the line's number for a region that does not begin or end, a stub
// line outside one, and a solution without a region: its stub would give the answer away.
std::string cut_stub(const std::string& solution);

}  // namespace exercises
