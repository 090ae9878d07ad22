// The rungs, in the order of the lesson. Each rung is a file N_name.cu, compiled once. Here it is declared and has
// its row: number, name, idea, functions. The program, the tests and the slides read these rows. See ladder.hpp.
#include "chapters/03-reduction/ladder.hpp"

#include "chapters/03-reduction/parts/instances.hpp"

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
DECLARE(streamed, reduce)

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
        {1, "interleaved", "A tree in a block: 191 divergent branches in the rounds of 1024 elements.",
         interleaved::reduce, interleaved::scratch_bytes<Element>},
        {2, "interleaved_without_divergence",
         "The same additions by neighbouring threads: 5 divergent branches, but bank conflicts.",
         interleaved_without_divergence::reduce, interleaved_without_divergence::scratch_bytes<Element>},
        {3, "sequential", "The stride shrinks: no bank conflicts.", sequential::reduce,
         sequential::scratch_bytes<Element>},
        {4, "first_add_while_loading", "No thread without an addition: half the blocks.",
         first_add_while_loading::reduce, first_add_while_loading::scratch_bytes<Element>},
        {5, "shuffles", "The last 32 values go through registers: half the barriers.", shuffles::reduce,
         shuffles::scratch_bytes<Element>},
        {6, "register_blocked", "Many elements a thread, 16 bytes at a time: memory is the limit.",
         register_blocked::reduce, register_blocked::scratch_bytes<Element>},
        {7, "single_launch", "The block that finishes last does the rest.", single_launch::reduce,
         single_launch::scratch_bytes<Element>},
        {8, "deterministic", "The order depends on n alone: the same bits on any GPU.", deterministic::reduce,
         deterministic::scratch_bytes<Element>},
        {9, "overlapped", "The next call begins before this one has ended: for small arrays.",
         overlapped::reduce, overlapped::scratch_bytes<Element>},
        {10, "streamed", "Small arrays leave the cache to others; large ones are read in order.",
         streamed::reduce, streamed::scratch_bytes<Element>},
    };
}

template <class Element, class Operator>
std::vector<Rung<Element, Operator>> scans() {
    return {
        {1, "three_phases", "Scan tiles, then their sums, then add these to the tiles.",
         scan::three_phases::scan, scan::three_phases::scratch_bytes<Element>},
        {2, "single_pass", "A tile looks back at what the tiles before have published: one read, one write.",
         scan::single_pass::scan, scan::single_pass::scratch_bytes<Element>},
        {3, "words", "Value and flag in one word: looking back takes one round trip to the cache, not three.",
         scan::words::scan, scan::words::scratch_bytes<Element>},
    };
}

const std::vector<Histogram> kHistograms = {
    {1, "atomics", "All threads add to 256 counters in global memory.", histogram::atomics::histogram},
    {2, "privatised", "Counters for each block, added up in the end.", histogram::privatised::histogram},
    {3, "packs", "16 bytes with each load, and no more blocks than have something to count.",
     histogram::packs::histogram},
    {4, "replicated", "A copy of the counters for each lane: no lane waits for another.",
     histogram::replicated::histogram},
};

#define LIST_REDUCTIONS(Element, Operator) template std::vector<Rung<Element, Operator>> reductions();
#define LIST_SCANS(Element, Operator) template std::vector<Rung<Element, Operator>> scans();
REDUCTIONS(LIST_REDUCTIONS)
TESTED_REDUCTIONS(LIST_REDUCTIONS)
SCANS(LIST_SCANS)

}  // namespace rungs
