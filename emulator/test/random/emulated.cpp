#include "emulator/test/random/emulated.hpp"
#include "emulator/exec/launch_record.hpp"

#include <algorithm>
#include <cstring>
#include <sstream>

#include "emulator/exec/device_module.hpp"
#include "emulator/exec/launch.hpp"
#include "emulator/ptx/parser.hpp"
#include "emulator/test/support/rows.hpp"

namespace simt::random_ptx {
namespace {

char letter(exec::Element element) {
    switch (element) {
        case exec::Element::Pred:
            return 'p';
        case exec::Element::B16:
            return 'h';
        case exec::Element::B32:
            return 'w';
        case exec::Element::B64:
            return 'd';
        case exec::Element::F32:
            return 'f';
        default:
            return 'g';
    }
}

struct Ran {
    exec::Launch launch;
    std::vector<u8> output, cells, trace;
};

Ran run(const Program& program, const std::string& text, u64 trace_bytes = 0) {
    memory::AddressSpace space;
    exec::DeviceModule module(ptx::parse(text), {}, space);
    exec::Kernel& kernel = *module.kernel(program.kernel());
    const memory::Allocation* output =
        space.allocate(program.output_bytes(), memory::Kind::Device, "output", true);
    const memory::Allocation* cells =
        space.allocate(program.cell_bytes(), memory::Kind::Device, "cells", true);
    std::memset(output->host, 0, output->size);
    for (u64 at = 0; at < cells->size; at += 8) std::memcpy(cells->host + at, &kCellsBefore, 8);
    exec::LaunchConfig config;
    config.grid = {program.blocks, 1, 1};
    config.block = {program.threads, 1, 1};
    config.parameters.resize(kernel.parameter_bytes());
    std::memcpy(config.parameters.data() + kernel.parameter_offset(0), &output->address, 8);
    std::memcpy(config.parameters.data() + kernel.parameter_offset(1), &cells->address, 8);
    const memory::Allocation* trace = nullptr;
    if (trace_bytes != 0) {
        trace = space.allocate(trace_bytes, memory::Kind::Device, "trace", true);
        std::memset(trace->host, 0, trace->size);
        std::memcpy(config.parameters.data() + kernel.parameter_offset(2), &trace->address, 8);
    }
    exec::Options options;
    options.threads = 1;
    Ran ran;
    ran.launch = exec::launch(kernel, config, space, options);
    ran.output.assign(output->host, output->host + output->size);
    ran.cells.assign(cells->host, cells->host + cells->size);
    if (trace != nullptr) ran.trace.assign(trace->host, trace->host + trace->size);
    return ran;
}

std::string complaint_of(const check::Finding& finding) {
    std::string text = "a check reports a fault (kind " + std::to_string(static_cast<int>(finding.fault)) +
                       ") of thread " + std::to_string(finding.access.thread.x) + " at PTX line " +
                       std::to_string(finding.access.site.ptx_line);
    if (finding.has_other)
        text += ", with thread " + std::to_string(finding.other.thread.x) + " at PTX line " +
                std::to_string(finding.other.site.ptx_line);
    return text;
}

}  // namespace

Emulated emulate(const Program& program) {
    static const std::string head = module_head();
    const Ran ran = run(program, head + program.text);
    Emulated result;
    if (ran.launch.status != exec::Status::Ok) result.complaint = ran.launch.message;
    // The programs throw away what a shuffle brings from a lane that does not take part.
    for (const check::Finding& finding : ran.launch.findings)
        if (result.complaint.empty() && finding.fault != check::Fault::AbsentLaneRead)
            result.complaint = complaint_of(finding);
    result.digests = digests(program, ran.output, ran.cells);
    return result;
}

std::vector<u8> emulated_trace(const Traced& trace) {
    return run(trace.program, module_head() + trace.program.text, trace.bytes()).trace;
}

std::vector<Opcode> with_new_rows(std::vector<Opcode> before) {
    const std::size_t known = before.size();
    for (const exec::Row* row : exec::all_rows()) {
        const std::string name = row->opcode;
        const auto end = before.begin() + static_cast<std::ptrdiff_t>(known);
        if (!is_exact(name) ||
            std::any_of(before.begin(), end, [&](const Opcode& opcode) { return opcode.name == name; }))
            continue;
        Opcode opcode{name, "", row->uses_carry};
        for (int k = 0; k < row->operands; ++k) opcode.elements += letter(row->element[k]);
        before.push_back(opcode);
    }
    return before;
}

// A .loc before every instruction: its line stands for the opcode, and the launch counts what threads execute of each line.
void count_executions(const Program& program, std::map<std::string, u64>& executed) {
    static const std::string head = module_head();
    std::vector<std::string> opcodes{""};
    std::string text = ".file 1 \"opcodes\"\n";
    std::istringstream lines(program.text);
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
        if (line == "{") inside = true;
        std::size_t begin = line.starts_with("@") ? line.find(' ') + 1 : 0;
        const bool instruction = inside && line.ends_with(";") && line[begin] != '.' &&
                                 line.find(": .branchtargets") == std::string::npos;
        if (instruction) {
            const std::string name = line.substr(begin, line.find_first_of(" ;", begin) - begin);
            const auto found = std::find(opcodes.begin(), opcodes.end(), name);
            text += ".loc 1 " + std::to_string(found - opcodes.begin()) + " 0\n";
            if (found == opcodes.end()) opcodes.push_back(name);
        }
        text += line + "\n";
    }
    for (const cost::LineCounters& line : run(program, head + text).launch.lines)
        if (line.line < opcodes.size()) executed[opcodes[line.line]] += line.thread_instructions;
}

}  // namespace simt::random_ptx
