// Shows the cost of a boundary: which warps lie inside the data, which hang over its edge, and which have no data.
// The warps report this themselves, on any device; the emulator also counts the warps that diverge at the guard's
// branch.
//
//     build/01/boundaries                               the sizes of the text
//     build/01/boundaries 1003 --block 64               a vector
//     build/01/boundaries 76x62 --block 16x16           a picture
//     build/01/boundaries 76x62 200x150 --list          one line for each
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "chapters/01-first-kernel/programs/parts/boundary.hpp"
#include "chapters/01-first-kernel/programs/parts/shape.hpp"
#include "common/cuda/counters.hpp"

namespace {

using warps::Cover;
using warps::Shape;

struct Options {
    std::vector<Shape> sizes;
    Shape block;  // x = 0: the text's, 64 for vectors and 16x16 for pictures
    bool list = false;
};

Options parse(int argc, char** argv) {
    Options options;
    options.block.x = 0;
    for (int k = 1; k < argc; ++k) {
        const std::string argument = argv[k];
        if (argument == "--list")
            options.list = true;
        else if (argument == "--block" && k + 1 < argc)
            options.block = warps::parse_block(argv[++k]);
        else
            options.sizes.push_back(warps::parse_shape(argument, 2));
    }
    if (options.sizes.empty()) {
        options.list = true;
        for (const char* const text :
             {"100", "1000", "1003", "10000", "76x62", "76x61", "200x150", "1000x750"})
            options.sizes.push_back(warps::parse_shape(text, 2));
    }
    return options;
}

Cover cover_of(const Shape& size, const Options& options) {
    constexpr unsigned kVectorBlock = 64, kPictureBlock = 16;
    constexpr unsigned kMostBlocksDown = 65535;
    Cover cover{dim3(kVectorBlock), size.x, size.y};
    if (size.dimensions == 2) cover.block = dim3(kPictureBlock, kPictureBlock);
    if (options.block.x != 0) {
        if (options.block.dimensions != size.dimensions)
            throw warps::BadShape("Blocks of " + warps::name(options.block) + " do not cover " +
                                  warps::name(size) +
                                  ": a vector takes blocks of one dimension, a picture blocks of two.");
        cover.block = dim3(options.block.x, options.block.y);
    }
    if (cover.grid().y > kMostBlocksDown)
        throw warps::BadShape(warps::name(size) + " is too high: a grid has at most 65535 blocks in y.");
    if (static_cast<unsigned long long>(size.x) * size.y > (1ull << 30))
        throw warps::BadShape(warps::name(size) + " is too large: at most 2^30 elements.");
    return cover;
}

std::string block_name(const Shape& size, const Cover& cover) {
    return std::to_string(cover.block.x) + (size.dimensions == 2 ? "x" + std::to_string(cover.block.y) : "");
}

// One character a warp: # all lanes inside, / some, . none.
std::string letters_of(const Cover& cover, const std::vector<unsigned>& lanes_inside, unsigned block) {
    std::string letters;
    for (unsigned warp = 0; warp < cover.warps_per_block(); ++warp) {
        const warps::Place place =
            warps::place_of(cover, lanes_inside, block * cover.warps_per_block() + warp);
        letters += place == warps::Place::kInside ? '#' : place == warps::Place::kEdge ? '/' : '.';
    }
    return letters;
}

// Equal neighbouring blocks are one entry: "12 x ########, 1 x ////////".
std::string row_of_blocks(const Cover& cover, const std::vector<unsigned>& lanes_inside, unsigned row) {
    std::string text, last;
    unsigned count = 0;
    const auto flush = [&] {
        if (count > 0) text += "  " + std::to_string(count) + " x " + last;
        count = 0;
    };
    for (unsigned col = 0; col < cover.grid().x; ++col) {
        const std::string letters = letters_of(cover, lanes_inside, row * cover.grid().x + col);
        if (letters != last) flush();
        last = letters;
        ++count;
    }
    flush();
    return text;
}

// Equal rows of blocks are one line.
void print_blocks(const Cover& cover, const std::vector<unsigned>& lanes_inside) {
    std::string last;
    unsigned first = 0;
    const auto flush = [&](unsigned end) {
        if (last.empty()) return;
        const std::string rows = end - first == 1 ? std::to_string(first)
                                                  : std::to_string(first) + " to " + std::to_string(end - 1);
        std::printf("  blocks in row %-8s%s\n", rows.c_str(), last.c_str());
    };
    for (unsigned row = 0; row < cover.grid().y; ++row) {
        const std::string text = row_of_blocks(cover, lanes_inside, row);
        if (text == last) continue;
        flush(row);
        last = text;
        first = row;
    }
    flush(cover.grid().y);
}

// The emulator's counts of the guarded kernel; nothing on a GPU.
struct Counted {
    double divergent_warps, instructions, lanes_at_work;
};

std::optional<Counted> count(const Cover& cover) {
    const gpu::LaunchCounters since_here;
    warps::run_guarded(cover);
    const auto divergent = since_here.sum("divergent_warps");
    const auto instructions = since_here.sum("warp_instructions");
    const auto lanes = since_here.sum("active_lanes_pct");
    if (!divergent || !instructions || !lanes) return std::nullopt;
    return Counted{*divergent, *instructions, *lanes};
}

double share_of_warps(const Counted& counted, const Cover& cover) {
    return 100 * counted.divergent_warps / cover.warps();
}

void show(const Shape& size, const Cover& cover) {
    const std::vector<unsigned> lanes_inside = warps::vote(cover);
    const warps::Tally tally = warps::tally(cover, lanes_inside);
    std::printf("%s %s in blocks of %s: %u x %u blocks of %u warps, %u warps.\n", warps::name(size).c_str(),
                size.dimensions == 1 ? "elements" : "pixels", block_name(size, cover).c_str(), cover.grid().x,
                cover.grid().y, cover.warps_per_block(), cover.warps());
    print_blocks(cover, lanes_inside);
    std::printf("  # all lanes inside: %u warps; / at the edge: %u; . without data: %u\n", tally.inside,
                tally.edge, tally.outside);
    if (const auto counted = count(cover))
        std::printf("  counted: divergent warps %.0f, %.2f %% of those launched\n", counted->divergent_warps,
                    share_of_warps(*counted, cover));
    else
        std::printf("  divergent warps are counted on the emulator only\n");
}

void list(const std::vector<Shape>& sizes, const Options& options) {
    std::printf("%-10s %-6s %6s %7s %5s %8s %10s %8s %13s %14s\n", "size", "block", "warps", "inside", "edge",
                "no data", "divergent", "share", "instructions", "lanes at work");
    for (const Shape& size : sizes) {
        const Cover cover = cover_of(size, options);
        const warps::Tally tally = warps::tally(cover, warps::vote(cover));
        std::printf("%-10s %-6s %6u %7u %5u %8u", warps::name(size).c_str(), block_name(size, cover).c_str(),
                    cover.warps(), tally.inside, tally.edge, tally.outside);
        if (const auto counted = count(cover))
            std::printf(" %10.0f %6.2f %% %13.0f %12.2f %%\n", counted->divergent_warps,
                        share_of_warps(*counted, cover), counted->instructions, counted->lanes_at_work);
        else
            std::printf(" %10s %8s %13s %14s\n", "-", "-", "-", "-");
    }
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const Options options = parse(argc, argv);
        if (options.list) {
            list(options.sizes, options);
            return 0;
        }
        for (std::size_t k = 0; k < options.sizes.size(); ++k) {
            if (k > 0) std::printf("\n");
            show(options.sizes[k], cover_of(options.sizes[k], options));
        }
    } catch (const warps::BadShape& error) {
        std::fprintf(stderr, "boundaries: %s\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "boundaries: %s\n", error.what());
        return 1;
    }
    return 0;
}
