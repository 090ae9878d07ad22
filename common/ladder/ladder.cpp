// Registers a chapter's versions and tables. See ladder.hpp; run.cpp runs them.
#include "common/ladder/ladder.hpp"

#include <algorithm>

#include "common/ladder/lesson_tables.hpp"
#include "common/ladder/result.hpp"

namespace ladder {

bool Result::ok() const {
    return std::all_of(rows.begin(), rows.end(), [](const Row& row) { return row.ok(); });
}

std::vector<CountColumn> memory_columns() {
    return {
        {"sectors\nper load", {"global_load_sectors"}, {"global_load_requests"}},
        {"sectors\nper store", {"global_store_sectors"}, {"global_store_requests"}},
        {"wavefronts\nper load", {"shared_load_wavefronts"}, {"shared_load_requests"}},
        {"wavefronts\nper store", {"shared_store_wavefronts"}, {"shared_store_requests"}},
        {"bank\nconflicts", {"shared_load_bank_conflicts", "shared_store_bank_conflicts"}, {}},
        {"DRAM read\n/ least", {"dram_read_bytes"}, {"ideal_read"}},
        {"DRAM write\n/ least", {"dram_write_bytes"}, {"ideal_write"}},
    };
}

std::vector<CountBars> memory_bars() {
    return {
        {"sectors moved",
         {"global_load_sectors", "global_store_sectors"},
         {"ideal_read_sectors", "ideal_write_sectors"}},
        {"bank conflicts", {"shared_load_bank_conflicts", "shared_store_bank_conflicts"}},
    };
}

Ladder::Ladder(Problem problem) : problem_(std::move(problem)) {}

void Ladder::baseline_roof(std::string name, Function run, Extras extras) {
    versions_.push_back({Kind::BaselineRoof, std::move(name), std::move(run), std::move(extras)});
}
void Ladder::baseline(std::string name, Function run, Extras extras) {
    versions_.push_back({Kind::Baseline, std::move(name), std::move(run), std::move(extras)});
}
void Ladder::roof(std::string name, Function run, Extras extras) {
    versions_.push_back({Kind::Roof, std::move(name), std::move(run), std::move(extras)});
}
void Ladder::rung(const Rung& rung, Function run, Extras extras) {
    versions_.push_back({Kind::Rung, rung.name, std::move(run), std::move(extras), rung.number, rung.idea});
}
void Ladder::historical(Historical figures) { historical_ = std::move(figures); }
void Ladder::table(std::string name, std::function<std::string()> markdown) {
    tables_[std::move(name)] = std::move(markdown);
}

std::optional<std::string> Ladder::own_table(const std::string& name,
                                             const std::vector<CsvRow>& results) const {
    const auto own = tables_.find(name);
    if (own != tables_.end()) return own->second();
    if (name == "historical" && historical_) return historical_table(problem_, *historical_, results);
    return std::nullopt;
}

int Ladder::run(int argc, char** argv) const { return ladder::run({*this}, argc, argv); }

}  // namespace ladder
