// See table.hpp.
#include "common/occupancy/table.hpp"

#include <fmt/format.h>

#include <istream>
#include <sstream>

namespace occupancy {
namespace {

std::string row(const std::string& name, const std::string& block, const Question& question) {
    const Occupancy found = calculate(*question.device, question.kernel);
    return fmt::format("{:<20}{:>8}{:>11}{:>10} B{:>8}{:>7}{:>11.2f}   {}\n", name, block,
                       question.kernel.registers, question.kernel.shared, found.blocks, found.warps(),
                       found.ratio(), names_of(found.limits()));
}

}  // namespace

std::variant<Table, std::string> read_table(std::istream& rows, const std::string& capability) {
    Table table;
    std::string line;
    for (int number = 1; std::getline(rows, line); ++number) {
        std::istringstream words(line);
        std::string name, more;
        Arguments arguments;
        arguments.capability = capability;
        if (!(words >> name) || name.front() == '#') continue;
        if (!(words >> arguments.block >> arguments.registers >> arguments.shared) || words >> more)
            return fmt::format(
                "line {} is '{}'; it must be a name, a block, registers and bytes: GPU4 16x16 11 2092",
                number, line);
        const auto question = read(arguments);
        if (const auto* wrong = std::get_if<std::string>(&question))
            return fmt::format("line {}, {}: {}", number, name, *wrong);
        const Question& asked = std::get<Question>(question);
        if (table.text.empty())
            table.text = title_of(*asked.device) +
                         fmt::format("\n\n{:<20}{:>8}{:>11}{:>12}{:>8}{:>7}{:>11}   {}\n", "", "block",
                                     "registers", "shared", "blocks", "warps", "occupancy", "limit");
        table.text += row(name, arguments.block, asked);
    }
    if (table.text.empty()) return std::string("there is no kernel in what was read");
    return table;
}

}  // namespace occupancy
