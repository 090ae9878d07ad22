// 02.1, not solved, "The compiler printed more than" or "The compiler was still running": includes itself twice, at each of 200 levels.
// clang-format off
#include __FILE__
#include __FILE__
