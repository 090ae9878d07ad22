// See models.hpp.
#include "emulator/runtime/models.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "emulator/runtime/settings.hpp"

namespace simt::runtime {
namespace {

using Models = std::vector<cost::Model>;

// Never destroyed, as the context: launches may come from destructors after main.
Models& asked_for() {
    static Models& models = *new Models;
    return models;
}

void add(Models& models, cost::Model model) {
    if (std::find(models.begin(), models.end(), model) == models.end()) models.push_back(model);
}

}  // namespace

Models models_to_count() {
    Models models;
    for (const std::string& name : settings().models)
        if (const auto model = cost::model_named(name)) add(models, *model);
    for (const cost::Model model : asked_for()) add(models, model);
    return models;
}

bool ask_for_models(std::string_view names) {
    Models models;
    while (!names.empty()) {
        const std::size_t end = std::min(names.find(','), names.size());
        const std::optional<cost::Model> model = cost::model_named(names.substr(0, end));
        if (!model) return false;
        add(models, *model);
        names.remove_prefix(std::min(end + 1, names.size()));
    }
    asked_for() = models;
    return true;
}

}  // namespace simt::runtime
