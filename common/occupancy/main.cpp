// occupancy --regs R --shared BYTES --block THREADS --cc X.Y: how many blocks a multiprocessor holds, and what limits
// them. --over gives the same for every value of one resource, --table for a list of kernels.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <string>

#include "common/occupancy/arguments.hpp"
#include "common/occupancy/curve.hpp"
#include "common/occupancy/report.hpp"
#include "common/occupancy/table.hpp"

namespace {

int complain(const std::string& sentence) {
    fmt::print(stderr, "occupancy: {}\n", sentence);
    return 2;
}

int show_table(const std::string& capability) {
    const auto table = occupancy::read_table(std::cin, capability);
    if (const auto* wrong = std::get_if<std::string>(&table)) return complain(*wrong);
    fmt::print("{}", std::get<occupancy::Table>(table).text);
    return 0;
}

int show_kernel(occupancy::Arguments arguments, const std::string& over, bool json) {
    const auto resource = occupancy::resource_named(over);
    if (!over.empty() && !resource)
        return complain(fmt::format("--over is '{}'; it must be registers, shared or threads", over));
    // The resource that the curve goes over need not be given.
    if (resource == occupancy::Resource::Registers) arguments.registers = "1";
    if (resource == occupancy::Resource::SharedMemory) arguments.shared = "0";
    if (resource == occupancy::Resource::Threads) arguments.block = "1";
    const auto question = occupancy::read(arguments);
    if (const auto* wrong = std::get_if<std::string>(&question)) return complain(*wrong);
    const auto& [device, kernel] = std::get<occupancy::Question>(question);
    if (resource)
        fmt::print("{}", json ? curve_as_json(*resource, *device, kernel)
                              : curve_as_text(*resource, *device, kernel));
    else
        fmt::print("{}", json ? occupancy::as_json(*device, kernel) : occupancy::as_text(*device, kernel));
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app(
        "How many blocks of a kernel a multiprocessor holds at once, and what keeps it from holding more.\n"
        "nvcc -Xptxas -v prints a kernel's registers and shared memory.");
    occupancy::Arguments arguments;
    std::string over;
    bool json = false, table = false;
    app.add_option("--regs", arguments.registers, "Registers of a thread")->type_name("N");
    app.add_option("--shared", arguments.shared, "Shared memory of a block, static and dynamic (default 0)")
        ->type_name("BYTES");
    app.add_option("--block", arguments.block, "Threads of a block: 256, or 16x16")->type_name("N");
    app.add_option("--cc", arguments.capability, "Compute capability (default 9.0)")->type_name("X.Y");
    app.add_option("--carveout", arguments.carveout,
                   "Percent of the memory preferred as shared memory, from 7.5 on")
        ->type_name("P");
    app.add_option("--over", over, "For every value of registers, shared or threads")->type_name("WHAT");
    app.add_flag("--table", table,
                 "For all kernels of standard input: lines with name, block, registers and bytes");
    app.add_flag("--json", json, "As JSON");
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& help) {
        return app.exit(help);
    } catch (const CLI::ParseError& error) {
        fmt::print(stderr, "occupancy: {} (occupancy --help lists the options)\n", error.what());
        return 2;
    }
    return table ? show_table(arguments.capability) : show_kernel(arguments, over, json);
}
