// Two 16-bit integers in one 32-bit register: add min max of u16x2 and s16x2.
//
// PTX ISA 9.0, sections 9.7.1 (add, min, max), for sm_90 and later.
#include "emulator/exec/binding.hpp"
#include "emulator/exec/lanes.hpp"
#include "emulator/isa/integer.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

// Applies F to the low halves and to the high halves.
template <class T, auto F>
u32 both(u32 a, u32 b) {
    const u16 low = static_cast<u16>(F(static_cast<T>(a), static_cast<T>(b)));
    const u16 high = static_cast<u16>(F(static_cast<T>(a >> 16), static_cast<T>(b >> 16)));
    return static_cast<u32>(low) | static_cast<u32>(high) << 16;
}

int add(int a, int b) { return a + b; }
int min(int a, int b) { return b < a ? b : a; }
int max(int a, int b) { return a < b ? b : a; }
int min_relu(int a, int b) { return max(min(a, b), 0); }
int max_relu(int a, int b) { return max(max(a, b), 0); }

template <Name name>
using Half = std::conditional_t<name.has("s16x2"), s16, u16>;

constexpr std::tuple kBindings{
    For{"add", []<Name name> { return bind<both<Half<name>, add>>; }},
    For{"min", []<Name name> { return bind<both<Half<name>, min>>; }},
    For{"max", []<Name name> { return bind<both<Half<name>, max>>; }},
    For{"min.relu", bind<both<s16, min_relu>>},
    For{"max.relu", bind<both<s16, max_relu>>},
};

}  // namespace

std::span<const Handler> packed_handlers() { return handlers<isa::packed_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
