// See curve.hpp.
#include "common/occupancy/curve.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace occupancy {
namespace {

constexpr const char* kNames[] = {"registers", "shared", "threads"};
constexpr const char* kUnits[] = {"registers a thread", "bytes of shared memory", "threads a block"};

Occupancy with(Resource resource, u64 value, const Device& device, Kernel kernel) {
    switch (resource) {
        case Resource::Registers:
            kernel.registers = static_cast<u32>(value);
            break;
        case Resource::SharedMemory:
            kernel.shared = value;
            break;
        case Resource::Threads:
            kernel.threads = static_cast<u32>(value);
            break;
    }
    return calculate(device, kernel);
}

u64 most_of(Resource resource, const Device& device) {
    switch (resource) {
        case Resource::Registers:
            return device.max_registers_per_thread;
        case Resource::SharedMemory:
            return device.shared_per_block;
        case Resource::Threads:
            return device.max_threads_per_block;
    }
    return 0;
}

bool same_step(const Occupancy& a, const Occupancy& b) {
    return a.blocks == b.blocks && a.warps_per_block == b.warps_per_block && a.limits() == b.limits();
}

std::string range(const Step& step) {
    return step.from == step.to ? fmt::format("{}", step.from) : fmt::format("{} to {}", step.from, step.to);
}

std::string held(Resource resource, const Kernel& kernel) {
    const std::string threads = fmt::format("{} threads", kernel.threads);
    const std::string registers = fmt::format("{} registers a thread", kernel.registers);
    const std::string shared = fmt::format("{} bytes of shared memory", kernel.shared);
    switch (resource) {
        case Resource::Registers:
            return threads + " and " + shared;
        case Resource::SharedMemory:
            return threads + " and " + registers;
        case Resource::Threads:
            return registers + " and " + shared;
    }
    return "";
}

}  // namespace

std::optional<Resource> resource_named(std::string_view name) {
    for (const Resource resource : {Resource::Registers, Resource::SharedMemory, Resource::Threads})
        if (name == kNames[static_cast<int>(resource)]) return resource;
    return {};
}

std::vector<Step> steps_over(Resource resource, const Device& device, const Kernel& kernel) {
    std::vector<Step> steps;
    const u64 least = resource == Resource::SharedMemory ? 0 : 1;
    for (u64 value = least; value <= most_of(resource, device); ++value) {
        const Occupancy found = with(resource, value, device, kernel);
        if (steps.empty() || !same_step(steps.back().found, found)) steps.push_back({value, value, found});
        steps.back().to = value;
    }
    return steps;
}

std::string curve_as_text(Resource resource, const Device& device, const Kernel& kernel) {
    std::string text = fmt::format("{}, blocks with {}\n\n", title_of(device), held(resource, kernel));
    text += fmt::format("  {:<24}{:>8}{:>12}{:>12}   {}\n", kUnits[static_cast<int>(resource)], "blocks",
                        "warps", "occupancy", "limit");
    for (const Step& step : steps_over(resource, device, kernel))
        text +=
            fmt::format("  {:<24}{:>8}{:>12}{:>10.1f} %   {}\n", range(step), step.found.blocks,
                        step.found.warps(), 100 * step.found.ratio(),
                        step.found.blocks == 0 ? "too much for one block" : names_of(step.found.limits()));
    return text;
}

std::string curve_as_json(Resource resource, const Device& device, const Kernel& kernel) {
    using Json = nlohmann::ordered_json;
    Json steps = Json::array();
    for (const Step& step : steps_over(resource, device, kernel)) {
        Json names = Json::array();
        if (step.found.blocks != 0)
            for (const Limit limit : step.found.limits()) names.push_back(name_of(limit));
        steps.push_back({{"from", step.from},
                         {"to", step.to},
                         {"blocks", step.found.blocks},
                         {"warps", step.found.warps()},
                         {"occupancy", step.found.ratio()},
                         {"limits", names}});
    }
    const Json json = {{"compute_capability", name_of(device)},
                       {"over", kNames[static_cast<int>(resource)]},
                       {"steps", steps}};
    return json.dump() + "\n";
}

}  // namespace occupancy
