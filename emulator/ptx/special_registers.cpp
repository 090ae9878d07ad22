// See special_registers.hpp: the names in PTX ISA 9.0.
#include "emulator/ptx/special_registers.hpp"

#include <algorithm>

namespace simt::ptx {

namespace {

struct Name {
    std::string_view name;
    Special special;
};

constexpr Name kPlain[] = {
    {"%laneid", Special::LaneId},
    {"%warpid", Special::WarpId},
    {"%nwarpid", Special::NwarpId},
    {"%smid", Special::SmId},
    {"%nsmid", Special::NsmId},
    {"%gridid", Special::GridId},
    {"%envreg1", Special::GridWorkspaceHigh},
    {"%envreg2", Special::GridWorkspace},
    {"%lanemask_eq", Special::LanemaskEq},
    {"%lanemask_le", Special::LanemaskLe},
    {"%lanemask_lt", Special::LanemaskLt},
    {"%lanemask_ge", Special::LanemaskGe},
    {"%lanemask_gt", Special::LanemaskGt},
    {"%clock", Special::Clock},
    {"%clock_hi", Special::ClockHigh},
    {"%clock64", Special::Clock},
    {"%globaltimer", Special::Clock},
    {"%globaltimer_lo", Special::Clock},
    {"%globaltimer_hi", Special::ClockHigh},
    {"%is_explicit_cluster", Special::IsCluster},
    {"%cluster_ctarank", Special::ClusterRank},
    {"%cluster_nctarank", Special::ClusterSize},
    {"%total_smem_size", Special::TotalSharedBytes},
    {"%aggr_smem_size", Special::Unsupported},
    {"%dynamic_smem_size", Special::DynamicSharedBytes},
    {"%current_graph_exec", Special::Unsupported},
    {"%reserved_smem_offset_begin", Special::Unsupported},
    {"%reserved_smem_offset_end", Special::Unsupported},
    {"%reserved_smem_offset_cap", Special::Unsupported},
    {"%reserved_smem_offset_1", Special::ReservedShared},
};

// The content of a vector's .x. Those of .y and .z follow it in Special.
constexpr Name kVectors[] = {
    {"%tid", Special::TidX},
    {"%ntid", Special::NtidX},
    {"%ctaid", Special::CtaidX},
    {"%nctaid", Special::NctaidX},
    {"%clusterid", Special::ClusterIdX},
    {"%nclusterid", Special::NclusterIdX},
    {"%cluster_ctaid", Special::ClusterCtaidX},
    {"%cluster_nctaid", Special::ClusterNctaidX},
};

struct Numbered {
    std::string_view prefix;
    int count;
};
constexpr Numbered kNumbered[] = {{"%envreg", 32}, {"%pm", 8}, {"%reserved_smem_offset_", 2}};

bool is_numbered(std::string_view name, const Numbered& family) {
    if (!name.starts_with(family.prefix)) return false;
    std::string_view digits = name.substr(family.prefix.size());
    if (family.prefix == "%pm" && digits.ends_with("_64")) digits.remove_suffix(3);
    int value = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9' || value > 99) return false;
        value = value * 10 + (c - '0');
    }
    return !digits.empty() && value < family.count;
}

// The content of a vector's component: ".x", ".y", ".z" or ".w", or "" for the whole vector.
Special component_of(Special x, std::string_view component) {
    constexpr std::string_view kComponents = ".x.y.z.w";
    const std::size_t place = component.size() == 2 ? kComponents.find(component) : std::string_view::npos;
    if (component.empty() || component == ".w") return Special::Unsupported;
    if (place == std::string_view::npos) return Special::None;
    return static_cast<Special>(static_cast<std::size_t>(x) + place / 2);
}

}  // namespace

Special special_named(std::string_view name) {
    for (const Name& plain : kPlain)
        if (plain.name == name) return plain.special;
    const std::size_t dot = std::min(name.find('.'), name.size());
    for (const Name& vector : kVectors)
        if (vector.name == name.substr(0, dot)) return component_of(vector.special, name.substr(dot));
    const bool numbered =
        std::ranges::any_of(kNumbered, [&](const Numbered& family) { return is_numbered(name, family); });
    return numbered ? Special::Unsupported : Special::None;
}

}  // namespace simt::ptx
