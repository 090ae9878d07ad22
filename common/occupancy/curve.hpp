// Occupancy over one resource: the cost of one more register or byte. The curve is a staircase, so it is given as
// steps.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/occupancy/occupancy.hpp"

namespace occupancy {

enum class Resource { Registers, SharedMemory, Threads };

// "registers", "shared", "threads".
std::optional<Resource> resource_named(std::string_view name);

// For values from … to of the resource, the same number of blocks fits, with the same limits.
struct Step {
    u64 from, to;
    Occupancy found;
};

// From the least that a kernel can have (1 register, 1 thread, 0 bytes) to the most that a block may have. The
// kernel's own value of the resource is ignored. Steps where no block fits have 0 blocks.
std::vector<Step> steps_over(Resource resource, const Device& device, const Kernel& kernel);

std::string curve_as_text(Resource resource, const Device& device, const Kernel& kernel);

// {"compute_capability", "over", "steps": [{"from", "to", "blocks", "warps", "occupancy", "limits"}, …]} on one line.
std::string curve_as_json(Resource resource, const Device& device, const Kernel& kernel);

}  // namespace occupancy
