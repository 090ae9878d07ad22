// See confined.hpp.
#include "common/grade/confined.hpp"

#include <fcntl.h>

#include <stdexcept>

#include "common/grade/text.hpp"
#include "common/testing/process.hpp"

namespace grade {
namespace {

constexpr int kStatusFile = 9;  // bubblewrap's

[[noreturn]] void fail_to_sandbox(const Ended& ended) {
    throw std::runtime_error("The sandbox failed: " +
                             printable(ended.output.substr(0, ended.output.find('\n'))));
}

}  // namespace

std::string root_for(const Conditions& conditions) {
    return conditions.isolated ? "/course" : conditions.settings.root;
}

std::string folder_for(const Conditions& conditions, const std::string& folder) {
    return conditions.isolated ? "/answer" : folder;
}

Place read_only(const Conditions& conditions, const std::string& path) {
    return {conditions.settings.root + "/" + path, root_for(conditions) + "/" + path};
}

Ended run_confined(const std::vector<Confined>& commands, const Limits& limits, const Conditions& conditions,
                   const std::string& scratch) {
    std::vector<Command> wrapped;
    std::vector<std::string> status;
    for (const Confined& each : commands) {
        if (!conditions.isolated) {
            wrapped.push_back(each.command);
            continue;
        }
        wrapped.push_back(
            in_sandbox(each.command, each.places, each.programs, conditions.settings, conditions.hidden));
        status.push_back(scratch + "/status" + std::to_string(status.size()));
        const int file = open(status.back().c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        if (file < 0) throw std::runtime_error(status.back() + " cannot be written.");
        Command& last = wrapped.back();
        last.files.emplace_back(file, kStatusFile);
        last.words.insert(last.words.begin() + 1, {"--json-status-fd", std::to_string(kStatusFile)});
    }
    Ended ended = run_supervised(wrapped, limits);
    if (!conditions.isolated) return ended;
    // bubblewrap names its child when it begins to make the sandbox, and the exit code when the command, which it could run, has ended.
    const bool stopped = ended.ending.timed_out || !ended.exceeded.empty();
    for (std::size_t i = 0; i < status.size(); ++i) {
        const std::string said = testing::read_text(status[i]);
        const bool ran = said.find("exit-code") != std::string::npos;
        if (said.find("child-pid") == std::string::npos || (ended.over[i] && !stopped && !ran))
            fail_to_sandbox(ended);
        if (commands[i].command.trusted && !stopped && said.find("\"exit-code\": 137") != std::string::npos)
            throw std::runtime_error("The machine killed a process of the grader: it has too little memory.");
    }
    ended.ending = ending_in_sandbox(ended.ending);
    return ended;
}

}  // namespace grade
