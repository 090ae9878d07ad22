// 02.1, not solved, "it does not define transpose": includes a file that has no end.
#include "/dev/zero"
