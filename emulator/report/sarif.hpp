// Findings in the formats of other tools: SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0), which code hosts and editors
// read, and the lines of a compiler.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "emulator/check/findings.hpp"

namespace simt::report {

// A run of the tool simt: a result for each finding, with its lines and how often it occurred, and a rule for each fault that occurs. Files
// below the present folder have relative URIs. ended: how the program ended, if not by itself; empty: by itself.
void write_sarif(std::ostream& out, const std::vector<check::Finding>& findings, std::string_view ended);

// "scan.cu:8: error: race: …" and, for a second place, "scan.cu:5: note: …", a line each; empty if the finding has no source line.
std::string error_lines(const check::Finding& finding);

// A path as the URI of an artifact: "caf%C3%A9%20x.cu", or "file:///tmp/x.cu" if it is absolute.
std::string uri_of(std::string_view path);

}  // namespace simt::report
