// See times.hpp: writes times as CSV and reads them.
#include <cstdio>
#include <stdexcept>

#include "chapters/04-matmul/programs/parts/cpu/times.hpp"
#include "common/ladder/csv.hpp"

namespace cpu {
namespace {

std::string text_of(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

const std::string& cell(const ladder::CsvRow& row, const std::string& heading) {
    const auto found = row.find(heading);
    if (found == row.end()) throw std::runtime_error("the CSV has no column " + heading);
    return found->second;
}

double number(const ladder::CsvRow& row, const std::string& heading) {
    const std::string& text = cell(row, heading);
    std::size_t end = 0;
    double value = 0;
    try {
        value = std::stod(text, &end);
    } catch (const std::exception&) {
        end = 0;
    }
    if (end == 0 || end != text.size())
        throw std::runtime_error("in the CSV's column " + heading + " stands '" + text +
                                 "', which is no number");
    return value;
}

ladder::Median median(const ladder::CsvRow& row, const std::string& heading) {
    return {number(row, heading), number(row, heading + "_low"), number(row, heading + "_high")};
}

}  // namespace

std::string to_csv(const Run& run) {
    std::string text =
        ladder::csv_line({"cpu", "date", "kernel", "openblas", "n", "version", "threads", "rows", "seconds",
                          "seconds_low", "seconds_high", "share", "share_low", "share_high"});
    for (const Time& time : run.times) {
        std::vector<std::string> cells = {run.cpu,
                                          run.date,
                                          run.kernel,
                                          run.openblas,
                                          std::to_string(time.n),
                                          time.version,
                                          std::to_string(time.threads),
                                          std::to_string(time.rows),
                                          text_of(time.seconds.value),
                                          text_of(time.seconds.low),
                                          text_of(time.seconds.high)};
        if (time.share) {
            for (const double value : {time.share->value, time.share->low, time.share->high})
                cells.push_back(text_of(value));
        } else {
            cells.insert(cells.end(), 3, "");
        }
        text += ladder::csv_line(cells);
    }
    return text;
}

Run from_csv(const std::string& text) {
    Run run;
    for (const ladder::CsvRow& row : ladder::parse_csv(text)) {
        run.cpu = cell(row, "cpu");
        run.date = cell(row, "date");
        run.kernel = cell(row, "kernel");
        run.openblas = cell(row, "openblas");
        Time time;
        time.version = cell(row, "version");
        time.n = static_cast<std::size_t>(number(row, "n"));
        time.threads = static_cast<int>(number(row, "threads"));
        time.rows = static_cast<std::size_t>(number(row, "rows"));
        time.seconds = median(row, "seconds");
        if (!cell(row, "share").empty()) time.share = median(row, "share");
        run.times.push_back(time);
    }
    if (run.times.empty()) throw std::runtime_error("the CSV has no rows");
    return run;
}

}  // namespace cpu
