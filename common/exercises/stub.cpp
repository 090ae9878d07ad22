// See stub.hpp.
#include "common/exercises/stub.hpp"

#include <sstream>
#include <stdexcept>

namespace exercises {
namespace {

constexpr const char* kBegin = "// solution begin";
constexpr const char* kEnd = "// solution end";
constexpr const char* kStub = "// stub:";

}  // namespace

std::string cut_stub(const std::string& solution) {
    std::istringstream lines(solution);
    std::string stub;
    int number = 0, regions = 0;
    bool inside = false;
    const auto fail = [&](const std::string& what) {
        throw std::runtime_error("line " + std::to_string(number) + ": " + what);
    };
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const std::size_t indentation = std::min(line.find_first_not_of(' '), line.size());
        const std::string text = line.substr(indentation);
        if (text == kBegin) {
            if (inside) fail("a solution begins inside another");
            inside = true;
            ++regions;
        } else if (text == kEnd) {
            if (!inside) fail("a solution ends that did not begin");
            inside = false;
        } else if (text.starts_with(kStub)) {
            if (!inside) fail("a line for the stub outside a solution");
            std::string kept = text.substr(std::string(kStub).size());
            if (kept.starts_with(' ')) kept.erase(0, 1);
            stub += (kept.empty() ? "" : line.substr(0, indentation) + kept) + "\n";
        } else if (!inside) {
            stub += line + "\n";
        }
    }
    if (inside) fail("a solution begins and does not end");
    if (regions == 0) fail("there is no \"// solution begin\": the stub would be the solution");
    return stub;
}

}  // namespace exercises
