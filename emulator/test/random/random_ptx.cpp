// build/random-ptx: random PTX programs on the emulator.
//
//     random-ptx --opcodes FILE                         prints the list of opcodes, with the table's new ones behind it
//     random-ptx LIST --first N --count N [--out DIR]   runs programs and prints "program,digests"; writes them to DIR
//     random-ptx LIST --first N --count N --coverage    prints "opcode,executions" instead
//     random-ptx LIST --first N --count N --trace DIR   writes DIR/trace_N as gpu.cpp does, and the text beside it
//     random-ptx LIST --count N --compare FILE          runs them and compares with the digests of a GPU
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>

#include "emulator/error.hpp"
#include "emulator/test/random/emulated.hpp"
#include "emulator/test/random/recorded.hpp"

using namespace simt;
using namespace simt::random_ptx;

namespace {

struct Options {
    std::string list, out, compare, trace;
    u32 first = 0, count = ~0u;
    bool coverage = false, opcodes = false;
};

Options read_options(int count, char** arguments) {
    Options options;
    for (int k = 1; k < count; ++k) {
        const std::string name = arguments[k];
        const bool last = k + 1 == count;
        if (name == "--coverage")
            options.coverage = true;
        else if (name == "--opcodes")
            options.opcodes = true;
        else if (name == "--first" && !last)
            options.first = static_cast<u32>(std::stoul(arguments[++k]));
        else if (name == "--count" && !last)
            options.count = static_cast<u32>(std::stoul(arguments[++k]));
        else if (name == "--out" && !last)
            options.out = arguments[++k];
        else if (name == "--trace" && !last)
            options.trace = arguments[++k];
        else if (name == "--compare" && !last)
            options.compare = arguments[++k];
        else if (options.list.empty() && name[0] != '-')
            options.list = name;
        else
            throw Error("unknown option " + name + "; the first lines of random_ptx.cpp list them");
    }
    if (options.list.empty()) throw Error("name the list of opcodes: emulator/test/random/opcodes.csv");
    return options;
}

int run(const Options& options) {
    std::ifstream file(options.list);
    const std::vector<Opcode> listed = read_opcodes(file);
    if (options.opcodes) {
        write_opcodes(std::cout, with_new_rows(listed));
        return 0;
    }
    const u32 all = program_count(listed);
    const u32 end = options.first + std::min(options.count, all - std::min(all, options.first));
    const std::map<std::string, std::string> recorded =
        options.compare.empty() ? std::map<std::string, std::string>{} : read_digests(options.compare);
    std::map<std::string, u64> executed;
    for (const Opcode& opcode : listed) executed[opcode.name] = 0;
    if (!options.out.empty()) {
        std::filesystem::create_directories(options.out);
        std::ofstream(options.out + "/head.ptx") << module_head();
    }
    if (!options.coverage && options.compare.empty()) std::puts("program,digests");
    u32 wrong = 0;
    for (u32 number = options.first; number < end; ++number) {
        const Program program = make_program(listed, number);
        if (!options.out.empty())
            std::ofstream(options.out + "/" + program.kernel() + ".ptx") << program.text;
        if (!options.trace.empty()) {
            const Traced trace = traced(program);
            const std::vector<u8> values = emulated_trace(trace);
            const std::string path = options.trace + "/trace_" + std::to_string(number);
            std::ofstream(path + ".ptx") << trace.program.text;
            std::ofstream(path, std::ios::binary)
                .write(reinterpret_cast<const char*>(values.data()),
                       static_cast<std::streamsize>(values.size()));
            continue;
        }
        if (options.coverage) {
            count_executions(program, executed);
            continue;
        }
        const Emulated ran = emulate(program);
        if (!ran.complaint.empty()) std::printf("%s: %s\n", program.kernel().c_str(), ran.complaint.c_str());
        wrong += !ran.complaint.empty();
        if (options.compare.empty()) {
            std::printf("%s,%s\n", program.kernel().c_str(), ran.digests.c_str());
            continue;
        }
        const auto found = recorded.find(program.kernel());
        if (found != recorded.end() && found->second == ran.digests) continue;
        ++wrong;
        std::printf("%s: %s\n", program.kernel().c_str(),
                    found == recorded.end() ? "was not recorded" : "the GPU stored something else");
    }
    if (options.coverage) {
        std::puts("opcode,executions");
        for (const auto& [opcode, times] : executed)
            std::printf("%s,%llu\n", opcode.c_str(), static_cast<unsigned long long>(times));
    }
    if (!options.compare.empty()) std::printf("%u programs, %u differ\n", end - options.first, wrong);
    return wrong != 0;
}

}  // namespace

int main(int count, char** arguments) {
    try {
        return run(read_options(count, arguments));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "random-ptx: %s\n", error.what());
        return 2;
    }
}
