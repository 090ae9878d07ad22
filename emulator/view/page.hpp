// A trace as one HTML file that needs nothing else: the viewer, the trace's text, and the source lines that it names.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "emulator/integers.hpp"
#include "emulator/trace/trace.hpp"

namespace simt::view {

// Lines of a source file, from number `first` on.
struct Excerpt {
    u32 first = 1;
    std::vector<std::string> lines;
    std::string path = {};  // where the file is
};

struct Shown {
    std::string title;
    std::string text;                        // the trace
    std::map<std::string, Excerpt> sources;  // by the file's name in the text
};

// The trace in a file. heads: receives what is in it, without accesses and arrivals. Throws simt::Error, with a sentence that
// names the file, if it cannot be read, is no trace, or has no launch.
std::string read_trace(const std::string& path, trace::Trace& heads);

// The trace's text with these launches alone, without an incomplete last line.
std::string with_launches(const std::string& text, const std::vector<u64>& numbers);

// The source lines near those that the trace names. A file is looked for at its path, then, by the end of its path, in these
// folders. Files that are not found are added to `missing`.
std::map<std::string, Excerpt> excerpts(const trace::Trace& heads, const std::vector<std::string>& folders,
                                        std::vector<std::string>& missing);

// A trace with the source lines near those that it names. `heads` is what read_trace has returned for the text. A file in the working
// directory gets its path in there for a name, so that the page does not tell where a checkout lies; other files keep their names.
Shown shown(const std::string& title, const std::string& text, const trace::Trace& heads,
            const std::vector<std::string>& folders, std::vector<std::string>& missing);

// The whole page. traces: one, or two that are shown side by side. command: by which it was made.
std::string page(const std::vector<Shown>& traces, const std::string& command);

}  // namespace simt::view
