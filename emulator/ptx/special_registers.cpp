// See special_registers.hpp: the names in PTX ISA 9.0.
#include "emulator/ptx/special_registers.hpp"

#include <algorithm>

namespace simt::ptx {

namespace {

constexpr std::string_view kPlain[] = {
    "%laneid",
    "%warpid",
    "%nwarpid",
    "%smid",
    "%nsmid",
    "%gridid",
    "%lanemask_eq",
    "%lanemask_le",
    "%lanemask_lt",
    "%lanemask_ge",
    "%lanemask_gt",
    "%clock",
    "%clock_hi",
    "%clock64",
    "%globaltimer",
    "%globaltimer_lo",
    "%globaltimer_hi",
    "%is_explicit_cluster",
    "%cluster_ctarank",
    "%cluster_nctarank",
    "%total_smem_size",
    "%aggr_smem_size",
    "%dynamic_smem_size",
    "%current_graph_exec",
    "%reserved_smem_offset_begin",
    "%reserved_smem_offset_end",
    "%reserved_smem_offset_cap",
};

constexpr std::string_view kVectors[] = {
    "%tid", "%ntid", "%ctaid", "%nctaid", "%clusterid", "%nclusterid", "%cluster_ctaid", "%cluster_nctaid",
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

}  // namespace

bool is_special_register(std::string_view name) {
    const std::size_t dot = name.find('.');
    const std::string_view base = name.substr(0, dot);
    if (dot != std::string_view::npos) {
        const std::string_view component = name.substr(dot + 1);
        const bool known = component == "x" || component == "y" || component == "z" || component == "w";
        return known && std::ranges::find(kVectors, base) != std::end(kVectors);
    }
    return std::ranges::find(kPlain, name) != std::end(kPlain) ||
           std::ranges::find(kVectors, name) != std::end(kVectors) ||
           std::ranges::any_of(kNumbered, [&](const Numbered& family) { return is_numbered(name, family); });
}

}  // namespace simt::ptx
