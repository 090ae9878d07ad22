// The board: the lowest counts of solved answers, under names that nobody else can find out.
#include "common/grade/board.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

using grade::board_html;
using grade::Class;
using grade::pseudonym;
using grade::Result;
using grade::Row;

namespace {

namespace fs = std::filesystem;

const std::string kSecret = "secret";

Result counts_of(double barriers, double instructions) {
    Result result;
    result.counts = {{"barriers", barriers}, {"warp_instructions", instructions}};
    return result;
}

Row row_of(const std::string& student, const std::string& solved, const Result& result) {
    Row row;
    row.student = student;
    row.exercise = "02.1";
    row.solved = solved;
    row.result = &result;
    return row;
}

std::string board_of(const std::vector<Row>& rows, const Result& solution) {
    const Class all{rows, {}, 7, "bubblewrap", "emulator", kSecret};
    return board_html(all, {{"02.1", {"", nullptr, &solution}}});
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string line_of(const std::string& count, int lowest, int reference, const std::string& names) {
    return "<td>" + count + "</td><td class=\"n\">" + std::to_string(lowest) + "</td><td class=\"n\">" +
           std::to_string(reference) + "</td><td>" + names + "</td>";
}

}  // namespace

TEST_CASE("the board names who has the lowest count, and gives the reference solution's") {
    const Result solution = counts_of(8, 100), few = counts_of(9, 90), many = counts_of(8, 120);
    const std::string html = board_of({row_of("anna", "yes", few), row_of("ben", "yes", many)}, solution);
    CHECK(has(html, line_of("instructions", 90, 100, pseudonym(kSecret, "anna"))));
    CHECK(has(html, line_of("barriers", 8, 8, pseudonym(kSecret, "ben"))));
}

TEST_CASE("answers that are not solved are not on the board") {
    const Result solution = counts_of(8, 100), none = counts_of(1, 1);
    const std::string html = board_of({row_of("anna", "yes", solution), row_of("ben", "no", none)}, solution);
    CHECK(has(html, line_of("instructions", 100, 100, pseudonym(kSecret, "anna"))));
    CHECK(!has(html, pseudonym(kSecret, "ben")));
}

TEST_CASE("a count that the reference solution does not have is not on the board") {
    const Result solution = counts_of(0, 100), other = counts_of(5, 100);
    CHECK(
        !has(board_of({row_of("anna", "yes", other), row_of("ben", "yes", solution)}, solution), "barriers"));
}

TEST_CASE("no student's name is on the board, and equals are in no order of the class") {
    const Result solution = counts_of(8, 100);
    std::vector<Row> rows;
    for (const char* const student : {"anna", "ben", "cleo", "<b>dora"})
        rows.push_back(row_of(student, "yes", solution));
    const std::string html = board_of(rows, solution);
    for (const Row& row : rows) {
        CHECK(!has(html, row.student));
        CHECK(has(html, pseudonym(kSecret, row.student)));
    }
    std::swap(rows[0], rows[3]);
    CHECK(board_of(rows, solution) == html);
}

TEST_CASE("a name on the board depends on the student and on the secret") {
    CHECK(pseudonym(kSecret, "anna") == pseudonym(kSecret, "anna"));
    CHECK(pseudonym(kSecret, "anna") != pseudonym(kSecret, "ben"));
    CHECK(pseudonym(kSecret, "anna") != pseudonym("another", "anna"));
}

TEST_CASE("the secret of the board is drawn once, and only its owner reads it") {
    const std::string path = fs::temp_directory_path() / ("board-secret-" + std::to_string(getpid()));
    const std::string drawn = grade::read_board_secret(path);
    CHECK(drawn.size() == 64);
    CHECK(grade::read_board_secret(path) == drawn);
    CHECK((fs::status(path).permissions() & (fs::perms::group_all | fs::perms::others_all)) ==
          fs::perms::none);
    std::ofstream(path) << "short";
    CHECK(grade::read_board_secret(path).size() == 64);
    fs::remove(path);
    CHECK(grade::read_board_secret(path) != drawn);
    fs::remove(path);
}
