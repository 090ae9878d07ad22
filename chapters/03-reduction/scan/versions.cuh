// All rungs of this ladder in one list, for the program and its tests.
#pragma once

#include <cstddef>
#include <vector>

#include "chapters/03-reduction/scan/1_three_phases.cuh"
#include "chapters/03-reduction/scan/2_single_pass.cuh"
#include "chapters/03-reduction/scan/3_words.cuh"

namespace scan {

template <class Element, class Operator>
struct Version {
    const char* name;
    void (*run)(Element* out, const Element* in, std::size_t n, Operator op, void* scratch);
    std::size_t (*scratch_bytes)(std::size_t n);
};

template <class Element, class Operator>
std::vector<Version<Element, Operator>> all() {
    return {
        {"three_phases", three_phases::scan, three_phases::scratch_bytes<Element>},
        {"single_pass", single_pass::scan, single_pass::scratch_bytes<Element>},
        {"words", words::scan, words::scratch_bytes<Element>},
    };
}

}  // namespace scan
