// Rung 14's choice for a shape, and the reason: the tile and the parts of k with the shortest expected time, beside
// the expected time of rung 13's tile.
//
//     build/04/choices                      for the shapes of more/shapes.csv
//     build/04/choices 300x200x5000 …       for others, m x n x k
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "chapters/04-matmul/more/shapes.hpp"
#include "chapters/04-matmul/parts/choice.hpp"
#include "common/cuda/device.hpp"
#include "common/ladder/size.hpp"
#include "common/ladder/text_table.hpp"

namespace {

constexpr std::size_t kOfRung13 = 0;  // its tile, of divided_k::kTiles

std::size_t tiles_for(std::size_t extent, std::size_t tile) { return (extent + tile - 1) / tile; }

void add(ladder::TextTable& table, std::size_t m, std::size_t n, std::size_t k, unsigned on) {
    const divided_k::Problem problem = divided_k::packed(m, n, k);
    const divided_k::Choice choice = divided_k::choose(problem, on);
    const divided_k::Tile& tile = divided_k::kTiles[choice.tile];
    const std::size_t tiles = tiles_for(m, tile.rows) * tiles_for(n, tile.cols);
    const bool last_round = choice.parts == divided_k::kLastRound;
    const std::size_t last = divided_k::in_last_round(tiles, choice.tile, on);
    const std::size_t blocks =
        last_round ? tiles - last + std::size_t{on} * tile.blocks : tiles * choice.parts;
    const auto text = [](std::size_t number) { return std::to_string(number); };
    table.add({text(m) + "x" + text(n) + "x" + text(k), text(tile.rows) + " x " + text(tile.cols),
               text(tile.slices), last_round ? "last round" : text(choice.parts), text(blocks),
               text(tiles_for(blocks, on)), ladder::format_rate(choice.expected_us),
               ladder::format_rate(divided_k::expected_us(problem, kOfRung13, 1, on))});
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const unsigned on = gpu::multiprocessors();
        ladder::TextTable table({"", "tile", "slices", "parts", "blocks", "most on a\nmultiprocessor",
                                 "expected\nus", "rung 13's\ntile, us"});
        for (int i = 1; i < argc; ++i) {
            const ladder::Size size = ladder::parse_size(argv[i], 3);
            add(table, size[0], size[1], size[2], on);
        }
        if (argc == 1)
            for (const shapes::Shape& shape : shapes::all())
                if (shape.lda == shape.k) add(table, shape.m, shape.n, shape.k, on);
        std::printf("%u multiprocessors\n\n%s", on, table.to_text().c_str());
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s.\n", argv[0], error.what());
        return 2;
    }
}
