// 02.1, not solved, "does not compile": the same through the assembler's ancestors.
__asm__(
    ".section .rodata\nstolen:\n.incbin "
    "\"/proc/1/cwd/solutions/02-transpose/1-uncoalesced-side/transpose.cu\"\n.previous");

bool breached() { return true; }

#include "transpose_if_breached.cuh"
