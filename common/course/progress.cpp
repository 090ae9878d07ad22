// See progress.hpp.
#include "common/course/progress.hpp"

#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace course {
namespace {

constexpr const char* kOpening =
    "# Solved so far, and what it cost beside the reference solution. make check writes this file.\n";

// "sectors=3072/3072".
bool read_cost(const std::string& word, Cost& cost) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0) return false;
    cost.name = word.substr(0, equals);
    char slash = 0, more = 0;
    std::istringstream numbers(word.substr(equals + 1));
    return numbers >> cost.own >> slash >> cost.reference && slash == '/' && !(numbers >> more);
}

// "02.1".
bool is_number_of_exercise(const std::string& word) {
    return std::isdigit(static_cast<unsigned char>(word[0])) && word.find('.') != std::string::npos &&
           word.find_first_not_of("0123456789.") == std::string::npos;
}

}  // namespace

Progress::Progress(std::string path) : path_(std::move(path)) {
    std::ifstream file(path_);
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        std::istringstream words(line);
        std::string id;
        if (!(words >> id) || id.starts_with("#")) continue;
        if (!is_number_of_exercise(id))
            throw std::runtime_error(path_ + ":" + std::to_string(number) + ": '" + id +
                                     "' is not an exercise such as 02.1. Mend the line or delete it.");
        std::vector<Cost>& costs = costs_[id];
        for (std::string word; words >> word;)
            if (!read_cost(word, costs.emplace_back()))
                throw std::runtime_error(
                    path_ + ":" + std::to_string(number) + ": '" + word +
                    "' is not a cost such as sectors=3072/3072. Mend the line or delete it.");
    }
}

void Progress::add(const std::string& id, const std::vector<Cost>& costs) {
    costs_[id] = costs;
    const std::string written = path_ + ".new";
    errno = 0;
    std::ofstream file(written);
    file << kOpening;
    for (const auto& [solved, its_costs] : costs_) {
        file << solved;
        for (const Cost& cost : its_costs)
            file << " " << cost.name << "=" << cost.own << "/" << cost.reference;
        file << "\n";
    }
    file.close();
    if (!file || std::rename(written.c_str(), path_.c_str()) != 0)
        throw std::runtime_error(path_ + " cannot be written (" + std::strerror(errno) +
                                 "): your progress is not recorded.");
}

}  // namespace course
