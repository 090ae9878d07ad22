// See selection.hpp.
#include "common/simt/runtime/selection.hpp"

#include <optional>

#include "common/simt/options/kernel_pattern.hpp"
#include "common/simt/runtime/settings.hpp"

namespace simt::runtime {

bool select_launch(std::string_view demangled, std::string_view mangled) {
    static const std::optional<options::KernelPattern> pattern =
        settings().kernel.empty() ? std::nullopt : std::optional<options::KernelPattern>(settings().kernel);
    static u64 matches = 0;
    if (pattern && !pattern->matches(demangled, mangled)) return false;
    const u64 number = matches++;
    return number >= settings().launch_skip && number - settings().launch_skip < settings().launch_count;
}

}  // namespace simt::runtime
