// See locations.hpp.
#include "emulator/decode/locations.hpp"

#include <optional>

namespace simt::exec {

Locations::Locations(const CodeBuilder& builder, const ptx::Function& function, const FrameLayout& frame)
    : builder_(builder) {
    for (const auto& [name, offset] : frame.offsets) known_[name] = {Home::Frame, offset};
    for (std::size_t k = 0; function.entry && k < function.parameters.size(); ++k)
        known_[function.parameters[k].name] = {Home::KernelParam, builder.parameters().offsets[k]};
    for (const ptx::Variable& variable : function.variables)
        if (variable.space == ptx::Space::Shared)
            known_[variable.name] = {Home::Shared, builder.shared().offset_of(variable)};
}

Location Locations::find(const std::string& name) {
    const auto [place, is_new] = known_.try_emplace(name);
    if (!is_new) return place->second;
    if (const ptx::Variable* shared = shared_variable(builder_.module(), name))
        place->second = {Home::Shared, builder_.shared().offset_of(*shared)};
    else if (const std::optional<u64> address = builder_.address_of(name))
        place->second = {Home::Global, *address};
    else if (builder_.function_named(name) != nullptr)
        place->second = {Home::Function, 0};
    return place->second;
}

}  // namespace simt::exec
