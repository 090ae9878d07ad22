// Which access models launches are counted by, besides that of 9.0: those of --model, and those that the program
// itself requested (simt_count_models of api.h).
#pragma once

#include <string_view>
#include <vector>

#include "emulator/cost/historical_models.hpp"

namespace simt::runtime {

// The models for the next launch, without duplicates.
std::vector<cost::Model> models_to_count();

// Sets the program's own models, replacing its earlier ones: "cc1.3,cc2.0", or "" for none. Returns false and changes
// nothing if a name is no model.
bool ask_for_models(std::string_view names);

}  // namespace simt::runtime
