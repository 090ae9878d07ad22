// Occupancy as a table, with the change that would raise it, and as JSON.
#pragma once

#include <string>

#include "common/occupancy/occupancy.hpp"

namespace occupancy {

std::string as_text(const Device& device, const Kernel& kernel);

// {"compute_capability", "blocks", "warps", "max_warps", "occupancy", "limits": […], "blocks_by": {…}, …} on one line.
std::string as_json(const Device& device, const Kernel& kernel);

}  // namespace occupancy
