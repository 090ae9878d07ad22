// See arguments.hpp.
#include "common/occupancy/arguments.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <string_view>

namespace occupancy {
namespace {

// The whole text as a number; nothing if it is not a number, or if it is negative or too large to make sense.
std::optional<u32> number(std::string_view text) {
    u32 value = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed != std::errc{} || end != text.data() + text.size()) return {};
    return value;
}

// "256", "16x16", "8x8x4".
std::optional<u32> threads(std::string_view text) {
    u64 product = 1;
    for (int dimension = 0; dimension < 3; ++dimension) {
        const std::size_t end = text.find('x');
        const auto factor = number(text.substr(0, end));
        if (!factor) return {};
        product *= *factor;
        if (product > std::numeric_limits<u32>::max()) return {};
        if (end == std::string_view::npos) return static_cast<u32>(product);
        text.remove_prefix(end + 1);
    }
    return {};
}

}  // namespace

std::variant<Question, std::string> read(const Arguments& arguments) {
    Question question{find_device(arguments.capability), {}};
    if (question.device == nullptr)
        return fmt::format("--cc is '{}'; it must be one of {}", arguments.capability, known_capabilities());
    const auto registers = number(arguments.registers), shared = number(arguments.shared);
    const auto block = threads(arguments.block);
    if (arguments.registers.empty() || arguments.block.empty())
        return fmt::format("--{} is missing", arguments.registers.empty() ? "regs" : "block");
    if (!registers)
        return fmt::format("--regs is '{}'; it must be the number of registers of a thread",
                           arguments.registers);
    if (!shared) return fmt::format("--shared is '{}'; it must be a number of bytes", arguments.shared);
    if (!block)
        return fmt::format("--block is '{}'; it must be a number of threads (256) or dimensions (16x16)",
                           arguments.block);
    if (arguments.carveout != "-1") {
        const auto carveout = number(arguments.carveout);
        if (!carveout || *carveout > 100)
            return fmt::format("--carveout is '{}'; it must be a percentage from 0 to 100",
                               arguments.carveout);
        if (question.device->shared_choices.empty())
            return fmt::format("--carveout: the memory of compute capability {} is not divided so",
                               arguments.capability);
        question.kernel.carveout = static_cast<int>(*carveout);
    }
    question.kernel.registers = *registers;
    question.kernel.shared = *shared;
    question.kernel.threads = *block;
    if (std::string wrong = why_impossible(*question.device, question.kernel); !wrong.empty()) return wrong;
    return question;
}

}  // namespace occupancy
