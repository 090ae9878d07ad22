// 02.1, not solved, "does not compile": includes the reference solution through the compiler's own and its ancestors' folders.
#define SOLUTION solutions / 02 - transpose / 1 - uncoalesced - side / transpose.cu
#define QUOTED(path) #path
#define EXPANDED(path) QUOTED(path)
#if __has_include("/proc/1/cwd/solutions/02-transpose/1-uncoalesced-side/transpose.cu")
#include "/proc/1/cwd/solutions/02-transpose/1-uncoalesced-side/transpose.cu"
#elif __has_include("/proc/1/root/@ROOT@/solutions/02-transpose/1-uncoalesced-side/transpose.cu")
#include "/proc/1/root/@ROOT@/solutions/02-transpose/1-uncoalesced-side/transpose.cu"
#else
#include EXPANDED(/ proc / self / cwd / SOLUTION)
#endif
