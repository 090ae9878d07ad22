// 02.1, not solved, "of memory" or "does not compile": assembler directives that repeat an instruction a thousand million times.
__asm__(".section .text\n.rept 1000000000\nnop\n.endr\n.previous");

bool breached() { return true; }

#include "transpose_if_breached.cuh"
