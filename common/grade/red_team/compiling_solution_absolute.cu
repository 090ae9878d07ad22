// 02.1, not solved, "does not compile": includes the reference solution by its absolute path.
#include "@ROOT@/solutions/02-transpose/1-uncoalesced-side/transpose.cu"
