// Reductions on the CPU: the specification, the tree that the GPU's rungs start from, and the time that a GPU must
// beat. Compare with chapters/03-reduction, whose kernels are these loops, divided among threads.
//
// All take n elements, any n, and an operator of common/cuda/operators.hpp or your own. Without elements the result
// is its identity.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/cuda/operators.hpp"

namespace baseline {

// One element after the other: n operations (the first with the identity), each waiting for the one before.
template <class Element, class Operator>
Element reduce_serial(const Element* in, std::size_t n, Operator op) {
    Element result = op.identity();
    for (std::size_t i = 0; i < n; ++i) result = op(result, in[i]);
    return result;
}

// A tree, step by step. After the step with stride s, element i of `temp` holds the result of in[i] … in[i + 2s - 1]
// for every i that is a multiple of 2s. n need not be a power of two: an element without a partner waits for the next
// step.
//
// The stride doubles from step to step, and the inner loop advances its own index, i. (Sizmann's first version,
// §2.3.1, advances `len` there: it never ends, or ends at once.)
template <class Element, class Operator>
Element reduce_tree(const Element* in, std::size_t n, Operator op) {
    if (n == 0) return op.identity();
    std::vector<Element> temp(in, in + n);
    for (std::size_t stride = 1; stride < n; stride *= 2) {
        for (std::size_t i = 0; i + stride < n; i += 2 * stride) temp[i] = op(temp[i], temp[i + stride]);
    }
    return temp[0];
}

// The same tree with its loops swapped: the outer loop goes through the elements, as threads will, and each element
// does all of its steps. The additions are those of reduce_tree, and so are the bits of the result.
//
// The outer loop goes backwards, because element 0 takes temp[1], temp[2], temp[4] …, and each must be complete by
// then. (Sizmann's second version goes forwards and takes them before they are complete: for n = 2^k ones the result
// is k + 1. Its stride also grows only outside the inner loop.) Threads run in no particular order: they need a
// barrier after each step.
template <class Element, class Operator>
Element reduce_tree_swapped(const Element* in, std::size_t n, Operator op) {
    if (n == 0) return op.identity();
    std::vector<Element> temp(in, in + n);
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t stride = 1; i % (2 * stride) == 0 && i + stride < n; stride *= 2)
            temp[i] = op(temp[i], temp[i + stride]);
    }
    return temp[0];
}

// The array after each step of the tree: first the n elements, last only the result. Neighbours are combined, and a
// last element without a partner is combined with the identity, which changes nothing: ten elements become 5, 3, 2, 1
// (Sizmann, figure 2.1). For looking at, not for speed.
template <class Element, class Operator>
std::vector<std::vector<Element>> tree_steps(const Element* in, std::size_t n, Operator op) {
    std::vector<std::vector<Element>> steps{std::vector<Element>(in, in + n)};
    while (steps.back().size() > 1) {
        const std::vector<Element>& before = steps.back();
        std::vector<Element> after;
        for (std::size_t i = 0; i < before.size(); i += 2)
            after.push_back(op(before[i], i + 1 < before.size() ? before[i + 1] : op.identity()));
        steps.push_back(after);
    }
    return steps;
}

// 64 results side by side, element i in number i % 64, combined into one at the end: the additions of a row do not
// wait for each other, so the compiler makes vector instructions of them. One core does here what a block of threads
// does.
template <class Element, class Operator>
Element reduce_unrolled(const Element* in, std::size_t n, Operator op) {
    constexpr std::size_t kRow = 64;
    Element row[kRow];
    for (Element& result : row) result = op.identity();
    const std::size_t whole = n / kRow * kRow;
    for (std::size_t i = 0; i < whole; i += kRow) {
        for (std::size_t k = 0; k < kRow; ++k) row[k] = op(row[k], in[i + k]);
    }
    for (std::size_t i = whole; i < n; ++i) row[i - whole] = op(row[i - whole], in[i]);
    for (std::size_t half = kRow / 2; half > 0; half /= 2) {
        for (std::size_t k = 0; k < half; ++k) row[k] = op(row[k], row[k + half]);
    }
    return row[0];
}

// All cores: reduce_unrolled on pieces, then the pieces' results in order. The size of a piece does not depend on the
// number of threads, so the result has the same bits on any machine.
template <class Element, class Operator>
Element reduce_openmp(const Element* in, std::size_t n, Operator op) {
    constexpr std::size_t kPiece = 1 << 16;
    const std::size_t pieces = (n + kPiece - 1) / kPiece;
    std::vector<Element> results(pieces);
#pragma omp parallel for
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        const std::size_t first = piece * kPiece;
        results[piece] = reduce_unrolled(in + first, n - first < kPiece ? n - first : kPiece, op);
    }
    return reduce_serial(results.data(), pieces, op);
}

// Compiled once, for this CPU, in reduce.cpp; for other operators, in the files that use them.
#define BASELINE_REDUCE(declaration, Element, Operator)                                      \
    declaration Element reduce_serial(const Element*, std::size_t, Operator<Element>);       \
    declaration Element reduce_tree(const Element*, std::size_t, Operator<Element>);         \
    declaration Element reduce_tree_swapped(const Element*, std::size_t, Operator<Element>); \
    declaration Element reduce_openmp(const Element*, std::size_t, Operator<Element>);
#define BASELINE_REDUCE_ALL(declaration, Element)         \
    BASELINE_REDUCE(declaration, Element, operators::Sum) \
    BASELINE_REDUCE(declaration, Element, operators::Min) \
    BASELINE_REDUCE(declaration, Element, operators::Max)
BASELINE_REDUCE_ALL(extern template, float)
BASELINE_REDUCE_ALL(extern template, double)
BASELINE_REDUCE_ALL(extern template, std::int32_t)
BASELINE_REDUCE_ALL(extern template, std::int64_t)

}  // namespace baseline
