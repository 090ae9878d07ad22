// 02.1, not solved, "it does not define transpose": includes what the compiler reads from its terminal.
#include "/dev/stdin"
