// See measuring.hpp.
#include "chapters/01-first-kernel/costs/measuring.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "common/cuda/counters.hpp"
#include "common/ladder/files.hpp"
#include "common/ladder/machine.hpp"
#include "common/ladder/statistics.hpp"
#include "common/ladder/text_table.hpp"

namespace costs {
namespace {

using Clock = std::chrono::steady_clock;

const std::vector<std::string> kMachine = {"device", "cpu", "toolkit", "driver", "date"};

std::string table_of(const Program& program, const std::vector<ladder::CsvRow>& rows) {
    ladder::TextTable table(program.headings);
    for (const ladder::CsvRow& row : rows) {
        std::vector<std::string> cells;
        for (const std::string& heading : program.headings) cells.push_back(row.at(heading));
        table.add(cells);
    }
    const ladder::CsvRow& first = rows.front();
    std::string text = table.to_text() + "\n";
    if (program.conclusion) text += program.conclusion(rows) + "\n";
    return text + "Measured on " + first.at("device") + ", CUDA " + first.at("toolkit") +
           ", driver for CUDA " + first.at("driver") + "; " + first.at("cpu") + "; " + first.at("date") +
           ".\n";
}

// Prints CSV line by line as it comes, or collects it.
std::vector<ladder::CsvRow> measure(const Program& program, bool print_csv) {
    const ladder::Machine machine = ladder::this_machine();
    std::vector<std::string> headings = kMachine;
    headings.insert(headings.end(), program.headings.begin(), program.headings.end());
    std::string text = ladder::csv_line(headings);
    if (print_csv) std::fputs(text.c_str(), stdout);
    program.measure([&](std::vector<std::string> cells) {
        const std::vector<std::string> where = {machine.device, machine.cpu, machine.toolkit, machine.driver,
                                                machine.date};
        cells.insert(cells.begin(), where.begin(), where.end());
        const std::string line = ladder::csv_line(cells);
        text += line;
        if (print_csv) std::fputs(line.c_str(), stdout);
        std::fflush(stdout);
    });
    return ladder::parse_csv(text);
}

int run_checked(const Program& program, const std::vector<std::string>& arguments) {
    const bool csv = arguments == std::vector<std::string>{"--csv"};
    const bool from = arguments.size() == 2 && arguments[0] == "--from";
    if (!arguments.empty() && !csv && !from)
        throw std::invalid_argument("it takes nothing, or --csv, or --from FILE");
    if (from) {
        const std::string& file = arguments[1];
        if (std::filesystem::exists(file)) {
            std::fputs(table_of(program, ladder::parse_csv(ladder::read_file(file))).c_str(), stdout);
        } else {
            std::printf("Not measured yet: on a machine with a GPU, build/01/%s --csv > %s does it.\n",
                        program.name.c_str(), file.c_str());
        }
        return 0;
    }
    if (gpu::emulator::present()) {
        if (csv)
            throw std::invalid_argument("--csv measures time, and the emulator has none: it needs a GPU");
        std::printf("%s\n", program.on_emulator().c_str());
        return 0;
    }
    const std::vector<ladder::CsvRow> rows = measure(program, csv);
    if (!csv) std::fputs(table_of(program, rows).c_str(), stdout);
    return 0;
}

}  // namespace

int run(const Program& program, int argc, char** argv) {
    try {
        return run_checked(program, {argv + 1, argv + argc});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", program.name.c_str(), error.what());
        return 2;
    }
}

double host_microseconds(const std::function<void()>& body, const std::function<void()>& before) {
    constexpr std::size_t kFewest = 5, kMost = 200;
    constexpr std::chrono::milliseconds kEnough{200};
    constexpr int kWarmUps = 3;
    for (int i = 0; i < kWarmUps; ++i) {
        before();
        body();
    }
    std::vector<double> times;
    const Clock::time_point begin = Clock::now();
    while (times.size() < kFewest || (times.size() < kMost && Clock::now() - begin < kEnough)) {
        before();
        const Clock::time_point start = Clock::now();
        body();
        times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
    }
    return ladder::median_of(times).value;
}

std::string number(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value);
    return text.data();
}

}  // namespace costs
