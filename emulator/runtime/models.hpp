// Which access models launches are counted by, besides that of 9.0: those of --model, and those that the program itself has
// asked for (simt_count_models of api.h).
#pragma once

#include <string_view>
#include <vector>

#include "emulator/cost/historical_models.hpp"

namespace simt::runtime {

// For the next launch; each once.
std::vector<observe::Model> models_to_count();

// The program's own, in place of what it asked for before: "cc1.3,cc2.0", or "" for none. False, and nothing changes, where
// one of them is no model.
bool ask_for_models(std::string_view names);

}  // namespace simt::runtime
