// All rungs of this chapter in one list, for the program and its tests.
#pragma once

#include <cstddef>
#include <vector>

#include "chapters/03-reduction/1_interleaved.cuh"
#include "chapters/03-reduction/2_interleaved_without_divergence.cuh"
#include "chapters/03-reduction/3_sequential.cuh"
#include "chapters/03-reduction/4_first_add_while_loading.cuh"
#include "chapters/03-reduction/5_shuffles.cuh"
#include "chapters/03-reduction/6_register_blocked.cuh"
#include "chapters/03-reduction/7_single_launch.cuh"
#include "chapters/03-reduction/8_deterministic.cuh"
#include "chapters/03-reduction/9_overlapped.cuh"

namespace versions {

template <class Element, class Operator>
struct Version {
    const char* name;
    void (*run)(Element* out, const Element* in, std::size_t n, Operator op, void* scratch);
    std::size_t (*scratch_bytes)(std::size_t n);
};

template <class Element, class Operator>
std::vector<Version<Element, Operator>> all() {
    return {
        {"interleaved", interleaved::reduce, interleaved::scratch_bytes<Element>},
        {"interleaved_without_divergence", interleaved_without_divergence::reduce,
         interleaved_without_divergence::scratch_bytes<Element>},
        {"sequential", sequential::reduce, sequential::scratch_bytes<Element>},
        {"first_add_while_loading", first_add_while_loading::reduce,
         first_add_while_loading::scratch_bytes<Element>},
        {"shuffles", shuffles::reduce, shuffles::scratch_bytes<Element>},
        {"register_blocked", register_blocked::reduce, register_blocked::scratch_bytes<Element>},
        {"single_launch", single_launch::reduce, single_launch::scratch_bytes<Element>},
        {"deterministic", deterministic::reduce, deterministic::scratch_bytes<Element>},
        {"overlapped", overlapped::reduce, overlapped::scratch_bytes<Element>},
    };
}

}  // namespace versions
