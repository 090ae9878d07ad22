// See run.hpp.
#include "chapters/05-shortcuts/parts/graph/run.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "chapters/05-shortcuts/parts/graph/check.hpp"
#include "chapters/05-shortcuts/parts/graph/floyd_warshall.hpp"
#include "chapters/05-shortcuts/parts/graph/shortest_paths.hpp"
#include "chapters/05-shortcuts/parts/graph/squaring.hpp"
#include "common/cuda/counters.hpp"
#include "common/cuda/timer.hpp"

namespace graph {
namespace {

constexpr std::size_t kSources = 16;   // of paths that are checked
constexpr std::size_t kShown = 8;      // the most vertices whose answers are printed
constexpr std::size_t kPatient = 500;  // vertices for which the emulator takes some seconds

struct Method {
    const char* name;
    const char* round;
    int (*run)(gpu::Buffer<float>& d, std::size_t n);
};
constexpr Method kMethods[] = {{"repeated squaring", "product", square_until_settled},
                               {"blocked Floyd-Warshall", "round", floyd_warshall}};

std::string counted(std::size_t count, const std::string& one, const std::string& several) {
    return std::to_string(count) + " " + (count == 1 ? one : several);
}

// Runs one method and checks its answers; true if they are right.
bool run_method(const Method& method, const Graph& graph, const std::vector<float>& lengths,
                std::vector<float>& answers) {
    gpu::Buffer<float> d(lengths);
    gpu::Timer timer;
    timer.start();
    const int rounds = method.run(d, graph.vertices);
    const float milliseconds = timer.stop_ms();
    answers = d.to_host();
    const std::vector<std::uint32_t> sources = sample(graph, kSources);
    const std::string wrong = defect(graph, answers, sources);
    const std::string time = gpu::emulator::present() ? "" : ", " + std::to_string(milliseconds) + " ms";
    std::printf(
        "%-24s%s%s: ", method.name,
        counted(static_cast<std::size_t>(rounds), method.round, std::string(method.round) + "s").c_str(),
        time.c_str());
    if (wrong.empty()) {
        std::printf("as %s's paths from %s\n", has_negative_edge(graph) ? "Bellman and Ford" : "Dijkstra",
                    counted(sources.size(), "vertex", "vertices").c_str());
    } else {
        std::printf("WRONG, %s\n", wrong.c_str());
    }
    return wrong.empty();
}

void describe(const std::vector<float>& answers, std::size_t n) {
    std::size_t without = 0;
    float longest = -std::numeric_limits<float>::infinity();
    std::size_t pair = 0;
    for (std::size_t k = 0; k < answers.size(); ++k) {
        if (std::isinf(answers[k])) {
            ++without;
        } else if (answers[k] > longest) {
            longest = answers[k];
            pair = k;
        }
    }
    std::printf("Of %zu pairs, %zu have no path. Farthest apart are vertices %zu and %zu: %.9g.\n",
                answers.size(), without, pair / n + 1, pair % n + 1, static_cast<double>(longest));
}

// For few vertices, prints every answer, with a row for each vertex where paths begin.
void show(const std::vector<float>& answers, std::size_t n) {
    for (std::size_t i = 0; i <= n; ++i) {
        if (i == 0) {
            std::printf("%-9s", "to");
        } else {
            std::printf("from %-4zu", i);
        }
        for (std::size_t j = 0; j < n; ++j) {
            if (i == 0) {
                std::printf("%9zu", j + 1);
            } else if (std::isinf(answers[(i - 1) * n + j])) {
                std::printf("%9s", "-");
            } else {
                std::printf("%9g", static_cast<double>(answers[(i - 1) * n + j]));
            }
        }
        std::printf("\n");
    }
}

// Whether the cycle's length is so small beside its edges that it may be a rounding error of a cycle of length 0.
bool is_rounding(const Graph& graph, const std::vector<std::uint32_t>& cycle) {
    constexpr double kOfAFloat = 6e-8;
    double longest = 0;
    for (const Edge& edge : graph.edges) {
        if (std::isfinite(edge.length))
            longest = std::max(longest, std::abs(static_cast<double>(edge.length)));
    }
    return -length_of(graph, cycle) <= kOfAFloat * longest * static_cast<double>(cycle.size());
}

void name_cycle(const Graph& graph, const std::vector<std::uint32_t>& cycle) {
    std::printf("There are no shortest paths: %s adds up to %g, less each time one goes around.\n",
                to_string(cycle).c_str(), length_of(graph, cycle));
    if (is_rounding(graph, cycle))
        std::printf(
            "Fractions are rounded when they become floats: if it is to be 0, use a smaller unit and whole "
            "numbers.\n");
}

}  // namespace

int run(const Graph& graph, const std::string& name) {
    std::printf("%s: %s, %s\n", name.c_str(), counted(graph.vertices, "vertex", "vertices").c_str(),
                counted(graph.edges.size(), "edge", "edges").c_str());
    const std::vector<std::uint32_t> cycle = negative_cycle(graph);
    if (!cycle.empty()) {
        name_cycle(graph, cycle);
        return 1;
    }
    if (gpu::emulator::present() && graph.vertices > kPatient) {
        std::printf("The emulator will take a while: a product has %.2g relaxations.\n",
                    std::pow(static_cast<double>(graph.vertices), 3));
        std::fflush(stdout);
    }
    const std::vector<float> lengths = matrix(graph);
    std::vector<float> answers;
    bool right = true;
    for (const Method& method : kMethods) right = run_method(method, graph, lengths, answers) && right;
    if (right) describe(answers, graph.vertices);
    if (right && graph.vertices <= kShown) show(answers, graph.vertices);
    return right ? 0 : 1;
}

}  // namespace graph
