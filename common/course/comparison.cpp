// See comparison.hpp.
#include "common/course/comparison.hpp"

#include <algorithm>
#include <cstdio>
#include <initializer_list>

namespace course {
namespace {

struct Compared {
    const char* name;
    const char* words;
    std::initializer_list<const char*> keys;  // added up
};

const Compared kCompared[] = {
    {"sectors",
     "sectors of global memory",
     {"global_load_sectors", "global_store_sectors", "global_atomic_sectors"}},
    {"DRAM_bytes", "bytes of DRAM", {"dram_read_bytes", "dram_write_bytes"}},
    {"wavefronts", "wavefronts of shared memory", {"shared_load_wavefronts", "shared_store_wavefronts"}},
    {"atomics", "atomic operations", {"atomics"}},
    {"instructions", "warp instructions", {"warp_instructions"}},
    {"barriers", "barriers", {"barriers"}},
};

std::uint64_t sum(const Counts& counts, const Compared& compared) {
    double total = 0;
    for (const char* key : compared.keys) {
        const auto found = counts.find(key);
        if (found != counts.end()) total += found->second;
    }
    return static_cast<std::uint64_t>(total);
}

// "1,234,567".
std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t place = text.size(); place > 3; place -= 3) text.insert(place - 3, ",");
    return text;
}

std::string ratio(const Cost& cost) {
    if (cost.reference == 0) return "";
    char text[32];
    std::snprintf(text, sizeof text, "%.2f",
                  static_cast<double>(cost.own) / static_cast<double>(cost.reference));
    return text;
}

std::string words_for(const std::string& name) {
    for (const Compared& compared : kCompared)
        if (compared.name == name) return compared.words;
    return name;
}

}  // namespace

std::vector<Cost> compared(const Counts& own, const Counts& reference) {
    std::vector<Cost> costs;
    for (const Compared& one : kCompared) {
        const Cost cost{one.name, sum(own, one), sum(reference, one)};
        if (cost.own + cost.reference > 0) costs.push_back(cost);
    }
    return costs;
}

std::string differences(const std::vector<Cost>& costs) {
    std::string text;
    for (const Cost& cost : costs)
        if (cost.own != cost.reference)
            text += (text.empty() ? "" : ", ") + (cost.reference ? ratio(cost) : std::to_string(cost.own)) +
                    " " + cost.name;
    return !text.empty() ? text : costs.empty() ? "" : "the same counts";
}

std::string text_of(const std::vector<Cost>& costs) {
    if (costs.empty()) return "";
    char line[128];
    std::snprintf(line, sizeof line, "  %-28s %14s %14s %7s\n", "over all its tests", "yours", "reference",
                  "ratio");
    std::string text = line;
    for (const Cost& cost : costs) {
        std::snprintf(line, sizeof line, "  %-28s %14s %14s %7s\n", words_for(cost.name).c_str(),
                      grouped(cost.own).c_str(), grouped(cost.reference).c_str(), ratio(cost).c_str());
        text += line;
    }
    return text;
}

}  // namespace course
