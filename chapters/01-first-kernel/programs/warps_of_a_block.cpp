// Shows how blocks of threads become warps, by asking the machine instead of using a formula.
//
//     build/01/warps_of_a_block             the blocks of the lesson
//     build/01/warps_of_a_block 16x16 5x7   blocks of your own; x first, as in dim3
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "chapters/01-first-kernel/programs/parts/membership.hpp"

namespace {

using warps::Member;
using warps::Shape;
using warps::Warp;

constexpr unsigned kWarpSize = 32;
constexpr unsigned kWidestDrawing = 32;  // threads in a row of the block

std::string name(const Shape& block, const Member& member) {
    return warps::thread_name(block, member.x, member.y, member.z);
}

void print_list(const Shape& block, const std::vector<Warp>& warps) {
    for (std::size_t k = 0; k < warps.size(); ++k) {
        const std::vector<Member>& members = warps[k].members;
        std::printf("  warp %zu: %s to %s in lanes %u to %u", k, name(block, members.front()).c_str(),
                    name(block, members.back()).c_str(), members.front().lane, members.back().lane);
        if (members.size() < kWarpSize) std::printf("; %zu lanes have no thread", kWarpSize - members.size());
        std::printf("\n");
    }
}

// The block in x, y and z, with each thread's warp number in its position.
void print_drawing(const Shape& block, const std::vector<Warp>& warps) {
    const int digits = static_cast<int>(std::to_string(warps.size() - 1).size());
    for (unsigned z = 0; z < block.z; ++z) {
        if (block.dimensions > 2) std::printf("\n  z = %u", z);
        std::printf("\n");
        for (unsigned y = 0; y < block.y; ++y) {
            if (block.dimensions > 1) std::printf("  y = %-4u", y);
            for (unsigned x = 0; x < block.x; ++x)
                std::printf(" %*zu", digits, warps::warp_of(warps, x, y, z));
            std::printf("\n");
        }
    }
}

void show(const Shape& block) {
    const std::vector<Warp> warps = warps::group(block, warps::ask(dim3(block.x, block.y, block.z)));
    std::printf("A block of %s: %llu threads, %zu warp%s.\n", warps::name(block).c_str(), block.threads(),
                warps.size(), warps.size() == 1 ? "" : "s");
    print_list(block, warps);
    if (block.dimensions > 1 && block.x <= kWidestDrawing) print_drawing(block, warps);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        std::vector<Shape> blocks;
        for (int k = 1; k < argc; ++k) blocks.push_back(warps::parse_block(argv[k]));
        if (blocks.empty())
            for (const char* const text : {"48", "8x8", "4x8x2"}) blocks.push_back(warps::parse_block(text));
        for (std::size_t k = 0; k < blocks.size(); ++k) {
            if (k > 0) std::printf("\n");
            show(blocks[k]);
        }
    } catch (const warps::BadShape& error) {
        std::fprintf(stderr, "warps_of_a_block: %s\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "warps_of_a_block: %s\n", error.what());
        return 1;
    }
    return 0;
}
