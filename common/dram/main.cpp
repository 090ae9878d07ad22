// dram-model: prints the tables of the DRAM model, all of them or the sections named on the command line.
#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "common/dram/tables.hpp"

namespace {

const dram::Section* section_named(std::string_view name) {
    for (const dram::Section& section : dram::sections())
        if (section.name == name) return &section;
    return nullptr;
}

int usage(std::string_view wrong) {
    fmt::print(stderr, "dram-model: there is no section '{}'. Sections:", wrong);
    for (const dram::Section& section : dram::sections()) fmt::print(stderr, " {}", section.name);
    fmt::print(stderr, ". Without one, all are printed.\n");
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<const dram::Section*> chosen;
    for (int k = 1; k < argc; ++k) {
        chosen.push_back(section_named(argv[k]));
        if (chosen.back() == nullptr) return usage(argv[k]);
    }
    if (chosen.empty())
        for (const dram::Section& section : dram::sections()) chosen.push_back(&section);
    for (std::size_t k = 0; k < chosen.size(); ++k)
        fmt::print("{}{}\n\n{}", k == 0 ? "" : "\n", chosen[k]->title, chosen[k]->text());
}
