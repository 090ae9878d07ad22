// Reads what students handed in: SUBMISSIONS/STUDENT/02.1.cu is STUDENT's answer to exercise 02.1.
//
// Names and contents are anything: nothing here follows a symbolic link, waits for a FIFO, or reads more than an answer may have.
#pragma once

#include <string>
#include <vector>

#include "common/course/catalogue.hpp"

namespace grade {

constexpr std::size_t kLargestAnswer = 1 << 20;  // bytes; the longest reference solution has 6,000
constexpr std::size_t kMostFiles = 1000;         // of one student

struct Submission {
    std::string student;   // the folder's name, as the file system has it
    std::string file;      // the file's name
    std::string exercise;  // "02.1"; empty if the file's name is not one of an answer
    std::string text;
    std::string refused;  // a sentence if this cannot be graded
};

// In the order of students and files. Throws std::runtime_error, with a sentence, if the folder cannot be read.
std::vector<Submission> read_submissions(const std::string& folder,
                                         const std::vector<course::Exercise>& exercises);

}  // namespace grade
