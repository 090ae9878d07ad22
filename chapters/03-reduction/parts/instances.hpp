// The types and operators for which this chapter's reductions and scans are compiled. The rungs are templates; a file
// for each in instances/ includes the rung and instantiates it for all of these, so that ladders and tests are host
// code. Another type or operator is another line here.
#pragma once

#include <cstddef>
#include <cstdint>

#include "chapters/03-reduction/own_operator.hpp"
#include "chapters/03-reduction/test/operators.hpp"
#include "common/cuda/operators.hpp"

#define ELEMENTS(USE) \
    USE(float)        \
    USE(double)       \
    USE(std::int32_t) \
    USE(std::int64_t)

// The ladders' instances.
#define REDUCTIONS(USE)                             \
    USE(float, operators::Sum<float>)               \
    USE(float, operators::Min<float>)               \
    USE(float, operators::Max<float>)               \
    USE(double, operators::Sum<double>)             \
    USE(double, operators::Min<double>)             \
    USE(double, operators::Max<double>)             \
    USE(std::int32_t, operators::Sum<std::int32_t>) \
    USE(std::int32_t, operators::Min<std::int32_t>) \
    USE(std::int32_t, operators::Max<std::int32_t>) \
    USE(std::int64_t, operators::Sum<std::int64_t>) \
    USE(std::int64_t, operators::Min<std::int64_t>) \
    USE(std::int64_t, operators::Max<std::int64_t>) \
    USE(own::Element, own::Operator)

#define TESTED_REDUCTIONS(USE)               \
    USE(std::int32_t, tested::ProductModulo) \
    USE(std::int32_t, tested::CountedSum)

#define SCANS(USE)                                  \
    USE(std::int32_t, operators::Sum<std::int32_t>) \
    USE(double, operators::Sum<double>)             \
    USE(float, operators::Max<float>)               \
    USE(std::int32_t, tested::Compose)

#define INSTANTIATE_SCRATCH(Element) template std::size_t scratch_bytes<Element>(std::size_t);
#define INSTANTIATE_REDUCE(Element, Operator) \
    template void reduce(Element*, const Element*, std::size_t, Operator, void*);
#define INSTANTIATE_SCAN(Element, Operator) \
    template void scan(Element*, const Element*, std::size_t, Operator, void*);

#define REDUCTION_RUNG(rung)              \
    namespace rung {                      \
    ELEMENTS(INSTANTIATE_SCRATCH)         \
    REDUCTIONS(INSTANTIATE_REDUCE)        \
    TESTED_REDUCTIONS(INSTANTIATE_REDUCE) \
    }
#define SCAN_RUNG(rung)           \
    namespace rung {              \
    ELEMENTS(INSTANTIATE_SCRATCH) \
    SCANS(INSTANTIATE_SCAN)       \
    }
