// The tables of a lesson that come from measurements: the emulator's counts from a result of this run, times from the
// committed CSV files.
//
//   rungs        number, name and idea of every rung, with links (list.hpp)
//   counts       every rung's counts on the emulator
//   loop-counts  what the two kinds of loop ask for, per repeat, on the emulator
//   measured     every rung and roof at every size, from CSV
//   historical   the same next to figures of older GPUs
//   loops        one cold launch, a loop over launches and a loop in the kernel, from CSV
//   baselines    the CPU versions, from CSV
//   systems      every GPU and every CPU that has results side by side, from CSV, and the emulator's counts beside them
//   errors       how far every version is from the exact result at every size, from CSV
//
// `ladders` is about all ladders of a chapter, each at its size on a GPU. A name of several words is a command: "dram-model banks" is what the program dram-model, beside the chapter's, prints.
#pragma once

#include <string>
#include <vector>

#include "common/ladder/csv.hpp"
#include "common/ladder/ladder.hpp"
#include "common/ladder/result.hpp"

namespace ladder {

std::string counts_table(const Problem& problem, const Result& result);
std::string loop_counts_table(const Result& result);

// Rows may come from several files and devices; each device has a table of its own. A sentence where there is no row. Those of
// `rungs` that a device has no row of stand where the ladder has them, as not measured yet.
std::string measured_table(const Problem& problem, const std::vector<CsvRow>& rows,
                           const std::vector<std::string>& rungs = {});
std::string historical_table(const Problem& problem, const Historical& historical,
                             const std::vector<CsvRow>& rows);
std::string loops_table(const Problem& problem, const std::vector<CsvRow>& rows);
std::string errors_table(const std::vector<CsvRow>& rows);
std::string baselines_table(const Problem& problem, const std::vector<CsvRow>& rows);

// systems_table.cpp. `counts`: of the emulator.
std::string systems_table(const Problem& problem, const std::vector<CsvRow>& rows, const Result& counts);
std::string ladders_table(const std::vector<Ladder>& ladders, const std::vector<CsvRow>& rows);

}  // namespace ladder
