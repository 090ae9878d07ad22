// Reads what writer.hpp has written.
#pragma once

#include <istream>

#include "emulator/trace/trace.hpp"

namespace simt::trace {

// Throws simt::Error for a damaged file, one of another kind or of another version; the sentence names the line. A file
// without an end is no error: the program that wrote it may have been killed.
Trace read(std::istream& in);

// Checks the whole trace as read() does, but leaves out the accesses and the arrivals: there may be millions.
Trace read_heads(std::istream& in);

}  // namespace simt::trace
