#include "emulator/test/random/trace.hpp"

#include <sstream>

namespace simt::random_ptx {

Traced traced(const Program& program) {
    static const std::string kFold = "mad.lo.u32 %sum, %sum, 16777619, ", kThread = "mad.lo.u32 %thread, ";
    Traced result{program, 0};
    const std::size_t kernel = program.text.find(".visible .entry");
    std::istringstream lines(program.text.substr(kernel));
    std::string text, begin = "ld.param.u64 %trace, [trace];\n";
    std::size_t thread = std::string::npos;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t parameters = line.find(".param .u32 zero)");
        if (parameters != std::string::npos) line.insert(parameters, ".param .u64 trace, ");
        text += line + "\n";
        if (line == "{" && thread == std::string::npos && text.find("%trace;") == std::string::npos)
            text += ".reg .b64 %trace;\n";
        if (line.starts_with(kThread)) thread = text.size();
        if (line.starts_with(kFold) && thread != std::string::npos)
            text += "st.global.u32 [%trace+" + std::to_string(4 * result.folds++) + "], " +
                    line.substr(kFold.size()) + "\n";
    }
    begin += "mul.wide.u32 %td0, %thread, " + std::to_string(4 * result.folds) +
             ";\nadd.u64 %trace, %trace, %td0;\n";
    text.insert(thread, begin);
    result.program.text = program.text.substr(0, kernel) + text;
    return result;
}

}  // namespace simt::random_ptx
