// Selects the launches to report (--kernel and --launch-range; the others run too) and the access models that count them.
#pragma once

#include <string_view>
#include <vector>

#include "emulator/cost/historical_models.hpp"

namespace simt::runtime {

// Whether the launch that begins now is selected. Call it once for each launch, in order: it counts them.
bool select_launch(std::string_view demangled, std::string_view mangled);

// Whether the newest launch was the last one to report.
bool last_is_taken();

// The models for the next launch besides that of 9.0, without duplicates: those of --model, then the program's own.
std::vector<cost::Model> models_to_count();

// Sets the program's own models, replacing its earlier ones: "cc1.3,cc2.0", or "" for none. Returns false and changes
// nothing if a name is not a model's.
bool ask_for_models(std::string_view names);

}  // namespace simt::runtime
