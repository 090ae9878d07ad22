// 02.1, not solved, "does not compile": has the assembler include the solution's text as data.
__asm__(
    ".section .rodata\nstolen:\n.incbin "
    "\"@ROOT@/solutions/02-transpose/1-uncoalesced-side/transpose.cu\"\n.byte 0\n.previous");

bool breached() { return true; }

#include "transpose_if_breached.cuh"
