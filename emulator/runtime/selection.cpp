// See selection.hpp.
#include "emulator/runtime/selection.hpp"

#include <optional>

#include "emulator/loader/kernel_pattern.hpp"
#include "emulator/runtime/settings.hpp"

namespace simt::runtime {

bool select_launch(std::string_view demangled, std::string_view mangled) {
    static const std::optional<loader::KernelPattern> pattern =
        settings().kernel.empty() ? std::nullopt : std::optional<loader::KernelPattern>(settings().kernel);
    static u64 matches = 0;
    if (pattern && !pattern->matches(demangled, mangled)) return false;
    const u64 number = matches++;
    return number >= settings().launch_skip && number - settings().launch_skip < settings().launch_count;
}

}  // namespace simt::runtime
