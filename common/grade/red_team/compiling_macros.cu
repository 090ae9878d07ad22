// 02.1, not solved, "of memory" or "The compiler was still running": macros that become four thousand million tokens.
#define A(x) x x x x x x x x x x x x x x x x
#define B(x) A(A(x))
#define C(x) B(B(x))
#define D(x) C(C(x))
int number = D(1 +) 0;

bool breached() { return true; }

#include "transpose_if_breached.cuh"
