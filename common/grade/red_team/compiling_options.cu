// 02.1, not solved, "global stores": options of the compiler and the linker in pragmas, attributes and sections.
#pragma GCC optimize("-fplugin=/tmp/mine.so")
#pragma comment(linker, "/export:forged")
#pragma comment(lib, "mine")
#pragma GCC system_header
__asm__(".section .interp,\"a\"\n.string \"/tmp/mine-ld.so\"\n.previous");
__asm__(".section .note.GNU-stack,\"x\",@progbits\n.previous");

bool breached() { return false; }

#include "transpose_if_breached.cuh"
