// cudaGraphDebugDotPrint: a graph as a file for Graphviz.
#include <fmt/format.h>

#include <fstream>
#include <unordered_map>

#include "emulator/report/names.hpp"
#include "emulator/runtime/call.hpp"
#include "emulator/runtime/graphs/graph.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

std::string label_of(const Work& work) {
    if (const auto* const kernel = std::get_if<KernelWork>(&work)) {
        const Dim3 &grid = kernel->launch.grid, &block = kernel->launch.block;
        return fmt::format("{}\\n<<<{}x{}x{}, {}x{}x{}, {}>>>",
                           report::kernel_name(kernel->function->kernel->demangled()), grid.x, grid.y, grid.z,
                           block.x, block.y, block.z, kernel->launch.dynamic_shared);
    }
    if (const auto* const copy = std::get_if<CopyWork>(&work)) {
        const cudaExtent& extent = copy->box.extent;
        return fmt::format("memcpy\\n{} x {} x {} bytes", extent.width, extent.height, extent.depth);
    }
    if (const auto* const fill = std::get_if<FillWork>(&work))
        return fmt::format("memset\\n{} x {} elements of {} bytes, {}", fill->rows.width, fill->rows.height,
                           fill->rows.elementSize, fill->rows.value);
    if (const auto* const library = std::get_if<LibraryWork>(&work)) return library->call;
    constexpr const char* kNames[] = {"kernel",      "memcpy", "memset",         "host function",
                                      "child graph", "empty",  "wait for event", "record event",
                                      "allocate",    "free",   "conditional",    "library"};
    static_assert(std::size(kNames) == std::variant_size_v<Work>);
    return kNames[work.index()];
}

// One graph as a cluster, with the graphs within its nodes. Numbers go on from graph to graph.
void write_dot(std::ofstream& out, const Graph& graph, int& number) {
    const int first = number;
    std::unordered_map<const Node*, int> numbers;
    out << fmt::format("subgraph cluster_{} {{\n", first);
    for (const auto& node : graph.nodes()) {
        numbers[node.get()] = number++;
        out << fmt::format("  node_{} [shape=\"box\" label=\"{}\"];\n", numbers[node.get()],
                           label_of(node->work));
    }
    for (const auto& node : graph.nodes())
        for (const Edge& edge : node->after)
            out << fmt::format("  node_{} -> node_{};\n", numbers[edge.from], numbers[node.get()]);
    out << "}\n";
    for (const auto& node : graph.nodes()) {
        if (const auto* const child = std::get_if<ChildWork>(&node->work))
            write_dot(out, *child->graph, number);
        if (const auto* const condition = std::get_if<ConditionalWork>(&node->work))
            for (const auto& body : condition->bodies) write_dot(out, *body, number);
    }
}

}  // namespace

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned) {
    return call([&] {
        const Graph& drawn = graph_of(graph);
        std::ofstream out(path ? path : "");
        int number = 0;
        out << "digraph dot {\n";
        write_dot(out, drawn, number);
        out << "}\n";
        if (!out.flush())
            fail(cudaErrorOperatingSystem, "the file {} cannot be written", path ? path : "(null)");
    });
}
