// See rubric.hpp.
#include "common/grade/rubric.hpp"

#include <charconv>
#include <regex>
#include <sstream>
#include <stdexcept>

#include "common/course/share.hpp"

namespace grade {
namespace {

// "40 %" is 0.4: the number without its sign.
bool read_number(std::string word, double most, double& number) {
    if (word.ends_with("%")) word.pop_back();
    const char* const end = word.data() + word.size();
    const auto [read_to, error] = std::from_chars(word.data(), end, number);
    return error == std::errc{} && read_to == end && number >= 0 && number <= most;
}

// "default", or a number such as 02.1 or 02.10.
bool is_exercise(const std::string& word) {
    static const std::regex number("[0-9]{2}\\.[1-9][0-9]?");
    return word == "default" || std::regex_match(word, number);
}

}  // namespace

const Worth& Rubric::of(const std::string& exercise) const {
    const auto found = lines.find(exercise);
    return found == lines.end() ? usual : found->second;
}

Rubric parse_rubric(const std::string& text) {
    constexpr double kMostPoints = 1e6;
    Rubric rubric;
    std::istringstream lines(text);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        std::istringstream words(line.substr(0, line.find('#')));
        std::string exercise, points, counts, more;
        if (!(words >> exercise)) continue;
        Worth worth = rubric.usual;
        words >> points >> counts >> more;
        double percent = 100 * worth.counts;
        const bool right = is_exercise(exercise) && read_number(points, kMostPoints, worth.points) &&
                           (counts.empty() || (counts.ends_with("%") && read_number(counts, 100, percent))) &&
                           more.empty();
        if (!right)
            throw std::runtime_error("Line " + std::to_string(number) +
                                     " of the rubric is not EXERCISE POINTS [COUNTS%], as in "
                                     "\"02.1 10 40%\": " +
                                     line);
        worth.counts = percent / 100;
        (exercise == "default" ? rubric.usual : rubric.lines[exercise]) = worth;
    }
    return rubric;
}

double points_of(const Result& result, const Result& stub, const Result& solution, const Worth& worth) {
    return worth.points * course::share_earned(result.tests, stub.tests, solution.tests, worth.counts);
}

}  // namespace grade
