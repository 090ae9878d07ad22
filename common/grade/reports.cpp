// See reports.hpp.
#include "common/grade/reports.hpp"

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "common/grade/board.hpp"
#include "common/grade/page.hpp"
#include "common/grade/text.hpp"
#include "common/ladder/csv.hpp"

namespace grade {
namespace {

using nlohmann::json;

// "7.5", "10": two digits after the point at most.
std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", value);
    std::string result = text;
    while (result.back() == '0') result.pop_back();
    if (result.back() == '.') result.pop_back();
    return result;
}

std::string tests_of(const Row& row) {
    return row.tests == 0 ? "" : std::to_string(row.passed) + " of " + std::to_string(row.tests);
}

double rounded(double value) { return std::round(100 * value) / 100; }

json row_json(const Row& row) {
    json all = {{"student", row.student}, {"exercise", row.exercise},
                {"solved", row.solved},   {"points", rounded(row.points)},
                {"of", row.of},           {"passed", row.passed},
                {"tests", row.tests},     {"finding", row.finding},
                {"hash", row.hash}};
    if (row.result) {
        all["seconds"] = row.result->seconds;
        all["counts"] = row.result->counts;
        json tests = json::array();
        for (const course::TestResult& test : row.result->tests)
            tests.push_back({{"name", test.name}, {"status", test.status}, {"messages", test.messages}});
        all["results"] = tests;
    }
    return all;
}

std::string title_of(const Class& all, const Row& row) {
    const course::Exercise* const exercise = course::find_in(all.exercises, row.exercise);
    return exercise               ? row.exercise + " " + exercise->title
           : row.exercise.empty() ? "no answer"
                                  : row.exercise;
}

// How the answers were graded, in a sentence: the same on every report.
std::string how(const Class& all) {
    return "Graded on " +
           std::string(all.device == "gpu" ? "a GPU, which judges results and no counts" : "the emulator") +
           ", with inputs from seed " + std::to_string(all.seed) + ", " +
           (all.isolation == "none" ? "without isolation." : "isolated by " + all.isolation + ".");
}

std::string on_the_board(const Class& all, const Row& row) {
    return all.board_secret.empty()
               ? ""
               : " On the class's board you are " + pseudonym(all.board_secret, row.student) + ".";
}

std::string class_of(const Row& row) { return row.solved == "yes" ? "yes" : "no"; }

}  // namespace

std::string grades_csv(const Class& all) {
    std::string text = ladder::csv_line({"student", "exercise", "solved", "points", "of", "tests", "finding",
                                         "hash", "seconds", "isolation", "device", "seed"});
    for (const Row& row : all.rows) {
        std::vector<std::string> cells = {
            row.student,        row.exercise,   row.solved,
            number(row.points), number(row.of), tests_of(row),
            row.finding,        row.hash,       row.result ? number(row.result->seconds) : "",
            all.isolation,      all.device,     std::to_string(all.seed)};
        for (std::string& cell : cells) cell = spreadsheet_cell(cell);
        text += ladder::csv_line(cells);
    }
    return text;
}

std::string grades_json(const Class& all) {
    json rows = json::array();
    for (const Row& row : all.rows) rows.push_back(row_json(row));
    const json whole = {
        {"seed", all.seed}, {"isolation", all.isolation}, {"device", all.device}, {"rows", rows}};
    return whole.dump(1) + "\n";
}

// A test suite is a student, a test case one of their answers.
std::string grades_junit(const Class& all) {
    std::string suites;
    for (std::size_t begin = 0; begin < all.rows.size();) {
        const std::string& student = all.rows[begin].student;
        std::string cases;
        std::size_t end = begin, failures = 0, skipped = 0;
        for (; end < all.rows.size() && all.rows[end].student == student; ++end) {
            const Row& row = all.rows[end];
            cases += "  <testcase classname=\"" + escaped(student) + "\" name=\"" +
                     escaped(title_of(all, row)) + "\"";
            if (row.result) cases += " time=\"" + number(row.result->seconds) + "\"";
            if (row.solved == "yes") {
                cases += "/>\n";
            } else {
                const char* const element = row.solved == "no" ? "failure" : "skipped";
                ++(row.solved == "no" ? failures : skipped);
                const std::string first = row.finding.substr(0, row.finding.find('\n'));
                cases += std::string("><") + element + " message=\"" + escaped(first) + "\">" +
                         escaped(row.finding) + "</" + element + "></testcase>\n";
            }
        }
        suites += " <testsuite name=\"" + escaped(student) + "\" tests=\"" + std::to_string(end - begin) +
                  "\" failures=\"" + std::to_string(failures) + "\" skipped=\"" + std::to_string(skipped) +
                  "\">\n" + cases + " </testsuite>\n";
        begin = end;
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n" + suites + "</testsuites>\n";
}

std::string student_html(const Class& all, const std::vector<Row>& rows) {
    std::string table, sections;
    double points = 0, of = 0;
    for (const Row& row : rows) {
        const std::string title = escaped(title_of(all, row));
        points += row.points;
        of += row.of;
        table += "<tr><td>" + title + "</td><td class=\"" + class_of(row) + "\">" + row.solved +
                 "</td><td class=\"n\">" + number(row.points) + " of " + number(row.of) +
                 "</td><td class=\"n\">" + tests_of(row) + "</td></tr>\n";
        if (row.solved == "yes") continue;
        sections += "<h2>" + title + "</h2>\n";
        const bool shows_run = row.solved == "no" && row.result && row.points < row.of && !row.is_stub;
        sections += "<pre>" + escaped(shows_run ? row.result->text : row.finding) + "</pre>\n";
        if (shows_run && row.result->printed.size() > 2000)
            sections += "<details><summary>The beginning of what it printed</summary><pre>" +
                        escaped(row.result->printed) + "</pre></details>\n";
    }
    std::string body = "<p>" + number(points) + " of " + number(of) + " points. " +
                       escaped(how(all) + on_the_board(all, rows[0])) + "</p>\n";
    body +=
        "<table>\n<tr><th>exercise</th><th>solved</th><th class=\"n\">points</th><th class=\"n\">tests "
        "passed</th></tr>\n" +
        table + "</table>\n" + sections;
    return html_page(rows.at(0).student, body);
}

std::string student_results(const Class& all, const std::vector<Row>& rows) {
    double points = 0, seconds = 0;
    json tests = json::array();
    for (const Row& row : rows) {
        points += row.points;
        if (row.result) seconds += row.result->seconds;
        json test = {{"name", title_of(all, row)}, {"output", row.finding}, {"output_format", "text"}};
        if (row.solved != "not judged") {
            test["score"] = rounded(row.points);
            test["max_score"] = row.of;
            test["status"] = row.solved == "yes" ? "passed" : "failed";
        }
        tests.push_back(test);
    }
    const json whole = {
        {"score", rounded(points)},
        {"execution_time", std::lround(seconds)},
        {"output", how(all) + on_the_board(all, rows.at(0))},
        {"output_format", "text"},
        {"tests", tests},
        {"extra_data", {{"seed", all.seed}, {"isolation", all.isolation}, {"device", all.device}}}};
    return whole.dump(1) + "\n";
}

}  // namespace grade
