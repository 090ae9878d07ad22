// Which loads of a matrix multiplication are coalesced, by the rules of three generations: Kirk and Hwu's simple and
// tiled kernels, for each operand (exercises 5.6 and 5.7), and the tiled one for every BLOCK_SIZE (exercise 5.11).
//
//     build/04/coalescing       counts come from the emulator
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

#include "chapters/04-matmul/programs/parts/textbook/coalescing.hpp"

namespace {

using block_size::Kernel;
using coalescing::Counted;
using coalescing::kModelCount;
using coalescing::kModels;
using coalescing::Operands;

Counted counted(Kernel kernel, unsigned size, Operands operands) {
    const std::optional<Counted> found = coalescing::count(kernel, size, operands);
    if (!found) throw std::runtime_error("a GPU does not count; start it as build/simt build/04/coalescing");
    return *found;
}

void show_line(const std::string& name, const Counted& counted) {
    std::printf("%-12s", name.c_str());
    for (const coalescing::Loads& loads : counted.by_model)
        std::printf("  %8.2f %6.1f %%", loads.transactions, 100 * loads.utilisation);
    std::printf("\n");
}

void show_head(const char* first) {
    std::printf("%-12s", first);
    for (const char* const model : kModels) std::printf("  %17s", model);
    std::printf("\n");
}

void show_operands(unsigned size) {
    show_head(("blocks of " + std::to_string(size)).c_str());
    show_line("simple, M", counted(Kernel::kSimple, size, Operands::kM));
    show_line("simple, N", counted(Kernel::kSimple, size, Operands::kN));
    show_line("tiled, M", counted(Kernel::kTiled, size, Operands::kM));
    show_line("tiled, N", counted(Kernel::kTiled, size, Operands::kN));
    std::printf("\n");
}

void show_sizes() {
    show_head("BLOCK_SIZE");
    std::string all_used[kModelCount];
    for (unsigned size = 1; size <= 32; ++size) {
        const Counted loads = counted(Kernel::kTiled, size, Operands::kBoth);
        if (size % 4 == 0 || size < 4) show_line(std::to_string(size), loads);
        for (std::size_t model = 0; model < kModelCount; ++model)
            if (loads.by_model[model].utilisation == 1) all_used[model] += " " + std::to_string(size);
    }
    std::printf("\nevery byte that is moved is asked for with a BLOCK_SIZE of\n");
    for (std::size_t model = 0; model < kModelCount; ++model)
        std::printf("%s:%s\n", kModels[model], all_used[model].c_str());
}

}  // namespace

int main(int argc, char**) {
    if (argc > 1) {
        std::fprintf(stderr, "coalescing: it takes nothing.\n");
        return 2;
    }
    try {
        std::printf(
            "transactions for each load of a warp, and the share of their bytes that is asked for\n\n");
        show_operands(16);
        show_operands(32);
        show_sizes();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "coalescing: %s\n", error.what());
        return 1;
    }
    return 0;
}
