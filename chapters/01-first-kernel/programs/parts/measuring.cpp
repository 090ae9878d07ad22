// See measuring.hpp.
#include "chapters/01-first-kernel/programs/parts/measuring.hpp"

#include <array>
#include <chrono>
#include <cstdio>

#include "common/ladder/machine.hpp"
#include "common/ladder/measuring_program.hpp"
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

// The program's rows, each with the machine in front.
void measure(const Program& program, const std::function<void(const std::string&)>& add) {
    const ladder::Machine machine = ladder::this_machine();
    std::vector<std::string> headings = kMachine;
    headings.insert(headings.end(), program.headings.begin(), program.headings.end());
    add(ladder::csv_line(headings));
    program.measure([&](std::vector<std::string> cells) {
        const std::vector<std::string> where = {machine.device, machine.cpu, machine.toolkit, machine.driver,
                                                machine.date};
        cells.insert(cells.begin(), where.begin(), where.end());
        add(ladder::csv_line(cells));
    });
}

}  // namespace

int run(const Program& program, int argc, char** argv) {
    ladder::MeasuringProgram measuring;
    measuring.path = "build/01/" + program.name;
    measuring.measure = [&](const auto& add) { measure(program, add); };
    measuring.table = [&](const std::string& csv) { return table_of(program, ladder::parse_csv(csv)); };
    measuring.on_emulator = [&] { std::printf("%s\n", program.on_emulator().c_str()); };
    return ladder::run(measuring, argc, argv);
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
