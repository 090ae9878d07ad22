// See selection.hpp.
#include "emulator/runtime/selection.hpp"

#include <algorithm>
#include <optional>

#include "emulator/loader/kernel_pattern.hpp"
#include "emulator/loader/option_table.hpp"
#include "emulator/runtime/settings.hpp"

namespace simt::runtime {
namespace {

using Models = std::vector<cost::Model>;

// Never destroyed, as the context: launches may come from destructors after main.
Models& asked_for() {
    static Models& models = *new Models;
    return models;
}

// Adds the models that are not there yet; false if a name is not a model's.
bool add(Models& models, std::string_view names) {
    if (names.empty()) return true;
    for (const std::string_view name : loader::split(names, ',')) {
        const std::optional<cost::Model> model = cost::model_named(name);
        if (!model) return false;
        if (!std::ranges::count(models, *model)) models.push_back(*model);
    }
    return true;
}

bool last_taken = false;

}  // namespace

bool select_launch(std::string_view demangled, std::string_view mangled) {
    static const std::optional<loader::KernelPattern> pattern =
        settings().kernel.empty() ? std::nullopt : std::optional<loader::KernelPattern>(settings().kernel);
    static u64 matches = 0;
    if (pattern && !pattern->matches(demangled, mangled)) return false;
    const u64 number = matches++;
    if (number < settings().launch_skip) return false;
    const u64 place = number - settings().launch_skip;
    last_taken = place + 1 >= settings().launch_count;
    return place < settings().launch_count;
}

bool last_is_taken() { return last_taken; }

Models models_to_count() {
    Models models;
    add(models, settings().models);
    for (const cost::Model model : asked_for())
        if (!std::ranges::count(models, model)) models.push_back(model);
    return models;
}

bool ask_for_models(std::string_view names) {
    Models models;
    if (!add(models, names)) return false;
    asked_for() = models;
    return true;
}

}  // namespace simt::runtime
