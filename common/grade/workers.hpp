// Grades answers in processes, some at a time.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace grade {

// For each folder of a job, in this order, runs `this program --one FOLDER`, `jobs` at a time, and calls done(i) when it has ended.
// What it writes to standard error goes to FOLDER/log. Kills all of them, with their descendants, if it is interrupted (Interrupted,
// supervise.hpp) or if done() throws. This process must be a supervisor.
void run_workers(const std::vector<std::string>& folders, unsigned jobs,
                 const std::function<void(std::size_t)>& done);

}  // namespace grade
