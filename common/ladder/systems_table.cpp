// The tables that compare systems with each other, and the ladders of a chapter. See lesson_tables.hpp.
#include <algorithm>

#include "common/ladder/lesson_tables.hpp"
#include "common/ladder/report.hpp"
#include "common/ladder/result_rows.hpp"
#include "common/ladder/run_version.hpp"
#include "common/ladder/size.hpp"
#include "common/ladder/text_table.hpp"

namespace ladder {
namespace {

std::vector<CsvRow> cold_at(const std::vector<CsvRow>& rows, const std::string& on, const Size& size) {
    return filter(rows, [&](const CsvRow& row) {
        return row.at("on") == on && row.at("mode") == "cold" && row.at("ok") == "yes" &&
               row.at("size") == to_string(size);
    });
}

// ", in brackets the share of cub", with the roof of the first row that has one.
std::string roof_of(const std::vector<CsvRow>& rows) {
    for (const CsvRow& row : rows) {
        if (!row.at("roof").empty()) return ", in brackets the share of " + row.at("roof");
    }
    return "";
}

std::string warp_instructions(const Result& counts, const std::string& rung) {
    const CountColumn column{"", {"warp_instructions"}, {}};
    for (const Row& row : counts.rows) {
        if (row.name == rung) return count_cell(column, row, counts);
    }
    return "-";
}

}  // namespace

std::string systems_table(const Problem& problem, const std::vector<CsvRow>& rows, const Result& counts) {
    const std::string size = to_string(problem.size_on_gpu);
    const auto on_gpus = cold_at(rows, "device", problem.size_on_gpu);
    const std::vector<std::string> devices = values_of(on_gpus, "device");
    std::vector<std::string> headings = {"rung"};
    headings.insert(headings.end(), devices.begin(), devices.end());
    headings.push_back("emulator, warp instructions");
    TextTable gpus(headings);
    for (const Row& row : counts.rows) {
        if (!on_device(row.kind)) continue;
        std::vector<std::string> cells = {row.name};
        for (const std::string& device : devices)
            cells.push_back(rate_and_share_of(find(on_gpus, {{"device", device}, {"rung", row.name}})));
        cells.push_back(warp_instructions(counts, row.name));
        gpus.add(cells);
    }
    std::string text = problem.metric.heading + " at " + size + roof_of(on_gpus) +
                       "; medians. The emulator has no time, only counts, at " + to_string(counts.size) +
                       ".\n\n" + gpus.to_markdown();

    const auto on_cpus = cold_at(rows, "cpu", problem.size_on_gpu);
    if (on_cpus.empty()) return text;
    const std::vector<std::string> processors = values_of(on_cpus, "cpu");
    headings = {"on the CPU"};
    headings.insert(headings.end(), processors.begin(), processors.end());
    TextTable cpus(headings);
    for (const std::string& version : values_of(on_cpus, "rung")) {
        std::vector<std::string> cells = {version};
        for (const std::string& processor : processors)
            cells.push_back(rate_and_share_of(find(on_cpus, {{"cpu", processor}, {"rung", version}})));
        cpus.add(cells);
    }
    return text + "\n" + problem.metric.heading + " at " + size + roof_of(on_cpus) + "; medians.\n\n" +
           cpus.to_markdown();
}

std::string ladders_table(const std::vector<Ladder>& ladders, const std::vector<CsvRow>& rows) {
    const auto on_gpus = filter(rows, [](const CsvRow& row) { return row.at("on") == "device"; });
    if (on_gpus.empty()) return kNoResults;
    std::string text;
    for (const std::string& device : values_of(on_gpus, "device")) {
        TextTable table({"ladder", "size", "roof", "GB/s", "fastest rung", "GB/s", "share"});
        for (const Ladder& ladder : ladders) {
            const Problem& problem = ladder.problem();
            const auto here = filter(cold_at(on_gpus, "device", problem.size_on_gpu), [&](const CsvRow& row) {
                return row.at("device") == device && row.at("ladder") == problem.name;
            });
            const CsvRow* fastest = nullptr;
            for (const Version& version : ladder.versions()) {
                const CsvRow* const row = find(here, {{"rung", version.name}});
                if (version.kind != Kind::Rung || row == nullptr || row->at("rate").empty()) continue;
                const bool faster =
                    fastest == nullptr || std::stod(row->at("rate")) > std::stod(fastest->at("rate"));
                if (faster) fastest = row;
            }
            if (fastest == nullptr) continue;
            const CsvRow* const roof = find(here, {{"rung", fastest->at("roof")}});
            table.add({problem.name, to_string(problem.size_on_gpu), fastest->at("roof"), rate_of(roof),
                       fastest->at("rung"), rate_of(fastest),
                       fastest->at("share").empty() ? "-" : format_ratio(std::stod(fastest->at("share")))});
        }
        text += (text.empty() ? "" : "\n") + device + "; medians.\n\n" + table.to_markdown();
    }
    return text;
}

}  // namespace ladder
