// See trace_file.hpp.
#include "emulator/runtime/trace_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "emulator/runtime/errors.hpp"
#include "emulator/runtime/settings.hpp"
#include "emulator/trace/writer.hpp"

namespace simt::runtime {
namespace {

struct TraceFile {
    std::ofstream out{settings().trace};
    trace::Writer writer{out, settings().trace_limit};
    exec::TraceOptions options{&writer, settings().trace_of};
};

// Never destroyed, as the context: launches may come from destructors after main.
TraceFile* trace_file() {
    static TraceFile* const file = settings().trace.empty() ? nullptr : new TraceFile;
    return file;
}

}  // namespace

const exec::TraceOptions* trace_options() {
    TraceFile* const file = trace_file();
    return file == nullptr || file->writer.is_cut() ? nullptr : &file->options;
}

void finish_trace() {
    TraceFile* const file = trace_file();
    if (file == nullptr) return;
    file->writer.end();
    file->out.close();
    const std::string& path = settings().trace;
    if (!file->out) return say("cannot write the trace to {}: {}", path, std::strerror(errno));
    if (settings().quiet) return;
    if (file->writer.is_cut())
        say("the trace {} holds the first {} accesses only: --trace-limit N records more; --trace-of, "
            "--kernel and --launch-range choose others",
            path, file->writer.accesses());
    else if (file->writer.accesses() == 0)
        say("the trace {} holds no access: no selected launch has the warp that --trace-of names, or that "
            "warp "
            "accesses no memory",
            path);
}

}  // namespace simt::runtime
