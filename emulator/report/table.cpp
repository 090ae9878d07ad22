// Lays out the table of table.hpp: a row for each group of launches.
#include "emulator/report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ranges>
#include <string_view>
#include <vector>

#include "emulator/report/names.hpp"

namespace simt::report {
namespace {

using cost::Counters;
using exec::Launch;

constexpr int kShortestName = 16;
constexpr std::string_view kBy = ", by ";  // before the kernel that launched this one
constexpr std::string_view kOn = " on device ";
constexpr std::size_t kMostRows = 60;

struct Column {
    const char* group;  // neighbours of one group share a heading above their titles
    const char* title;
    int width = 0;
    bool shown = true;
};

using Cells = std::vector<std::string>;

constexpr std::size_t kTimes = 2;  // the column of the number of launches

Cells cells_of(const Launch& launch) {
    const Counters& c = launch.counters;
    const u64 shared_requests = c.joined_load_requests + c.joined_store_requests;
    return {
        kernel_name(launch.kernel.empty() ? launch.mangled : launch.kernel) + on_device(launch.device) +
            (launch.launcher.kernel.empty() ? "" : kBy.data() + kernel_name(launch.launcher.kernel)),
        size_text(launch.grid) + " x " + size_text(launch.block),
        {},
        ratio(c.global_load_sectors, c.global_load_requests),
        ratio(c.global_store_sectors, c.global_store_requests),
        ratio(c.joined_load_wavefronts, c.joined_load_requests),
        ratio(c.joined_store_wavefronts, c.joined_store_requests),
        shared_requests == 0 ? "-" : compact(c.joined_load_bank_conflicts + c.joined_store_bank_conflicts),
        compact(c.divergent_branches),
        launch.registers == 0 ? "-" : fmt::format("{}", launch.registers),
        compact(launch.static_shared + launch.dynamic_shared),
        fmt::format("{:.0f}%", 100 * launch.occupancy),
        times_found(launch) == 0 ? "-" : compact(times_found(launch))};
}

struct Row {
    Cells cells;          // without the number of launches
    std::string message;  // why the launch ended early
    u64 launches = 0;
};

// Groups that differ only in what the table does not show, as in the number of instructions, are one row.
std::vector<Row> rows_of(const std::vector<LaunchGroup>& groups) {
    std::vector<Row> rows;
    for (const LaunchGroup& group : groups) {
        const Launch& launch = group.first;
        Row row{cells_of(launch), launch.status == exec::Status::Ok ? "" : launch.message};
        const auto equal = std::ranges::find_if(rows, [&](const Row& before) {
            return before.cells == row.cells && before.message == row.message;
        });
        Row& place = equal == rows.end() ? rows.emplace_back(std::move(row)) : *equal;
        place.launches += group.launches;
    }
    return rows;
}

std::string pad(std::string_view text, int width, bool right) {
    const std::string blanks(static_cast<std::size_t>(std::max(0, width - display_width(text))), ' ');
    return right ? blanks + std::string(text) : std::string(text) + blanks;
}

struct Layout {
    std::vector<Column> columns;
    std::string gap = "  ";
};

bool same_group(const Column& a, const Column& b) {
    return a.group[0] != '\0' && std::string_view(a.group) == b.group;
}

// The widths that titles and cells need. If the table would be wider than `width`, first the gaps and then the
// kernel's column shrink.
Layout layout_for(const std::vector<Cells>& rows, int width) {
    Layout layout{{{"", "kernel"},
                   {"", "grid x block"},
                   {"", ""},
                   {"sectors", "load"},
                   {"sectors", "store"},
                   {"wavefronts*", "load"},
                   {"wavefronts*", "store"},
                   {"bank*", "conflicts"},
                   {"branches*", "divergent"},
                   {"", "regs"},
                   {"", "shared"},
                   {"", "occ."},
                   {"", "found"}}};
    std::vector<Column>& columns = layout.columns;
    const auto found = [](const Cells& cells) { return cells.back() != "-"; };
    if (std::ranges::none_of(rows, found)) columns.pop_back();
    int total = 0;
    for (std::size_t k = 0; k < columns.size(); ++k) {
        Column& column = columns[k];
        column.width = display_width(column.title);
        for (const Cells& cells : rows) column.width = std::max(column.width, display_width(cells[k]));
        if (column.group[0] != '\0') column.width = std::max(column.width, display_width(column.group) / 2);
        total += column.width;
    }
    int gaps = static_cast<int>(columns.size()) - 1;
    // A narrow terminal first loses the columns that each kernel's explanation repeats.
    for (const std::string_view title : {"shared", "regs"}) {
        const int least = total - columns[0].width + std::min(columns[0].width, kShortestName) + gaps;
        if (least <= width) break;
        const auto column =
            std::find_if(columns.begin(), columns.end(), [&](const Column& c) { return c.title == title; });
        column->shown = false;
        total -= column->width;
        --gaps;
    }
    if (total + 2 * gaps > width) layout.gap = " ";
    const int excess = total + gaps * display_width(layout.gap) - width;
    if (excess > 0)
        columns[0].width = std::max(std::min(columns[0].width, kShortestName), columns[0].width - excess);
    return layout;
}

std::string finished(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

std::string without_namespaces(std::string_view name) {
    std::size_t begin = 0;
    for (int depth = 0; const std::size_t k : std::views::iota(std::size_t{0}, name.size())) {
        depth += (name[k] == '<' || name[k] == '(') - (name[k] == '>' || name[k] == ')');
        if (depth == 0 && name.compare(k, 2, "::") == 0) begin = k + 2;
    }
    return std::string(name.substr(begin));
}

// Drops the kernels' namespaces, unless two different names would then look alike.
void shorten_names(std::vector<Cells>& rows) {
    std::map<std::string, std::string> whole_of;
    std::vector<std::string> names;
    for (const Cells& cells : rows) {
        const std::string_view name = cells[0];
        const std::size_t by = std::min(name.find(kBy), name.size());
        names.push_back(without_namespaces(name.substr(0, by)));
        if (by != name.size()) names.back() += kBy.data() + without_namespaces(name.substr(by + kBy.size()));
        const auto [place, is_new] = whole_of.emplace(names.back(), cells[0]);
        if (!is_new && place->second != cells[0]) return;
    }
    for (std::size_t k = 0; k < rows.size(); ++k) rows[k][0] = names[k];
}

// Two lines: the groups' names over their columns, and the titles.
std::string headings(const Layout& layout) {
    const std::vector<Column>& columns = layout.columns;
    std::string groups, titles;
    for (std::size_t k = 0; k < columns.size(); ++k) {
        if (!columns[k].shown) continue;
        const std::string gap = k == 0 ? "" : layout.gap;
        titles += gap + pad(columns[k].title, columns[k].width, k > 1);
        if (k > 0 && same_group(columns[k], columns[k - 1])) continue;
        int width = columns[k].width;
        for (std::size_t next = k + 1; next < columns.size() && same_group(columns[k], columns[next]); ++next)
            width += display_width(layout.gap) + columns[next].width;
        groups += gap + pad(columns[k].group, width, true);
    }
    return finished(groups) + finished(titles);
}

std::string row_text(const Cells& cells, const Layout& layout) {
    const std::vector<Column>& columns = layout.columns;
    // A name that is too long loses its end, but not the device.
    const std::size_t on = std::min(cells[0].rfind(kOn), cells[0].size());
    const int room = columns[0].width - static_cast<int>(cells[0].size() - on);
    std::string row =
        pad(shortened(cells[0].substr(0, on), room) + cells[0].substr(on), columns[0].width, false);
    for (std::size_t k = 1; k < columns.size(); ++k)
        if (columns[k].shown) row += layout.gap + pad(cells[k], columns[k].width, k > 1);
    return finished(row);
}

}  // namespace

std::string table(const LaunchGroups& launches, int width) {
    const std::vector<LaunchGroup>& groups = launches.groups();
    if (groups.empty()) return {};
    u64 count = 0;
    const std::vector<Row> all = rows_of(groups);
    std::vector<Cells> rows;
    for (const Row& row : all) {
        count += row.launches;
        if (rows.size() == kMostRows) continue;
        rows.push_back(row.cells);
        rows.back()[kTimes] = fmt::format("×{}", row.launches);
    }

    std::string text = fmt::format("simt: {} launch{}; sectors and wavefronts are per request\n",
                                   grouped(count), count == 1 ? "" : "es");
    Layout layout = layout_for(rows, width);
    const auto cut = [&](const Cells& cells) { return display_width(cells[0]) > layout.columns[0].width; };
    if (std::any_of(rows.begin(), rows.end(), cut)) {
        shorten_names(rows);
        layout = layout_for(rows, width);
    }
    text += headings(layout);
    for (std::size_t k = 0; k < rows.size(); ++k) {
        text += row_text(rows[k], layout);
        if (!all[k].message.empty()) text += fmt::format("  ended early: {}\n", all[k].message);
    }
    if (all.size() > rows.size())
        text += fmt::format("and {} more rows, which --json writes too\n", grouped(all.size() - rows.size()));
    return text;
}

}  // namespace simt::report
