// See share.hpp.
#include "common/course/share.hpp"

#include <set>
#include <string>

namespace course {
namespace {

std::set<std::string> passed_by(const std::vector<TestResult>& tests) {
    std::set<std::string> names;
    for (const TestResult& test : tests)
        if (test.status == "passed") names.insert(test.name);
    return names;
}

}  // namespace

double share_earned(const std::vector<TestResult>& answer, const std::vector<TestResult>& stub,
                    const std::vector<TestResult>& solution, double for_counts) {
    const std::set<std::string> own = passed_by(answer), given = passed_by(stub);
    double passed[2] = {}, all[2] = {};  // of results, of counts
    bool more_than_stub = false;
    for (const TestResult& test : solution) {
        if (test.status == "skipped") continue;
        const bool passes = own.contains(test.name);
        all[test.of_counts] += 1;
        passed[test.of_counts] += passes;
        more_than_stub = more_than_stub || (passes && !given.contains(test.name));
    }
    if (!more_than_stub) return 0;
    if (all[0] == 0) return passed[1] / all[1];
    if (all[1] == 0) return passed[0] / all[0];
    return (1 - for_counts) * passed[0] / all[0] + for_counts * passed[1] / all[1];
}

}  // namespace course
