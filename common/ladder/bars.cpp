// See bars.hpp.
#include "common/ladder/bars.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/terminal/terminal.hpp"

namespace ladder {
namespace {

constexpr std::size_t kShortest = 8;  // columns of the longest bar
constexpr std::size_t kGap = 2;       // columns between names, values and the bars of the column before

bool drawn(const std::optional<double>& value) { return value && std::isfinite(*value) && *value >= 0; }

double largest(const BarColumn& column) {
    double most = drawn(column.mark) ? *column.mark : 0;
    for (const Bar& bar : column.bars)
        if (drawn(bar.value)) most = std::max(most, *bar.value);
    return most;
}

std::string heading_of(const BarColumn& column, bool utf8) {
    if (!drawn(column.mark)) return column.heading;
    return column.heading + "  " + (utf8 ? "│" : "|") + " " + column.mark_name;
}

std::size_t width_of_values(const BarColumn& column) {
    std::size_t width = 0;
    for (const Bar& bar : column.bars) width = std::max(width, terminal::width_of(bar.text));
    return width;
}

// The cells of a bar, one string each, without blanks at its end. What is more than nothing is shown, if only as the least character.
std::vector<std::string> cells_of(double share, std::size_t width, bool utf8) {
    static const char* const kEighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const std::size_t steps = utf8 ? 8 : 1;
    auto length = static_cast<std::size_t>(std::lround(share * static_cast<double>(width * steps)));
    if (length == 0 && share > 0) {
        if (!utf8) return {"."};
        length = 1;
    }
    std::vector<std::string> cells(length / steps, utf8 ? "█" : "#");
    if (length % steps != 0) cells.emplace_back(kEighths[length % steps]);
    return cells;
}

// A bar and the mark behind the roof's last cell, in width + 1 columns. Blanks at the end are left out if `last`.
std::string drawing(const BarColumn& column, const Bar& bar, std::size_t width, const BarLook& look,
                    bool last) {
    using terminal::Style;
    using terminal::styled;
    const double scale = largest(column);
    std::vector<std::string> cells;
    if (drawn(bar.value) && scale > 0) cells = cells_of(*bar.value / scale, width, look.utf8);
    const std::size_t filled = cells.size();
    std::size_t mark = width + 1;
    if (drawn(column.mark) && scale > 0)
        mark = static_cast<std::size_t>(std::ceil(*column.mark / scale * static_cast<double>(width)));
    const std::size_t all = last ? std::max(filled, mark <= width ? mark + 1 : 0) : width + 1;
    const auto piece = [&](std::size_t from, std::size_t to) {
        std::string text;
        for (std::size_t k = from; k < std::min(to, filled); ++k) text += cells[k];
        if (!text.empty()) text = styled(text, bar.is_mark ? Style::Mark : Style::Bar, look.colours);
        for (std::size_t k = std::max(from, filled); k < to; ++k) text += ' ';
        return text;
    };
    if (mark >= all) return piece(0, all);
    return piece(0, mark) + styled(look.utf8 ? "│" : "|", Style::Mark, look.colours) + piece(mark + 1, all);
}

std::string padded(const std::string& text, std::size_t width) {
    return text + std::string(width - std::min(width, terminal::width_of(text)), ' ');
}

std::string without_blanks_at_end(const std::string& line) {
    return line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
}

}  // namespace

std::string bar_chart(const std::vector<std::string>& names, const std::vector<BarColumn>& columns,
                      const BarLook& look) {
    std::size_t width_of_names = 0, taken = 0;
    for (const std::string& name : names) width_of_names = std::max(width_of_names, terminal::width_of(name));
    taken = width_of_names;
    // Before a bar: the value and blanks on both sides; behind it the mark.
    for (const BarColumn& column : columns) taken += kGap + width_of_values(column) + 1 + 1;
    const std::size_t left = look.width > taken ? look.width - taken : 0;
    const std::size_t width = left / std::max<std::size_t>(1, columns.size());
    // What a heading can take: from the values to the mark.
    const auto too_narrow = [&](const BarColumn& column) {
        const std::size_t room = width_of_values(column) + 1 + width + 1;
        return width < kShortest || terminal::width_of(heading_of(column, look.utf8)) > room;
    };
    if (columns.size() > 1 && std::any_of(columns.begin(), columns.end(), too_narrow)) {
        std::string text;
        for (const BarColumn& column : columns)
            text += (text.empty() ? "" : "\n") + bar_chart(names, {column}, look);
        return text;
    }
    const std::size_t bar_width = std::max(width, kShortest);

    // A heading begins above the values; a long one alone earlier, to end with the line.
    std::string text, line(width_of_names, ' ');
    for (const BarColumn& column : columns) {
        const std::string heading = heading_of(column, look.utf8);
        const std::size_t room = look.width - std::min(look.width, terminal::width_of(heading));
        if (columns.size() == 1) line.resize(std::min(width_of_names, room - std::min(room, kGap)));
        line += padded(std::string(kGap, ' ') + heading, kGap + width_of_values(column) + 1 + bar_width + 1);
    }
    text += without_blanks_at_end(line);
    for (std::size_t row = 0; row < names.size(); ++row) {
        line = padded(names[row], width_of_names);
        for (const BarColumn& column : columns) {
            const Bar& bar = column.bars[row];
            const std::size_t blanks = kGap + width_of_values(column) - terminal::width_of(bar.text);
            line += std::string(blanks, ' ') + bar.text + " " +
                    drawing(column, bar, bar_width, look, &column == &columns.back());
        }
        text += without_blanks_at_end(line);
    }
    return text;
}

BarLook look_of_output() {
    return {terminal::text_width(STDOUT_FILENO), terminal::writes_utf8(),
            terminal::shows_colours(STDOUT_FILENO)};
}

}  // namespace ladder
