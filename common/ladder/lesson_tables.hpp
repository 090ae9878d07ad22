// The tables of a lesson that come from measurements: counts from a run on the emulator, times from the committed CSV
// files.
//
//   rungs        number, name and idea of every rung, with links (list.hpp)
//   counts       every rung's counts on the emulator
//   loop-counts  the counts per repeat of the two kinds of loop, on the emulator
//   measured     every rung and roof at every size, from CSV
//   historical   the same next to figures of older GPUs
//   loops        one cold launch, a loop over launches and a loop in the kernel, from CSV
//   baselines    the CPU versions, from CSV
//   systems      every GPU and CPU that has results side by side, from CSV, with the emulator's counts
//   errors       each version's distance from the exact result at every size, from CSV
//
// `ladders` compares all ladders of a chapter, each at its size on a GPU. A name of several words is a command: the
// table "dram-model banks" is the output of the program dram-model, built beside the chapter's.
#pragma once

#include <string>
#include <vector>

#include "common/ladder/csv.hpp"
#include "common/ladder/ladder.hpp"
#include "common/ladder/result.hpp"

namespace ladder {

std::string counts_table(const Problem& problem, const Result& result);
std::string loop_counts_table(const Result& result);

// Rows may come from several files and devices; each device has its own table. Without any row, a sentence says so. A rung
// of `rungs` without a row for a device is listed at its place in the ladder, as not measured yet.
std::string measured_table(const Problem& problem, const std::vector<CsvRow>& rows,
                           const std::vector<std::string>& rungs = {});
std::string historical_table(const Problem& problem, const Historical& historical,
                             const std::vector<CsvRow>& rows);
std::string loops_table(const Problem& problem, const std::vector<CsvRow>& rows);
std::string errors_table(const std::vector<CsvRow>& rows);
std::string baselines_table(const Problem& problem, const std::vector<CsvRow>& rows);

// In systems_table.cpp. `counts` are the emulator's.
std::string systems_table(const Problem& problem, const std::vector<CsvRow>& rows, const Result& counts);
std::string ladders_table(const std::vector<Ladder>& ladders, const std::vector<CsvRow>& rows);

}  // namespace ladder
