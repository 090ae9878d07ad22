// occupancy --regs R --shared BYTES --block THREADS --cc X.Y: how many blocks a multiprocessor holds, and what limits them.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>

#include "common/occupancy/arguments.hpp"
#include "common/occupancy/report.hpp"

int main(int argc, char** argv) {
    CLI::App app(
        "How many blocks of a kernel a multiprocessor holds at once, and what keeps it from holding more.\n"
        "nvcc -Xptxas -v prints a kernel's registers and shared memory.");
    occupancy::Arguments arguments;
    bool json = false;
    app.add_option("--regs", arguments.registers, "Registers of a thread")->type_name("N")->required();
    app.add_option("--shared", arguments.shared, "Shared memory of a block, static and dynamic (default 0)")
        ->type_name("BYTES");
    app.add_option("--block", arguments.block, "Threads of a block: 256, or 16x16")
        ->type_name("N")
        ->required();
    app.add_option("--cc", arguments.capability, "Compute capability (default 9.0)")->type_name("X.Y");
    app.add_option("--carveout", arguments.carveout,
                   "Percent of the memory preferred as shared memory, from 7.5 on")
        ->type_name("P");
    app.add_flag("--json", json, "As JSON");
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& help) {
        return app.exit(help);
    } catch (const CLI::ParseError& error) {
        fmt::print(stderr, "occupancy: {} (occupancy --help lists the options)\n", error.what());
        return 2;
    }
    const auto question = occupancy::read(arguments);
    if (const auto* wrong = std::get_if<std::string>(&question)) {
        fmt::print(stderr, "occupancy: {}\n", *wrong);
        return 2;
    }
    const auto& asked = std::get<occupancy::Question>(question);
    fmt::print("{}", json ? occupancy::as_json(*asked.device, asked.kernel)
                          : occupancy::as_text(*asked.device, asked.kernel));
    return 0;
}
