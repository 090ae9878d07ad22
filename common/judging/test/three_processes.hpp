// Starts the emulator, an answer and a judge, as a grader does, but in no sandbox.
#pragma once

#include <string>
#include <vector>

#include "common/testing/record.hpp"

namespace judging {

struct Judged {
    int exit_code = -1;  // of the judge; 128 + the signal's number if one ended it
    testing::Record record;
    std::string counts, errors;  // errors: what all three wrote to stderr
};

// Judges the program `answer` by the harness of the exercise "02.1". variables: "NAME=value", for all three.
Judged judge(const std::string& exercise, const std::string& answer,
             const std::vector<std::string>& variables = {});

// The same by the program that has harness and answer in one process.
Judged judge_in_one_process(const std::string& program);

// Both as on a GPU: each process has a device of its own, and counts nothing. Its runtime is the emulator's without emulator/api.h.
Judged judge_on_gpu(const std::string& exercise, const std::string& answer,
                    const std::vector<std::string>& variables = {});
Judged judge_on_gpu_in_one_process(const std::string& program);

}  // namespace judging
