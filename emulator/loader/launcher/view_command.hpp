// simt view TRACE [TRACE] [-o FILE] [--source FOLDER…]: writes a trace as a page for a browser.
#pragma once

namespace simt::launcher {

// argv[1] is "view". Returns the exit code. Throws Refused with a sentence that names what is wrong and what to type.
int view(int argc, const char* const* argv);

}  // namespace simt::launcher
