// Combines the threads' answers (who_is_where.hpp): the warps of a block, and the threads of each.
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "chapters/01-first-kernel/programs/parts/shape.hpp"
#include "chapters/01-first-kernel/programs/parts/who_is_where.hpp"

namespace warps {

struct Member {
    unsigned x, y, z, lane;
};

struct Warp {
    Answer answer;                // of its first member
    std::vector<Member> members;  // in the order of their lanes
};

// The warps of a block of that shape, in the order of their first answers.
inline std::vector<Warp> group(const Shape& block, const std::vector<Answer>& answers) {
    const auto first = [](const Answer& answer) {
        return std::make_tuple(answer.first_z, answer.first_y, answer.first_x);
    };
    std::vector<Warp> warps;
    std::size_t place = 0;
    for (unsigned z = 0; z < block.z; ++z) {
        for (unsigned y = 0; y < block.y; ++y) {
            for (unsigned x = 0; x < block.x; ++x, ++place) {
                const Answer& answer = answers[place];
                auto warp = std::find_if(warps.begin(), warps.end(), [&](const Warp& known) {
                    return first(known.answer) == first(answer);
                });
                if (warp == warps.end()) warp = warps.insert(warps.end(), Warp{answer, {}});
                warp->members.push_back({x, y, z, answer.lane});
            }
        }
    }
    for (Warp& warp : warps) {
        std::sort(warp.members.begin(), warp.members.end(),
                  [](const Member& a, const Member& b) { return a.lane < b.lane; });
    }
    return warps;
}

// The warp of thread (x, y, z), as an index into `warps`; warps.size() for a thread in none.
inline std::size_t warp_of(const std::vector<Warp>& warps, unsigned x, unsigned y, unsigned z) {
    const auto has_it = [&](const Warp& warp) {
        return std::any_of(warp.members.begin(), warp.members.end(), [&](const Member& member) {
            return member.x == x && member.y == y && member.z == z;
        });
    };
    return static_cast<std::size_t>(std::find_if(warps.begin(), warps.end(), has_it) - warps.begin());
}

}  // namespace warps
