// Moving and choosing: mov, selp (by a predicate), slct (by the sign of a number).
//
// PTX ISA 9.0, sections 9.7.6 and 9.7.9. The decoder composes moves of addresses, special registers and vectors.
#include "emulator/isa/select.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/float_math.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

template <class T>
T mov(T a) {
    return a;
}
u32 mov_mask(u32 a) { return a; }

template <class T>
T selp(T a, T b, bool p) {
    return p ? a : b;
}

// NaN chooses b.
template <class T, class C>
T slct(T a, T b, C c) {
    return c >= 0 ? a : b;
}
template <class T>
T slct_ftz(T a, T b, float c) {
    return flush(c) >= 0 ? a : b;
}

#define TYPE_ROWS(opcode, function)                                               \
    bind<function<u16>>(opcode ".b16"), bind<function<u32>>(opcode ".b32"),       \
        bind<function<u64>>(opcode ".b64"), bind<function<u16>>(opcode ".u16"),   \
        bind<function<u32>>(opcode ".u32"), bind<function<u64>>(opcode ".u64"),   \
        bind<function<u16>>(opcode ".s16"), bind<function<u32>>(opcode ".s32"),   \
        bind<function<u64>>(opcode ".s64"), bind<function<float>>(opcode ".f32"), \
        bind<function<double>>(opcode ".f64")

#define SLCT_ROWS(type, T)                                                              \
    bind<slct<T, s32>>("slct." type ".s32"), bind<slct<T, float>>("slct." type ".f32"), \
        bind<slct_ftz<T>>("slct.ftz." type ".f32")

constexpr Binding kBindings[] = {
    TYPE_ROWS("mov", mov),   bind_masks<mov_mask>("mov.pred"),
    TYPE_ROWS("selp", selp), SLCT_ROWS("b16", u16),
    SLCT_ROWS("b32", u32),   SLCT_ROWS("b64", u64),
    SLCT_ROWS("u16", u16),   SLCT_ROWS("u32", u32),
    SLCT_ROWS("u64", u64),   SLCT_ROWS("s16", u16),
    SLCT_ROWS("s32", u32),   SLCT_ROWS("s64", u64),
    SLCT_ROWS("f32", float), SLCT_ROWS("f64", double),
};

}  // namespace

std::span<const Handler> select_handlers() { return handlers<isa::select_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
