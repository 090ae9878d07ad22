// Runs an answer that is compiled, with the harness of its exercise, and judges it: the one place that knows of which processes
// this takes.
//
// On the emulator there are three (emulator/remote, common/judging), so that no answer reaches the verdict: the answer, which calls
// the runtime; the emulator, which holds device memory, runs kernels and counts; and the judge, which draws inputs, calls the answer,
// and asks the emulator for results and counts. On a GPU there are two: no emulator, and nobody counts.
#pragma once

#include <string>
#include <vector>

#include "common/course/outcome.hpp"
#include "common/grade/confined.hpp"

namespace grade {

// The words that link an answer's object to a program in its folder; places are what these words name.
std::vector<std::string> link_words(const course::Exercise& exercise, const Conditions& conditions,
                                    std::vector<Place>& places);

// Files on which the judgement of an exercise depends, apart from the answer: make builds them (build/grade/EX/parts).
std::vector<std::string> parts_of_harness(const course::Exercise& exercise);

// Runs the program `answer` in the folder, an absolute path. Throws std::runtime_error if that says nothing about the answer.
course::Outcome run_answer(const course::Exercise& exercise, const std::string& folder,
                           const Conditions& conditions);

}  // namespace grade
