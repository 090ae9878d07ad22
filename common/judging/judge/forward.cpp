// The functions of an answer, seen from the judge: forwards.sh writes a trampoline under each one's name, which loads the address of
// its Forward and comes here.
#include "common/judging/judge/forward.hpp"

#include <cstddef>

namespace judging {

static_assert(offsetof(Registers, floats) == 48 && offsetof(Registers, stack) == 176 &&
              sizeof(Registers) == 240);
static_assert(offsetof(Results, xmm0) == 16 && offsetof(Results, xmm1) == 32 && sizeof(Results) == 48);

}  // namespace judging

// On the stack from %rsp on: Registers (240 bytes), Results (48). %r11: the Forward. Exceptions pass through, as the .cfi lines tell
// the unwinder.
asm(R"(
.text
.globl judging_forward
.type judging_forward, @function
judging_forward:
    .cfi_startproc
    push %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    mov %rsp, %rbp
    .cfi_def_cfa_register %rbp
    sub $288, %rsp
    mov %rdi, 0(%rsp)
    mov %rsi, 8(%rsp)
    mov %rdx, 16(%rsp)
    mov %rcx, 24(%rsp)
    mov %r8, 32(%rsp)
    mov %r9, 40(%rsp)
    movups %xmm0, 48(%rsp)
    movups %xmm1, 64(%rsp)
    movups %xmm2, 80(%rsp)
    movups %xmm3, 96(%rsp)
    movups %xmm4, 112(%rsp)
    movups %xmm5, 128(%rsp)
    movups %xmm6, 144(%rsp)
    movups %xmm7, 160(%rsp)
    lea 16(%rbp), %rdx
    mov %r11, %rdi
    mov %rsp, %rsi
    lea 240(%rsp), %rcx
    call judging_call
    mov 240(%rsp), %rax
    mov 248(%rsp), %rdx
    movups 256(%rsp), %xmm0
    movups 272(%rsp), %xmm1
    leave
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
.size judging_forward, . - judging_forward
)");
