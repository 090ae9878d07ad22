// What the programs of the corpus share. A case is a host function with a `bool wrong`: with it one line is a fault, without
// it the same code is right. A program runs the cases that its arguments name, each "name/wrong" or "name/right"; "list"
// prints every name, "right" runs all that are right.
//
// Two comments make a case's expectation, and faults_test.cpp reads them from the source:
//     // case: name | kind | space | width | scope      above it; what the fault is, and between whom
//     // finds: kind, space                             at the end of every line that the finding may name
// A family of cases, one a width, has * in its name and as its width. Scope is who has to be seen together to see the fault:
// a lane, lanes of a warp, warps of a block, blocks of a grid, or launches (and calls of the host).
#pragma once

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"

namespace corpus {

struct Case {
    const char* name;
    void (*right)();
    void (*wrong)();
};

#define CORPUS_CASE(name) \
    ::corpus::Case { #name, run_##name < false>, run_##name < true> }

// A family: the same case for elements of 1, 2, 4, 8 and 16 bytes and for a vector of two floats.
#define CORPUS_WIDTH(name, suffix, Element) \
    ::corpus::Case { #name "_" suffix, run_##name < false, Element>, run_##name < true, Element> }
#define CORPUS_WIDE(name)                                                             \
    CORPUS_WIDTH(name, "2", unsigned short), CORPUS_WIDTH(name, "4", unsigned),       \
        CORPUS_WIDTH(name, "8", unsigned long long), CORPUS_WIDTH(name, "16", uint4), \
        CORPUS_WIDTH(name, "vector", float2)
#define CORPUS_WIDTHS(name) CORPUS_WIDTH(name, "1", unsigned char), CORPUS_WIDE(name)

// A buffer of zeros.
template <class Element>
gpu::Buffer<Element> zeros(std::size_t count) {
    gpu::Buffer<Element> buffer(count);
    buffer.fill_bytes(0);
    return buffer;
}

// A buffer of 1, 2, 3, …, all of them below `bound`.
template <class Element>
gpu::Buffer<Element> counted(std::size_t count, std::size_t bound = 97) {
    std::vector<Element> host(count);
    for (std::size_t i = 0; i < count; ++i) host[i] = static_cast<Element>((i + 1) % bound);
    return gpu::Buffer<Element>(host);
}

// Waits for the launches so far. What a checker ended the program for, or the GPU trapped on, is an exception here.
inline void finish() {
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

// Runs what `wanted` asks for: true if that names the case.
inline bool run_case(const Case& one, const std::string& wanted) {
    const std::string name = one.name;
    const bool right = wanted == "right" || wanted == name + "/right";
    if (!right && wanted != name + "/wrong") return false;
    try {
        right ? one.right() : one.wrong();
    } catch (const gpu::Error& error) {
        std::printf("%s: %s\n", wanted.c_str(), error.what());
    }
    return true;
}

inline int run_cases(const std::vector<Case>& cases, int argc, char** argv) {
    if (argc == 2 && std::strcmp(argv[1], "list") == 0) {
        for (const Case& one : cases) std::printf("%s\n", one.name);
        return 0;
    }
    for (int i = 1; i < argc; ++i) {
        bool found = false;
        for (const Case& one : cases) found |= run_case(one, argv[i]);
        if (found) continue;
        std::fprintf(
            stderr,
            "There is no case %s; \"list\" prints the names, and each runs as NAME/wrong or NAME/right.\n",
            argv[i]);
        return 2;
    }
    return 0;
}

}  // namespace corpus
