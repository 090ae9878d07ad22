// See rungs.hpp. Each rung is a file of its own, compiled once; here they are declared and listed, in the order in which the
// lesson climbs them.
#include "chapters/03-reduction/rungs.hpp"

#include "chapters/03-reduction/instances.hpp"

#define DECLARE(rung, function)                                                                \
    namespace rung {                                                                           \
    template <class Element, class Operator>                                                   \
    void function(Element* out, const Element* in, std::size_t n, Operator op, void* scratch); \
    template <class Element>                                                                   \
    std::size_t scratch_bytes(std::size_t n);                                                  \
    }

DECLARE(interleaved, reduce)
DECLARE(interleaved_without_divergence, reduce)
DECLARE(sequential, reduce)
DECLARE(first_add_while_loading, reduce)
DECLARE(shuffles, reduce)
DECLARE(register_blocked, reduce)
DECLARE(single_launch, reduce)
DECLARE(deterministic, reduce)
DECLARE(overlapped, reduce)

DECLARE(scan::three_phases, scan)
DECLARE(scan::single_pass, scan)
DECLARE(scan::words, scan)

namespace histogram::atomics {
void histogram(std::int64_t* counts, const std::uint8_t* in, std::size_t n);
}
namespace histogram::privatised {
void histogram(std::int64_t* counts, const std::uint8_t* in, std::size_t n);
}
namespace histogram::packs {
void histogram(std::int64_t* counts, const std::uint8_t* in, std::size_t n);
}
namespace histogram::replicated {
void histogram(std::int64_t* counts, const std::uint8_t* in, std::size_t n);
}

namespace rungs {

template <class Element, class Operator>
std::vector<Rung<Element, Operator>> reductions() {
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

template <class Element, class Operator>
std::vector<Rung<Element, Operator>> scans() {
    return {
        {"three_phases", scan::three_phases::scan, scan::three_phases::scratch_bytes<Element>},
        {"single_pass", scan::single_pass::scan, scan::single_pass::scratch_bytes<Element>},
        {"words", scan::words::scan, scan::words::scratch_bytes<Element>},
    };
}

const std::vector<Histogram> kHistograms = {
    {"atomics", histogram::atomics::histogram},
    {"privatised", histogram::privatised::histogram},
    {"packs", histogram::packs::histogram},
    {"replicated", histogram::replicated::histogram},
};

#define LIST_REDUCTIONS(Element, Operator) template std::vector<Rung<Element, Operator>> reductions();
#define LIST_SCANS(Element, Operator) template std::vector<Rung<Element, Operator>> scans();
REDUCTIONS(LIST_REDUCTIONS)
TESTED_REDUCTIONS(LIST_REDUCTIONS)
SCANS(LIST_SCANS)

}  // namespace rungs
