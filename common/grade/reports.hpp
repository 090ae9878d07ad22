// Writes the grades of a class: for people, for spreadsheets, for course platforms.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/course/catalogue.hpp"
#include "common/grade/rows.hpp"

namespace grade {

struct Class {
    std::vector<Row> rows;  // in the order of students
    std::vector<course::Exercise> exercises;
    std::uint64_t seed = 0;
    std::string isolation, device;
    std::string board_secret = {};  // from which the names on the board are drawn; empty: there is no board
};

std::string grades_csv(const Class& all);
std::string grades_json(const Class& all);
std::string grades_junit(const Class& all);

// The reports on one student, whose rows these are. results.json is in the format of Gradescope,
// https://gradescope-autograders.readthedocs.io/en/latest/specs/
std::string student_html(const Class& all, const std::vector<Row>& rows);
std::string student_results(const Class& all, const std::vector<Row>& rows);

}  // namespace grade
