// See run.hpp.
#include "chapters/05-shortcuts/graph/run.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "chapters/05-shortcuts/graph/check.hpp"
#include "chapters/05-shortcuts/graph/floyd_warshall.cuh"
#include "chapters/05-shortcuts/graph/journeys.hpp"
#include "chapters/05-shortcuts/graph/squaring.cuh"
#include "common/cuda/counters.hpp"
#include "common/cuda/timer.hpp"

namespace graph {
namespace {

constexpr std::size_t kSources = 16;

struct Method {
    const char* name;
    const char* rounds;
    int (*run)(gpu::Buffer<float>& d, std::size_t n);
};
constexpr Method kMethods[] = {{"repeated squaring", "products", square_until_settled},
                               {"blocked Floyd-Warshall", "rounds of 32 places", floyd_warshall}};

// Whether the answers are right.
bool run_method(const Method& method, const Graph& graph, const std::vector<float>& lengths,
                std::vector<float>& answers) {
    gpu::Buffer<float> d(lengths);
    gpu::Timer timer;
    timer.start();
    const int rounds = method.run(d, graph.places);
    const float milliseconds = timer.stop_ms();
    answers = d.to_host();
    const std::vector<std::uint32_t> sources = sample(graph, kSources);
    const std::string wrong = defect(graph, answers, sources);
    const std::string time = gpu::emulator::present() ? "" : ", " + std::to_string(milliseconds) + " ms";
    std::printf("%-24s%d %s%s: ", method.name, rounds, method.rounds, time.c_str());
    if (wrong.empty()) {
        std::printf("as %s's journeys from %zu places\n",
                    has_negative_road(graph) ? "Bellman and Ford" : "Dijkstra", sources.size());
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
    std::printf("Of %zu pairs, %zu have no journey. Farthest apart are places %zu and %zu: %g.\n",
                answers.size(), without, pair / n + 1, pair % n + 1, static_cast<double>(longest));
}

}  // namespace

int run(const Graph& graph, const std::string& name) {
    std::printf("%s: %zu places, %zu roads\n", name.c_str(), graph.places, graph.roads.size());
    const std::vector<std::uint32_t> cycle = negative_cycle(graph);
    if (!cycle.empty()) {
        std::printf("There are no shortest journeys: %s adds up to %g, less each time one goes around.\n",
                    to_string(cycle).c_str(), length_of(graph, cycle));
        return 1;
    }
    const std::vector<float> lengths = matrix(graph);
    std::vector<float> answers;
    bool right = true;
    for (const Method& method : kMethods) right = run_method(method, graph, lengths, answers) && right;
    if (right) describe(answers, graph.places);
    return right ? 0 : 1;
}

}  // namespace graph
